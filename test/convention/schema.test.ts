// How deep the answer to a question of the registration may be.
import assert from 'node:assert/strict';
import test from 'node:test';
import { option } from '../../src/convention/schema.ts';

test('a value of eight lists in each other is read, and of nine it is not', () => {
  const inLists = (levels: number): unknown => (levels === 0 ? 'Text' : [inLists(levels - 1)]);
  const canRead = (levels: number) => option.safeParse({ value: inLists(levels) }).success;
  assert.deepEqual([canRead(8), canRead(9)], [true, false]);
});
