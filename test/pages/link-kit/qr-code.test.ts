// QR codes: square by square those of another program, in all versions and with all masks.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { qrCode, type Squares } from '../../../src/pages/link-kit/qr-code.ts';

/**
 * Made with qrcode-generator 2.0.4 (level M), which chooses a mask in its own way: length of the
 * text, width of the code, mask, and the hash of its squares.
 */
const fromElsewhere = [
  [14, 21, 7, '3be560f4ffe5a4e3'],
  [19, 25, 6, '94d8718714987019'],
  [25, 25, 1, 'c1dcf9bacc43d67f'],
  [40, 29, 3, '4f8519445c4a7ecc'],
  [43, 33, 4, '3e11c77779d27bf8'],
  [65, 37, 2, '4dc9efa10be30a61'],
  [85, 41, 3, '81fef02a8f7b23dc'],
  [97, 45, 0, 'a82bf6a192360382'],
  [111, 45, 5, '716501a1eaa71375'],
  [123, 49, 2, '6c521bf7ad057741'],
  [153, 53, 3, 'bf82870bdbf0be72'],
  [181, 57, 7, '3667b1a72ccbe151'],
] as const;

const textOf = (length: number) =>
  `https://lanyard.example/é?${'a1?&=/é-'.repeat(40)}`.slice(0, length);
const hashOf = (squares: Squares) =>
  createHash('sha256')
    .update(squares.map((row) => row.map(Number).join('')).join('\n'))
    .digest('hex')
    .slice(0, 16);

test('each version, and each mask, has the squares that another program draws', () => {
  for (const [length, width, mask, hash] of fromElsewhere) {
    const squares = qrCode(textOf(length), mask);
    assert.deepEqual([squares.length, hashOf(squares)], [width, hash], `${length} characters`);
  }
  assert.deepEqual(new Set(fromElsewhere.map(([, width]) => width)).size, 10);
  assert.deepEqual(new Set(fromElsewhere.map(([, , mask]) => mask)).size, 8);
});

test('without a mask it takes one of the eight', () => {
  const text = 'https://lanyard.example/';
  const all = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => hashOf(qrCode(text, mask)));
  assert.equal(new Set(all).size, 8);
  assert.ok(all.includes(hashOf(qrCode(text))));
});

test('a text that is too long for version 10 is refused', () => {
  assert.equal(qrCode('a'.repeat(213)).length, 57);
  assert.throws(() => qrCode('a'.repeat(214)), /no room for 214 bytes/);
});
