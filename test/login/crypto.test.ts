import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import {
  checkKeyRing,
  decrypt,
  encrypt,
  type KeyRing,
  keyedHashes,
  readHead,
  type ValueLabel,
} from '../../src/login/crypto.ts';

const newKey = (id: string) => ({ id, key: randomBytes(32) });
const ring: KeyRing = [newKey('k1')];
const label: ValueLabel = {
  purpose: 'session',
  place: '{abc}',
  secret: Buffer.from('the session id'),
};
const plain = Buffer.from('CANARY-secret');

test('an encrypted value opens under its label and does not show its content', () => {
  const encrypted = encrypt(plain, ring, label);
  assert.deepEqual(decrypt(encrypted, ring, label), plain);
  assert.ok(!encrypted.includes('CANARY'));
});

test('the same content encrypted twice looks different', () => {
  assert.notDeepEqual(encrypt(plain, ring, label), encrypt(plain, ring, label));
});

const otherLabels: Record<string, ValueLabel> = {
  'another purpose': { ...label, purpose: 'pending-login' },
  'another place': { ...label, place: '{abd}' },
  'another session id': { ...label, secret: Buffer.from('another session id') },
  'the master key without the session id': { purpose: label.purpose, place: label.place },
};
for (const [name, other] of Object.entries(otherLabels)) {
  test(`an encrypted value does not open under ${name}`, () => {
    assert.equal(decrypt(encrypt(plain, ring, label), ring, other), undefined);
  });
}

test('a value that an earlier version encrypted opens, and its fingerprints are the same', () => {
  const keys: KeyRing = [{ id: 'k1', key: Buffer.alloc(32, 7) }];
  const encrypted = Buffer.from('AQJrMbaRLw-6LsuaDPf5-7ddA5rZHi-iFIe9VUS9Htf_x9RsaA', 'base64url');
  assert.equal(String(decrypt(encrypted, keys, label)), 'plain');
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

test('the head of an encrypted value names its format and its key, with an id of up to 32 letters', () => {
  for (const id of ['k', 'k'.repeat(32)]) {
    const encrypted = encrypt(Buffer.alloc(0), [newKey(id)], { ...label, format: 4 });
    assert.deepEqual(readHead(encrypted), { format: 4, keyId: id });
    assert.equal(readHead(encrypted.subarray(0, -1)), undefined);
  }
  assert.equal(readHead(encrypt(plain, [newKey('k'.repeat(33))], label)), undefined);
});

test('an encrypted value with any one bit changed does not open', () => {
  const encrypted = encrypt(plain, ring, label);
  for (let at = 0; at < encrypted.length; at += 1) {
    const changed = Buffer.from(encrypted);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.equal(decrypt(changed, ring, label), undefined, `byte ${at}`);
  }
});

test('a value cut short, empty or foreign does not open', () => {
  const encrypted = encrypt(plain, ring, label);
  for (let length = 0; length < encrypted.length; length += 1) {
    assert.equal(decrypt(encrypted.subarray(0, length), ring, label), undefined, `${length} bytes`);
  }
  assert.equal(decrypt(Buffer.from('{"cookie":{}}'), ring, label), undefined);
});

test('after a rotation the old key still decrypts, the new key encrypts, and a dropped key decrypts no longer', () => {
  const [oldKey] = ring;
  const newest = newKey('k2');
  const encrypted = encrypt(plain, ring, label);
  assert.deepEqual(decrypt(encrypted, [newest, oldKey], label), plain);
  assert.equal(decrypt(encrypt(plain, [newest, oldKey], label), [oldKey], label), undefined);
  assert.equal(decrypt(encrypted, [newest], label), undefined);
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
