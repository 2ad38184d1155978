import assert from 'node:assert/strict';
import test from 'node:test';
import request from 'supertest';
import { createAppAlone } from '../../support/app/create-app-alone.ts';
import { startApp } from '../../support/app/start-app.ts';
import { logIn, visitor } from '../../support/app/visitor.ts';

const origin = 'https://attendees.testcon.example';
const settings = { PUBLIC_URL: origin, TRUST_PROXY: '1' };
const ours = { host: 'attendees.testcon.example', 'x-forwarded-proto': 'https' };

const paths: [asked: string, location: string][] = [
  ['/', '/?redirected=1'],
  ['/profile?x=%20+&y=a?b', '/profile?x=%20+&y=a?b&redirected=1'],
  ['/login?return_to=/profile', '/login?return_to=/profile&redirected=1'],
  ['/@evil.example', '/@evil.example?redirected=1'],
  ['/%0d%0aLocation:x', '/%0d%0aLocation:x?redirected=1'],
  ['/nowhere', '/nowhere?redirected=1'],
];

for (const [what, headers] of [
  ['over http', { ...ours, 'x-forwarded-proto': 'http' }],
  ['at another host', { ...ours, host: 'other.example' }],
  ['at another host that the proxy names', { ...ours, 'x-forwarded-host': 'other.example' }],
  ['at another port over http', { host: 'localhost:1', 'x-forwarded-proto': 'HTTP, https' }],
] as const) {
  test(`P68 a page that is opened ${what} redirects to the same page at PUBLIC_URL`, async () => {
    const { app } = createAppAlone({ settings });
    for (const [asked, location] of paths) {
      for (const method of ['get', 'head'] as const) {
        const response = await request(app)[method](asked).set(headers);
        assert.equal(response.status, 303, asked);
        assert.equal(response.headers.location, origin + location, asked);
        assert.equal(response.headers['set-cookie'], undefined);
      }
    }
    for (const asked of ['//evil.example/x', '/\\evil.example', '/.//evil.example']) {
      const response = await request(app).get(asked).set(headers);
      assert.deepEqual([response.status, response.headers.location], [404, undefined], asked);
    }
    const link = await request(app).get('//profile//?x=/%20y').set(headers);
    assert.deepEqual([link.status, link.headers.location], [303, '/profile?x=/%20y']);
    assert.equal((await request(app).get('/healthz').set(headers)).status, 200);
  });
}

test('at PUBLIC_URL nothing is redirected, for any spelling by the proxy', async () => {
  const { app } = createAppAlone({ settings });
  const forwarded = { ...ours, host: 'app:3000', 'x-forwarded-host': 'attendees.testcon.example' };
  const names = ['ATTENDEES.testcon.example', 'attendees.testcon.example:443'];
  for (const headers of [ours, forwarded, ...names.map((host) => ({ ...ours, host }))])
    assert.equal((await request(app).get('/').set(headers)).status, 200, headers.host);
});

test('a proxy may write the scheme in any case: the login starts, with its cookies', async () => {
  const { app } = createAppAlone({ settings });
  for (const scheme of ['HTTPS', 'Https']) {
    const response = await request(app)
      .get('/login')
      .set({ ...ours, 'x-forwarded-proto': scheme });
    assert.equal(response.status, 303, scheme);
    assert.match(String(response.headers['set-cookie']), /^__Host-login/);
  }
});

test('a form over http is rejected in plain words, and nothing is changed', async () => {
  const { app } = createAppAlone({ settings });
  const plain = { ...ours, 'x-forwarded-proto': 'http' };
  for (const path of ['/logout', '/login/choose', '/language', '/sharing/stop']) {
    const response = await request(app).post(path).set(plain).type('form').send({ language: 'de' });
    assert.equal(response.status, 403, path);
    assert.match(response.text, /This address isn’t secure.*Nothing was changed/s);
    assert.equal(response.headers['set-cookie'], undefined, path);
  }
});

test('P21 behind a proxy that always sends another host, or http, a redirect is not repeated, and the log says why once', async () => {
  for (const [wrong, status] of [
    [{ host: 'app:3000' }, 303],
    [{ 'x-forwarded-proto': 'http' }, 500],
  ] as const) {
    const { app, logLines } = createAppAlone({ settings });
    const open = (path: string) =>
      request(app)
        .get(path)
        .set({ ...ours, ...wrong });
    const first = await open('/login');
    assert.equal(first.headers.location, `${origin}/login?redirected=1`);
    for (let round = 0; round < 3; round += 1)
      assert.equal((await open('/login?redirected=1')).status, status);
    assert.equal((await open('/?redirected=1')).status, 200);
    const told = logLines.filter((line) => line.includes('let the proxy pass on Host'));
    assert.equal(told.length, 1);
  }
});

test('a login that starts at another host ends at PUBLIC_URL, on the requested page', async (t) => {
  const app = await startApp(t);
  const { port } = new URL(app.url);
  const page = await logIn(visitor(), `http://127.0.0.1:${port}/profile`, { as: 'robin' });
  assert.equal(page.status, 200);
  assert.equal(page.url.origin + page.url.pathname, `${app.url}/profile`);
});
