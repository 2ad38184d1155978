import assert from 'node:assert/strict';
import test from 'node:test';
import { option } from '../../src/convention/schema.ts';

test('a value with eight nested lists is read, and one with nine is not', () => {
  const inLists = (levels: number): unknown => (levels === 0 ? 'Text' : [inLists(levels - 1)]);
  const canRead = (levels: number) => option.safeParse({ value: inLists(levels) }).success;
  assert.deepEqual([canRead(8), canRead(9)], [true, false]);
  assert.equal(option.safeParse({ value: ['Text', inLists(8)] }).success, false);
});

test('in a value each text is cleaned at any depth, and a list is cut after 1,000 entries', () => {
  const read = (value: unknown) => option.parse({ value }).value;
  assert.deepEqual(read({ a: [' b\t', { c: ' d' }], big: 2n ** 60n }), {
    a: ['b', { c: 'd' }],
    big: '1152921504606846976',
  });
  assert.deepEqual(read([null, 7, true]), [null, 7, true]);
  assert.deepEqual(read(Array(1001).fill('x')), Array(1000).fill('x'));
});
