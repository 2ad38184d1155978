import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'cheerio';
import type { Request, Response } from 'express';
import { LoginError } from '../../src/login/login-error.ts';
import { createLoadAttendee } from '../../src/login/require-login.ts';
import { sessionKey } from '../../src/login/store/key-names.ts';
import { daytime } from '../support/app/clocks.ts';
import { startLoginHost } from '../support/app/login-host.ts';
import { sessionCookieName } from '../support/app/session-cookie.ts';
import { startApp } from '../support/app/start-app.ts';
import { fromOwnPage, logIn, visitor } from '../support/app/visitor.ts';
import { setFaults } from '../support/platform/set-faults.ts';

test('P14 a deep link survives the login with its path and query', async (t) => {
  const app = await startApp(t);
  const links = [
    '/profile',
    '/profile?a=1&b=%C3%BC',
    '/profile?q=a%26b%3Dc',
    '/profile?q=%2F%2Felsewhere.example',
    '/profile/?x',
  ];
  for (const link of links) {
    const page = await logIn(visitor(), app.url + link, { as: 'robin' });
    assert.equal(page.url.href, app.url + link);
    assert.equal(page.status, 200);
  }
});

test('a page whose URL is too long to return to opens without its query after the login', async (t) => {
  const app = await startApp(t);
  const page = await logIn(visitor(), `${app.url}/profile?${'x'.repeat(300)}`, { as: 'robin' });
  assert.deepEqual([page.status, page.url.href], [200, `${app.url}/profile`]);
});

test('from a page of ours, where a form may redirect, the way to the login is a page that continues', async (t) => {
  const app = await startApp(t);
  const address = `${app.url}/badge-name?try=A%26"B;c`;
  for (const headers of [fromOwnPage, { referer: `${app.url}/badge-name` }]) {
    const answer = await visitor().request(address, { headers });
    const login = '/login?return_to=%2Fbadge-name%3Ftry%3DA%2526%2522B%3Bc';
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('refresh'), `0; url=${login}`);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(load(await answer.text())('a').attr('href'), login);
  }
  for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'none' }]) {
    assert.equal((await visitor().request(address, { headers })).status, 303);
  }
});

test('a host whose page for expired sessions needs a login redirects to the login', async (t) => {
  const url = await startLoginHost(t, { options: () => ({ paths: { expired: '/' } }) });
  const headers = { cookie: 'connect.sid=s%3Aexpired.x' };
  const { status, headers: sent } = await visitor().request(url, { headers });
  assert.equal(`${status} ${sent.get('location')}`, '303 /login?return_to=%2F');
});

test('a form sent without a session shows that nothing was saved', async (t) => {
  const app = await startApp(t);
  const headers = { 'sec-fetch-site': 'same-origin' };
  const response = await visitor().request(`${app.url}/profile`, {
    method: 'POST',
    headers,
    form: new URLSearchParams(),
  });
  assert.equal(response.status, 401);
  assert.match(await response.text(), /This wasn’t saved/);
});

test('an expired session is explained before a new login, and the return path is kept', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const [session] = (await app.redis.dump()).filter(({ key }) => key.startsWith('s:'));
  await app.redis.command('DEL', session?.key ?? '');

  const explained = await robin.open(`${app.url}/profile?x=1`);
  assert.equal(explained.url.pathname, '/login/expired');
  assert.equal(explained.status, 200);
  assert.match(
    explained.text,
    /^You’ve been logged out We log you out after 30 minutes without activity, and after 12 hours in any case/,
  );
  const back = await robin.follow(explained, 'Log in again');
  assert.equal(back.url.href, `${app.url}/profile?x=1`);
});

test('when the access token has run out, one redirect renews the login without a click', async (t) => {
  let clock = daytime;
  const sessions = { idleSeconds: 43_200, absoluteSeconds: 43_200 };
  const app = await startApp(t, { now: () => clock, limits: { sessions } });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  clock += 3_601_000;
  assert.equal(
    (await robin.request(`${app.url}/profile`)).headers.get('location'),
    '/login?return_to=%2Fprofile',
  );
  const page = await robin.open(`${app.url}/profile`);
  assert.equal(page.url.pathname, '/profile');
  assert.equal(page.status, 200);
});

test('when the convention rejects the token, the session ends and a new login starts', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  await app.restartSandbox();
  const response = await robin.request(`${app.url}/profile`);
  assert.equal(response.status, 303);
  assert.equal(response.headers.get('location'), '/login?return_to=%2Fprofile');
  assert.ok(!robin.cookies(app.url).has(sessionCookieName(app.url)));
  assert.deepEqual(
    (await app.redis.dump()).filter(({ key }) => key.startsWith('s:')),
    [],
  );
});

