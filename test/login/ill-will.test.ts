import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import test, { type TestContext } from 'node:test';
import { createOAuthClient } from '../../src/login/oauth/oauth-client.ts';
import type { KeyStore } from '../../src/login/store/key-store.ts';
import { createMemoryKeys } from '../../src/login/store/memory-keys.ts';
import { daytime } from '../support/app/clocks.ts';
import {
  type LoggedIn,
  loggedIn,
  type SessionApp,
  startSessionApp,
} from '../support/app/session-app.ts';
import { sessionCookieName } from '../support/app/session-cookie.ts';
import { type RunningApp, startApp } from '../support/app/start-app.ts';
import { logIn, type Visitor, visitor } from '../support/app/visitor.ts';
import { listen } from '../support/machine/listen.ts';

const post = { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } };
const withAfterCall = (keys: KeyStore, after: (verb: string, key: string) => Promise<void>) =>
  new Proxy(keys, {
    get:
      (target, verb: keyof KeyStore) =>
      async (...args: never[]) => {
        const answer = await (target[verb] as (...given: never[]) => unknown)(...args);
        await after(verb, String(args[0]));
        return answer;
      },
  });
const limits = { idleSeconds: 1800, absoluteSeconds: 43_200 };
const encryptionKeys = [{ id: 'k', key: randomBytes(32) }] as const;
const startAppWith = (
  t: TestContext,
  keys: KeyStore,
  options: { now?: () => number; limits?: typeof limits } = {},
) => startSessionApp(t, { keys, encryptionKeys, limits, now: Date.now, ...options });
const isLoggedIn = async (app: SessionApp, { cookie }: LoggedIn) =>
  Boolean((await app.read(cookie)).userId);
async function callbacksOfTabs(app: RunningApp, who: Visitor): Promise<string[]> {
  const callbacks: string[] = [];
  for (const tab of [1, 2, 3, 4]) {
    const start = await who.request(`${app.url}/login?return_to=/profile?tab=${tab}`);
    callbacks.push(
      (await who.request(start.headers.get('location') ?? '')).headers.get('location') ?? '',
    );
  }
  return callbacks;
}

test('P99 a cookie header with spaces, or with many names, costs hardly any time', async (t) => {
  const app = await startApp(t);
  const ask = async (cookie: string) => {
    const sent = request(`${app.url}/login`, { headers: { cookie }, maxHeaderSize: 1e6 }).end();
    (await once(sent, 'response'))[0].resume();
  };
  const names = Array.from(
    { length: 600 },
    (_, i) =>
      `${sessionCookieName(app.url).replace('sid', 'login')}.${String(i).padStart(8, '0')}=`,
  );
  const before = process.cpuUsage();
  for (let round = 0; round < 20; round += 1) {
    await ask(`a=b${' '.repeat(15_500)}c`);
    await ask(names.join(';'));
  }
  const milliseconds = process.cpuUsage(before).user / 1000;
  assert.ok(milliseconds < 4000, `${milliseconds} ms`);
});

const longIdle = { idleSeconds: 36_000, absoluteSeconds: 43_200 };

test('P17 four tabs come back at once while the session before has only lost its token', async (t) => {
  let clock = daytime;
  const app = await startApp(t, { now: () => clock, limits: { sessions: longIdle } });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  clock += 3_700_000;
  const answers = await Promise.all(
    (await callbacksOfTabs(app, robin)).map((url) => robin.request(url)),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [303, 303, 303, 303],
  );
});

test('P17 the first of four tabs is back, then the other three at once', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  robin.cookies(app.url).clear();
  const [first = '', ...others] = await callbacksOfTabs(app, robin);
  await robin.request(first);
  const answers = await Promise.all(others.map((url) => robin.request(url)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [303, 303, 303],
  );
});

test('P34 nobody is told that they are logged out everywhere while another device is logged in', async (t) => {
  const app = await startApp(t);
  for (const how of ['session over', 'with a slash', 'in capitals']) {
    const [phone, laptop] = [visitor(), visitor()];
    await logIn(phone, `${app.url}/profile`, { as: 'robin' });
    const page = await logIn(laptop, `${app.url}/profile`, { as: 'robin' });
    const form = new URLSearchParams({
      form_token: String(page.$('input[name=form_token]').val()),
    });
    const sid = decodeURIComponent(
      laptop.cookies(app.url).get(sessionCookieName(app.url)) ?? '',
    ).slice(2, 34);
    if (how === 'session over')
      await app.redis.command('DEL', `s:${createHash('sha256').update(sid).digest('base64url')}`);
    const path = {
      'session over': 'everywhere',
      'with a slash': 'everywhere/',
      'in capitals': 'EVERYWHERE',
    }[how];
    const answer = await laptop.request(`${app.url}/logout/${path}`, { ...post, form });
    const isPhoneLoggedIn = (await phone.request(`${app.url}/profile`)).status === 200;
    assert.ok(!(isPhoneLoggedIn && answer.status === 303), how);
  }
});

