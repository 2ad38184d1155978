// Sealed values open only with their own label and key.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import {
  type KeyRing,
  keyedHashes,
  open,
  type SealLabel,
  seal,
} from '../../../src/login/sessions/sealing.ts';

const newKey = (id: string) => ({ id, key: randomBytes(32) });
const ring: KeyRing = [newKey('k1')];
const label: SealLabel = {
  purpose: 'session',
  place: '{abc}',
  secret: Buffer.from('the session id'),
};
const plain = Buffer.from('CANARY-secret');

test('a sealed value opens under its label and does not show its content', () => {
  const sealed = seal(plain, ring, label);
  assert.deepEqual(open(sealed, ring, label), plain);
  assert.ok(!sealed.includes('CANARY'));
});

test('the same content sealed twice looks different', () => {
  assert.notDeepEqual(seal(plain, ring, label), seal(plain, ring, label));
});

const otherLabels: Record<string, SealLabel> = {
  'another purpose': { ...label, purpose: 'pending-login' },
  'another place': { ...label, place: '{abd}' },
  'another session id': { ...label, secret: Buffer.from('another session id') },
  'the master key without the session id': { purpose: label.purpose, place: label.place },
};
for (const [name, other] of Object.entries(otherLabels)) {
  test(`a sealed value does not open under ${name}`, () => {
    assert.equal(open(seal(plain, ring, label), ring, other), undefined);
  });
}

test('a sealed value with any one bit changed does not open', () => {
  const sealed = seal(plain, ring, label);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.equal(open(changed, ring, label), undefined, `byte ${at}`);
  }
});

test('a value cut short, empty or foreign does not open', () => {
  const sealed = seal(plain, ring, label);
  for (let length = 0; length < sealed.length; length += 1) {
    assert.equal(open(sealed.subarray(0, length), ring, label), undefined, `${length} bytes`);
  }
  assert.equal(open(Buffer.from('{"cookie":{}}'), ring, label), undefined);
});

test('after a rotation the old key still opens, the new key seals, and a dropped key opens no more', () => {
  const [oldKey] = ring;
  const newest = newKey('k2');
  const sealed = seal(plain, ring, label);
  assert.deepEqual(open(sealed, [newest, oldKey], label), plain);
  assert.equal(open(seal(plain, [newest, oldKey], label), [oldKey], label), undefined);
  assert.equal(open(sealed, [newest], label), undefined);
});

test('a fingerprint is the same each time, another for each text and purpose, and tells nothing of the text', () => {
  const [oldKey] = ring;
  const newest = newKey('k2');
  const of = { purpose: 'a', text: 'CANARY' };
  const [first = '', second] = keyedHashes([newest, oldKey], of);
  assert.deepEqual([second], keyedHashes([oldKey], of));
  const others = [
    { ...of, text: 'CANARZ' },
    { ...of, purpose: 'b' },
  ].map((other) => keyedHashes([newest], other)[0]);
  assert.equal(new Set([first, second, ...others]).size, 4);
  assert.equal(Buffer.from(first, 'base64url').length, 32);
});
