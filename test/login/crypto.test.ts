import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import {
  checkKeyRing,
  type KeyRing,
  keyedHashes,
  open,
  readHead,
  type SealLabel,
  seal,
} from '../../src/login/crypto.ts';

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

test('a value that an earlier version sealed opens, and its fingerprints are the same', () => {
  const keys: KeyRing = [{ id: 'k1', key: Buffer.alloc(32, 7) }];
  const sealed = Buffer.from('AQJrMbaRLw-6LsuaDPf5-7ddA5rZHi-iFIe9VUS9Htf_x9RsaA', 'base64url');
  assert.equal(String(open(sealed, keys, label)), 'plain');
  assert.deepEqual(keyedHashes(keys, { purpose: 'person', text: '7' }), [
    '9LCgzURxhFCYK-NHGZ3-lXcHtktKkY4jTarYnqRCN3I',
  ]);
});

test('each key has 32 bytes and an id of 1 to 32 letters, digits and hyphens', () => {
  const good = newKey('k'.repeat(32));
  checkKeyRing([good, newKey('_-1')]);
  for (const bad of [
    newKey(''),
    newKey('k'.repeat(33)),
    newKey('k 1'),
    { id: 'k1', key: randomBytes(31) },
    { id: 'k1', key: randomBytes(33) },
  ]) {
    assert.throws(() => checkKeyRing([good, bad]), /encryptionKeys/, bad.id);
    assert.throws(() => checkKeyRing([bad, good]), /encryptionKeys/, bad.id);
  }
  const text = { id: 'k1', key: 'k'.repeat(32) };
  const number = { id: 1, key: randomBytes(32) };
  for (const ring of [[], [text], [number], [good, newKey(good.id)], good])
    assert.throws(() => checkKeyRing(ring as unknown as KeyRing), /encryptionKeys/);
});

test('the head of a sealed value names its format and its key, with an id of up to 32 letters', () => {
  for (const id of ['k', 'k'.repeat(32)]) {
    const sealed = seal(Buffer.alloc(0), [newKey(id)], { ...label, format: 4 });
    assert.deepEqual(readHead(sealed), { format: 4, keyId: id });
    assert.equal(readHead(sealed.subarray(0, -1)), undefined);
  }
  assert.equal(readHead(seal(plain, [newKey('k'.repeat(33))], label)), undefined);
});

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

test('after a rotation the old key still opens, the new key seals, and a dropped key no longer opens', () => {
  const [oldKey] = ring;
  const newest = newKey('k2');
  const sealed = seal(plain, ring, label);
  assert.deepEqual(open(sealed, [newest, oldKey], label), plain);
  assert.equal(open(seal(plain, [newest, oldKey], label), [oldKey], label), undefined);
  assert.equal(open(sealed, [newest], label), undefined);
});

test('a fingerprint is stable, differs for each text and purpose, and reveals nothing about the text', () => {
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
