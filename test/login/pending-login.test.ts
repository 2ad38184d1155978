import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import type { Request, Response } from 'express';
import { createPendingLogins, type PendingLogin } from '../../src/login/pending-login.ts';
import { createMemoryKeys } from '../../src/login/store/memory-keys.ts';
import { daytime } from '../support/app/clocks.ts';
import { type RunningApp, startApp } from '../support/app/start-app.ts';
import { logIn, type Visitor, visitor } from '../support/app/visitor.ts';

const loginCookies = (names: Iterable<string>) =>
  [...names].filter((name) => name.startsWith('login-'));

test('starting a login sets one encrypted cookie for ten minutes and writes nothing to Redis', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const response = await robin.request(`${app.url}/login?return_to=/profile`);
  const [cookie, ...others] = response.headers.getSetCookie();
  assert.equal(others.length, 0);
  assert.match(
    cookie ?? '',
    /^login-\d+\.[1-4]=[\w-]+; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
  );
  const authorization = new URL(response.headers.get('location') ?? '');
  const state = authorization.searchParams.get('state') ?? '';
  assert.ok(
    !cookie?.includes(state.slice(8)),
    'the cookie does not contain the state in plain text',
  );
  assert.deepEqual(await app.redis.dump(), []);
});

test('P2 P3 every login has its own state and code challenge, both of 256 bits', async (t) => {
  const app = await startApp(t);
  const seen = new Set<string>();
  for (let login = 0; login < 50; login += 1) {
    const response = await visitor().request(`${app.url}/login`);
    const { searchParams } = new URL(response.headers.get('location') ?? '');
    assert.equal(searchParams.get('code_challenge_method'), 'S256');
    for (const name of ['state', 'code_challenge']) {
      const value = searchParams.get(name) ?? '';
      assert.equal(Buffer.from(value, 'base64url').length, 32, name);
      seen.add(value);
    }
  }
  assert.equal(seen.size, 100);
});

async function startLogin(who: Visitor, app: RunningApp, returnTo = '/profile'): Promise<string> {
  const query = new URLSearchParams({ return_to: returnTo });
  const { headers } = await who.request(`${app.url}/login?${query}`);
  return new URL(headers.get('location') ?? '').searchParams.get('state') ?? '';
}

/**
 * Sends a callback without a code. A 502 means that it has used up the pending login, and a 400
 * that no login was pending.
 */
async function comeBack(who: Visitor, app: RunningApp, state: string): Promise<number> {
  const query = new URLSearchParams({ state, iss: app.sandbox.url });
  return (await who.request(`${app.url}/login/callback?${query}`)).status;
}

const cookieBytes = (who: Visitor, app: RunningApp) =>
  [...who.cookies(app.url)].map(([name, value]) => `${name}=${value}`).join('; ').length;

test('P26 a browser holds at most four pending logins, and a fifth replaces the oldest', async (t) => {
  let clock = daytime;
  const app = await startApp(t, { now: () => clock });
  const robin = visitor();
  const started: string[] = [];
  for (let tab = 0; tab < 10; tab += 1) {
    clock += 1000;
    started.push(await startLogin(robin, app));
  }
  assert.equal(loginCookies(robin.cookies(app.url).keys()).length, 4);
  const statuses: number[] = [];
  for (const state of started) statuses.push(await comeBack(robin, app, state));
  assert.deepEqual(statuses, [...Array(6).fill(400), ...Array(4).fill(502)]);
});

test('P26 a new login takes a free place, and then the place of the oldest', async (t) => {
  let clock = daytime;
  const app = await startApp(t, { now: () => clock });
  const robin = visitor();
  const start = () => {
    clock += 1000;
    return startLogin(robin, app);
  };
  const first = await start();
  const second = await start();
  const third = await start();
  const fourth = await start();
  assert.equal(await comeBack(robin, app, third), 502);
  const fifth = await start();
  const sixth = await start();
  const statuses: number[] = [];
  for (const state of [first, second, fourth, fifth, sixth])
    statuses.push(await comeBack(robin, app, state));
  assert.deepEqual(statuses, [400, 502, 502, 502, 502]);
});

const longestPaths = [
  `/profile?${'x'.repeat(247)}`,
  `/profile?${'日'.repeat(27)}`,
  `/?${'\\'.repeat(127)}`,
  `/profile?${'"'.repeat(82)}`,
];

test('P26 all cookies of this site stay under 4 KB, whatever the return paths', async (t) => {
  const settings = {
    PUBLIC_URL: 'https://attendees.testcon.example',
    TRUST_PROXY: '1',
    OAUTH_SCOPES: 'pii:basic pii:email pii:phone pii:address con:read',
    ENCRYPTION_KEYS: `${'k'.repeat(20)}:${randomBytes(32).toString('hex')}`,
  };
  const app = await startApp(t, { settings });
  const robin = visitor({ origin: app.url, listensAt: app.listensAt });
  const untick = ['pii:phone', 'pii:address'];
  const page = await logIn(robin, `${app.url}/profile`, { as: 'robin', untick });
  const shared = await robin.press(await robin.follow(page, 'Share: Phone'), 'Allow');
  await robin.press(shared, 'Deutsch');
  const tooLong = longestPaths.map((path) => path.repeat(20));
  for (const path of [...tooLong, ...longestPaths]) {
    const query = new URLSearchParams({ scope: 'pii:address', return_to: path });
    const headers = { 'sec-fetch-site': 'same-origin' };
    await robin.request(`${app.url}/login?${query}`, { headers });
  }
  const names = [...robin.cookies(app.url).keys()].map((name) => name.replace('__Host-', ''));
  const others = ['language', 'round-trips', 'scopes', 'sid'];
  assert.deepEqual(names.sort(), [...others, 'login.1', 'login.2', 'login.3', 'login.4'].sort());
  const bytes = cookieBytes(robin, app);
  assert.ok(bytes > 3000 && bytes <= 4096, `${bytes} bytes`);
});

