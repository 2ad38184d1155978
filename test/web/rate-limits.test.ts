// Rate limits: too many requests get a page with the time to wait, and nobody else is affected.
import assert from 'node:assert/strict';
import test from 'node:test';
import request from 'supertest';
import { createAppAlone } from '../support/create-app-alone.ts';
import { startApp } from '../support/start-app.ts';
import { logIn, visitor } from '../support/visitor.ts';

const settings = { TRUST_PROXY: '1' };
const { app } = createAppAlone({ settings, rates: { logins: 5, pages: 5 } });
const from = (address: string, path = '/login') =>
  request(app).get(path).set({ 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'https' });
const statuses = async (address: string, count: number, path?: string) => {
  const seen: number[] = [];
  for (let n = 0; n < count; n += 1) seen.push((await from(address, path)).status);
  return seen;
};

test('a network that starts more logins than it may gets a page that says how long to wait, until the minute is over', async () => {
  assert.deepEqual(await statuses('192.0.2.1', 6), [303, 303, 303, 303, 303, 429]);
  const { status, headers, text } = await from('192.0.2.1');
  assert.equal(status, 429);
  assert.match(
    text,
    /<h1>You are doing that too often<\/h1>\s*<p>Wait 1 minute, then try again\.<\/p>/,
  );
  assert.ok(Number(headers['retry-after']) > 0 && Number(headers['retry-after']) <= 60);
  assert.equal(headers['set-cookie'], undefined, 'no login was started');
  assert.equal((await from('192.0.2.1', '/')).status, 200, 'all else is open');
  assert.equal((await from('192.0.2.2')).status, 303, 'other networks are not concerned');
});

test('of IPv6 the first 64 bits are one network, and an IPv4 address is the same in both ways of writing it', async () => {
  assert.deepEqual(await statuses('2001:db8:1:2::1', 3), [303, 303, 303]);
  assert.deepEqual(await statuses('2001:db8:1:2:a:b:c:d', 3), [303, 303, 429]);
  assert.deepEqual(await statuses('2001:db8:1:3::1', 1), [303]);
  assert.deepEqual(await statuses('2001:db8::9:9:9:9:9', 5), [303, 303, 303, 303, 303]);
  assert.deepEqual(
    await statuses('2001:db8:0:9::1', 1),
    [429],
    'the same network with its zeros written out',
  );
  assert.deepEqual(await statuses('192.0.2.3', 5), [303, 303, 303, 303, 303]);
  assert.deepEqual(await statuses('::ffff:192.0.2.3', 1), [429]);
});

test('a callback that fails counts for ten: who guesses is stopped soon', async () => {
  const guessing = createAppAlone({ settings, rates: { logins: 25, pages: 5 } });
  const guess = () =>
    request(guessing.app)
      .get('/login/callback?code=a&state=b')
      .set({ 'X-Forwarded-For': '192.0.2.4', 'X-Forwarded-Proto': 'https' });
  const seen = [];
  for (let n = 0; n < 4; n += 1) seen.push((await guess()).status);
  assert.deepEqual(seen, [400, 400, 400, 429]);
});

test('who opens pages too often waits, logged in; another session, and the way out, are open', async (t) => {
  const { url } = await startApp(t, { rates: { logins: 100, pages: 3 } });
  const [robin, sam] = [visitor(), visitor()];
  const profile = await logIn(robin, `${url}/profile`, { as: 'robin' });
  const open = async (path: string) => (await robin.request(url + path)).status;
  assert.deepEqual(
    [await open('/profile'), await open('/roles'), await open('/profile')],
    [200, 200, 429],
  );
  const page = await robin.open(`${url}/badge-name`);
  assert.equal(page.$('h1').text(), 'You are doing that too often');
  assert.ok(page.$('form[action="/logout"]').length > 0, 'still logged in');
  const samsPage = await logIn(sam, `${url}/profile`, { as: 'sam' });
  assert.equal(samsPage.$('h1').text(), 'Your profile');
  assert.equal((await robin.press(profile, 'Log out')).$('h1').text(), 'You are logged out');
});
