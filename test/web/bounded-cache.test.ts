import assert from 'node:assert/strict';
import test from 'node:test';
import { createCache } from '../../src/web/bounded-cache.ts';

test('a value is created once for its key', () => {
  const cache = createCache<object>();
  const first = cache.getOrCreate('de', () => ({}));
  assert.equal(
    cache.getOrCreate('de', () => ({})),
    first,
  );
  assert.notEqual(
    cache.getOrCreate('en', () => ({})),
    first,
  );
});

test('a visitor who always sends other keys cannot fill the memory', () => {
  const cache = createCache<number>(3);
  let created = 0;
  const ask = (key: string) => cache.getOrCreate(key, () => ++created);
  for (const key of ['a', 'b', 'c', 'a', 'b', 'c']) ask(key);
  assert.equal(created, 3, 'all three values are cached');
  ask('d');
  ask('a');
  assert.equal(created, 5, 'the fourth value replaces the first three');
});

test('64 values are cached', () => {
  const cache = createCache<number>();
  let created = 0;
  const ask = (key: number) => cache.getOrCreate(`${key}`, () => ++created);
  for (let key = 1; key <= 64; key += 1) ask(key);
  ask(1);
  assert.equal(created, 64);
  ask(65);
  ask(1);
  assert.equal(created, 66);
});