test('P26 sixty logins that start at once leave at most four cookies, and the site works', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const paths = Array.from({ length: 60 }, (_, tab) => `/profile?${tab}${'x'.repeat(240)}`);
  await Promise.all(paths.map((path) => startLogin(robin, app, path)));
  assert.equal(loginCookies(robin.cookies(app.url).keys()).length, 4);
  assert.ok(cookieBytes(robin, app) <= 4096);
  assert.equal((await logIn(robin, `${app.url}/profile`, { as: 'robin' })).status, 200);
});

test('a link with a return path that is too long leads to the start page, and the login works', async (t) => {
  const app = await startApp(t);
  const link = `${app.url}/login?return_to=/profile?${'x'.repeat(300)}`;
  const page = await logIn(visitor(), link, { as: 'robin' });
  assert.equal(page.status, 200);
  assert.equal(page.url.pathname, '/badge-name');
});

test('cookies with names like a pending login do no harm', async (t) => {
  const app = await startApp(t);
  const prefix = `login-${new URL(app.url).port}.`;
  const odd = ['a[b', 'a(b)', '\u00e9', '', '../../..', 'a[b.12345678', '\u00e9.12345678', '"x"'];
  const plain = ['12345678', '1', '2.12345678', '3.12345678', '__proto__', 'constructor'];
  const names = [...plain, ...odd];
  for (const value of ['', 'x', '%', '"', '\u00e9', 'AQ', 'AQIxMTExMTExMTExMTEx']) {
    const robin = visitor();
    for (const name of names) robin.cookies(app.url).set(prefix + name, value);
    const state = await startLogin(robin, app);
    assert.equal(await comeBack(robin, app, state), 502, value);
  }
});

for (const start of ['one after the other', 'in the same moment'] as const) {
  test(`P17 four tabs start ${start}, finish in any order, and each lands on its own page`, async (t) => {
    const app = await startApp(t);
    const robin = visitor();
    await logIn(robin, `${app.url}/profile`, { as: 'robin' });
    robin.cookies(app.url).clear();

    const startTab = async (tab: number) => {
      const response = await robin.request(`${app.url}/login?return_to=/profile?tab=${tab}`);
      // The sandbox recognises robin, so it redirects without a click.
      const authorized = await robin.request(response.headers.get('location') ?? '');
      return authorized.headers.get('location') ?? '';
    };
    const callbacks: Promise<string>[] = [];
    for (const tab of [0, 1, 2, 3]) {
      callbacks.push(startTab(tab));
      if (start === 'one after the other') await callbacks.at(-1);
    }
    const addresses = await Promise.all(callbacks);
    for (const tab of [2, 0, 3, 1]) {
      const landed = await robin.request(addresses[tab] ?? '');
      assert.equal(landed.status, 303);
      assert.equal(landed.headers.get('location'), `/profile?tab=${tab}`);
    }
  });
}

test('a login that is finished after more than ten minutes starts again', async (t) => {
  let clock = daytime;
  const app = await startApp(t, { now: () => clock });
  const robin = visitor();
  const chooseAttendee = await robin.open(`${app.url}/profile`);
  const consent = await robin.press(chooseAttendee, 'robin');
  clock += 601_000;
  const page = await robin.press(consent, 'Allow');
  assert.equal(page.status, 400);
  assert.match(page.text, /^Log in again The login took too long/);
});

test('P2 a state is known as used for as long as its login may come back', async () => {
  let clock = 0;
  let encrypted: PendingLogin | undefined;
  const cookies = {
    nameOf: (name: string) => name,
    readEncrypted: () => encrypted,
    setEncrypted: (_res: unknown, _name: string, pending: PendingLogin) => {
      encrypted = pending;
    },
    clear: () => {},
  } as unknown as Parameters<typeof createPendingLogins>[0]['cookies'];
  const now = () => clock;
  const pendingLogins = createPendingLogins({
    ...{ cookieName: 'login', cookies, keys: createMemoryKeys(now), now },
  });
  const res = {} as Response;
  const start = { headers: {} } as Request;
  const begun = { scopes: ['a'], returnTo: '/', beganAt: 0 };
  const { state } = pendingLogins.create(start, res, begun);
  const originalUrl = `/login/callback?code=c&state=${state}`;
  const callback = { headers: {}, originalUrl } as unknown as Request;
  assert.equal((await pendingLogins.consume(callback, res))?.isUsed, false);
  clock = 599_999;
  assert.equal((await pendingLogins.consume(callback, res))?.isUsed, true);
  clock = 600_001;
  assert.equal(await pendingLogins.consume(callback, res), undefined);
});