test('a prefetch or HEAD that the convention rejects ends no session: the next opened page does', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  await app.restartSandbox();
  const profile = `${app.url}/profile`;
  const prefetch = await robin.request(profile, { headers: { 'sec-purpose': 'prefetch' } });
  const head = await robin.request(profile, { method: 'HEAD' });
  assert.deepEqual([prefetch.status, head.status], [401, 303]);
  assert.ok(robin.cookies(app.url).has(sessionCookieName(app.url)));
  const sessions = async () => (await app.redis.dump()).filter(({ key }) => key.startsWith('s:'));
  assert.equal((await sessions()).length, 1);
  // On some pages, only a script calls the platform, so its request must also end the session.
  const script = { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
  assert.equal((await robin.request(profile, { headers: script })).status, 401);
  assert.deepEqual(await sessions(), []);
});

test('a token that the convention revoked is renewed even if only a header says so (RFC 6750 3)', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const route = 'GET /api/users/current';
  await setFaults(app.sandbox, [{ fault: 'bearer-challenge', route, times: 1 }]);
  const page = await robin.open(`${app.url}/profile`);
  assert.deepEqual([page.status, page.url.href], [200, `${app.url}/profile`]);
  const tokens = app.sandbox.calls.filter(({ path }) => path === '/api/oauth/token');
  assert.equal(tokens.length, 2, 'a second login completes without a click');
});

test('an attendee is logged in until the token expires', () => {
  const storedAs = sessionKey('the id');
  const loaded = (expiresAt: number) => {
    const session = { attendee: { userId: '7', expiresAt }, storedAs };
    const req = { sessionID: 'the id', session } as Partial<Request> as Request;
    createLoadAttendee({ now: () => 1000 })(req, {} as Response, () => {});
    return req.attendee?.userId;
  };
  assert.equal(loaded(1001), '7');
  assert.equal(loaded(1000), undefined);
});

test('a request from before any session stays unchanged', () => {
  const req = { sessionID: 'the id' } as Request;
  createLoadAttendee({ now: () => 1000 })(req, {} as Response, () => {});
  assert.deepEqual({ ...req }, { sessionID: 'the id' });
});

test('each page that says 401 has a link to the login, which leads to the page that was wanted', async (t) => {
  const app = await startApp(t);
  const script = { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' };
  const referer = `${app.url}/sharing/stop?scope=pii:email`;
  for (const [path, options, wanted] of [
    ['/roles?a=b', { headers: script }, '/roles?a=b'],
    ['/login?return_to=/roles', { headers: script }, '/roles'],
    [
      '/sharing/forget',
      { method: 'POST', headers: { ...script, referer } },
      '/sharing/stop?scope=pii%3Aemail',
    ],
    [
      '/profile',
      { method: 'POST', headers: { ...script, referer: `${app.url}/profile` } },
      '/profile',
    ],
  ] as const) {
    const form = new URLSearchParams();
    const answer = await visitor().request(app.url + path, {
      ...options,
      ...('method' in options && { form }),
    });
    assert.equal(answer.status, 401, path);
    const href = load(await answer.text())('main a.button').attr('href') ?? '';
    const { pathname, searchParams } = new URL(href, app.url);
    assert.deepEqual([pathname, searchParams.get('return_to')], ['/login', wanted]);
  }
});

test('a slow page whose token the convention rejects does not end the session that has replaced its own', async (t) => {
  const waiting: (() => void)[] = [];
  const url = await startLoginHost(t, {
    async page(req, res) {
      if (req.query.slow === undefined) return void res.send('<p>in</p>');
      await new Promise<void>((resolve) => waiting.push(resolve));
      throw new LoginError('login-needed');
    },
  });
  const robin = visitor();
  await logIn(robin, url.href, { as: 'robin' });
  const slow = robin.request(`${url}?slow`);
  while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
  // Meanwhile, the attendee logs in again in another tab.
  await logIn(robin, `${url}login?prompt=login`, { as: 'robin' });
  const cookie = robin.cookies(url.origin).get('connect.sid');
  for (const goOn of waiting) goOn();
  const { status, headers } = await slow;
  assert.deepEqual([status, headers.get('location')], [303, '/?slow']);
  assert.equal(robin.cookies(url.origin).get('connect.sid'), cookie);
  assert.match((await robin.open(url)).html, /<p>in</);
});
