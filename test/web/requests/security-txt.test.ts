// RFC 9116 defines the format.
import assert from 'node:assert/strict';
import test from 'node:test';
import request from 'supertest';
import { wallClock } from '../../support/app/clocks.ts';
import { createAppAlone } from '../../support/app/create-app-alone.ts';

const path = '/.well-known/security.txt';
const contactOf = (SECURITY_CONTACT: string) =>
  request(createAppAlone({ settings: { SECURITY_CONTACT } }).app).get(path);

test('security.txt has the contact, its expiry, the languages and its own URL', async () => {
  const { status, text, headers } = await contactOf('security@foxcon.example');
  assert.equal(status, 200);
  assert.match(headers['content-type'] ?? '', /^text\/plain; charset=utf-8$/);
  const [, expires = ''] = /^Expires: (\S+)$/m.exec(text) ?? [];
  assert.deepEqual(text.split('\n'), [
    'Contact: mailto:security@foxcon.example',
    `Expires: ${expires}`,
    'Preferred-Languages: en, de',
    'Canonical: http://127.0.0.1:3000/.well-known/security.txt',
    '',
  ]);
  const days = (Date.parse(expires) - wallClock('the app')) / (24 * 3600 * 1000);
  assert.ok(days > 89 && days < 91, expires);
});

test('a web page as contact is unchanged, and without SECURITY_CONTACT there is no such file', async () => {
  const { text } = await contactOf('https://foxcon.example/security');
  assert.match(text, /^Contact: https:\/\/foxcon\.example\/security$/m);
  assert.equal((await request(createAppAlone().app).get(path)).status, 404);
});
