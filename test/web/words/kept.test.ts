// What is kept between pages: each value once, and never without end.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createKeeper } from '../../../src/web/words/kept.ts';

test('a value is created once for its key', () => {
  const keep = createKeeper<object>();
  const first = keep('de', () => ({}));
  assert.equal(
    keep('de', () => ({})),
    first,
  );
  assert.notEqual(
    keep('en', () => ({})),
    first,
  );
});

test('whoever sends other keys without end fills no memory', () => {
  const keep = createKeeper<number>(3);
  let created = 0;
  const ask = (key: string) => keep(key, () => ++created);
  for (const key of ['a', 'b', 'c', 'a', 'b', 'c']) ask(key);
  assert.equal(created, 3, 'all of them are kept');
  ask('d');
  ask('a');
  assert.equal(created, 5, 'with a fourth, the first three are gone');
});