test('P31 a share that fails because of Redis may be tried again, and costs nobody the session', async (t) => {
  const keys = createMemoryKeys();
  const app = await startAppWith(t, keys);
  const before = await loggedIn(app);
  const lateKeys = withAfterCall(keys, async (verb, key) => {
    if (verb === 'setIfAbsent' && key.startsWith('x:'))
      throw new Error('done, but the response came too late');
  });
  assert.deepEqual(await (await startAppWith(t, lateKeys)).logIn(before), {
    problem: 'Error: done, but the response came too late',
  });
  assert.equal(await isLoggedIn(app, before), true);
  const again = await loggedIn(app, before);
  assert.equal(await isLoggedIn(app, again), true);
});

test('thirty simultaneous logins of a person leave at most twenty sessions', async (t) => {
  const app = await startAppWith(t, createMemoryKeys());
  const logins = await Promise.all(Array.from({ length: 30 }, () => app.logIn({})));
  const begun = logins.filter((login): login is LoggedIn => 'cookie' in login);
  assert.equal(begun.length > 0, true);
  const alive = await Promise.all(begun.map((login) => isLoggedIn(app, login)));
  const count = alive.filter(Boolean).length;
  assert.equal(count > 0 && count <= 20, true, `${count} sessions`);
});

test('P34 a log-out everywhere misses no session from the list', async (t) => {
  let clock = 1e12;
  const now = () => clock;
  const keys = createMemoryKeys(now);
  const app = await startAppWith(t, keys, { now });
  await loggedIn(app);
  let newLogin: LoggedIn | undefined;
  const slowKeys = withAfterCall(keys, async (verb) => {
    if (verb !== 'membersOf' || newLogin) return;
    const beganAt = clock + 100;
    clock += 500;
    newLogin = await loggedIn(app, { beganAt });
  });
  await (await startAppWith(t, slowKeys, { now })).endAllOf('CANARY-user');
  assert.ok(newLogin);
  clock += 60_000;
  await app.endAllOf('CANARY-user');
  assert.equal(await isLoggedIn(app, newLogin), false);
});

test('P34 a login that started before the log-out everywhere fails, even in its tenth minute', async (t) => {
  let clock = 1e12;
  const now = () => clock;
  const app = await startAppWith(t, createMemoryKeys(now), { now });
  const beganAt = clock;
  clock += 1000;
  await app.endAllOf('CANARY-user');
  clock = beganAt + 601_500;
  assert.deepEqual(await app.logIn({ beganAt }), { problem: 'login-again' });
});

test('P67 a blob: URL does not redirect to a host that nobody named', async (t) => {
  const app = await startApp(t, { settings: { RETURN_ORIGINS: 'https://foxcon.example' } });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const answer = await robin.request(`${app.url}/login?return_to=blob:https://foxcon.example/x`);
  assert.equal(answer.headers.get('location'), '/');
});

test('P76 a silent issuer is given up after one deadline, and a wrong one is named', async (t) => {
  const paths: string[] = [];
  const server = createServer((req, res) => {
    paths.push(req.url ?? '');
    if (req.url?.startsWith('/wrong'))
      res.setHeader('content-type', 'application/json').end('{"issuer":"https://other.example"}');
    else if (req.url?.includes('/wrong')) res.writeHead(404).end();
  });
  const base = await listen(t, server, '127.0.0.1');
  const ask = (issuer: string) =>
    createOAuthClient({
      redirectUri: new URL('http://localhost:3000/login/callback'),
      oauth: { clientId: 'c', clientSecret: 's', issuer },
      now: Date.now,
      warn: () => undefined,
      deadlineSeconds: 0.2,
    }).authorizationUrl({ state: 's', codeVerifier: 'v', scopes: [] });
  const cause = await ask(`${base}/wrong`).catch((error) => error.cause);
  assert.equal(cause.code, 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED');
  paths.length = 0;
  await assert.rejects(ask(base), { status: 504 });
  assert.equal(paths.length, 1, 'no further document is requested');
});
