// A callback that arrives again gets the session of the first, and nobody else does.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from 'express';
import { type LoginOutcome, outcomeOf } from '../../../src/login/outcome.ts';
import { inProgress } from '../../../src/login/pending-login.ts';
import { ownStoreSessions } from '../../../src/login/sessions/own-store-sessions.ts';
import { createRepeatedCallbacks } from '../../../src/login/sessions/repeated-callback.ts';
import { usedStateKey } from '../../../src/login/store/key-names.ts';
import { createMemoryKeys } from '../../../src/login/store/memory-keys.ts';
import {
  copyBrowser,
  startLoginUntilCallback,
  visitorWithSandboxLogin,
} from '../../support/login-steps.ts';
import { sessionCookieName } from '../../support/session-cookie.ts';
import { setFaults } from '../../support/set-faults.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import { stopTime } from '../../support/stop-time.ts';
import { type Visitor, visitor } from '../../support/visitor.ts';

const tokenCall = 'POST /api/oauth/token';
const returnTo = '/profile?tab=2';
const encryptionKeys = [{ id: 'k', key: Buffer.alloc(32, 1) }] as const;

/** Starts the app, and a login up to its callback. */
async function startLogin(t: TestContext) {
  const start = Date.now();
  let passedMs = 0;
  const app = await startApp(t, { now: () => start + passedMs });
  const robin = await visitorWithSandboxLogin({ url: app.url, as: 'robin' });
  const callback = await startLoginUntilCallback(robin, { url: app.url, returnTo });
  app.sandbox.calls.length = 0;
  return {
    app,
    robin,
    callback,
    /** The same browser, which has not seen any answer since now. */
    before: copyBrowser(robin, app.url),
    pass(ms: number) {
      passedMs += ms;
    },
  };
}

const sessionOf = (who: Visitor, { url }: RunningApp) =>
  who.cookies(url).get(sessionCookieName(url));

async function answerOf(who: Visitor, callback: URL) {
  const { status, headers } = await who.request(callback);
  return `${status} ${headers.get('location')}`;
}

const tokenCalls = (app: RunningApp) =>
  app.sandbox.calls.filter(({ method, path }) => `${method} ${path}` === tokenCall).length;

const storedSessions = async (app: RunningApp) =>
  (await app.redis.dump()).filter(({ key }) => key.startsWith('s:')).length;

/** Gets another code for the same login, as a second press of "Allow" does. */
async function anotherCode(robin: Visitor, { app, callback }: { app: RunningApp; callback: URL }) {
  const other = await startLoginUntilCallback(robin, { url: app.url, returnTo: '/dealer' });
  const second = new URL(callback);
  second.searchParams.set('code', other.searchParams.get('code') ?? '');
  return second;
}

test('P5 loaded again while the login takes long, a callback leads to the page of this login, with one token call and one session', async (t) => {
  const { app, robin, callback, before } = await startLogin(t);
  await setFaults(app.sandbox, [{ route: tokenCall, fault: 'slow', ms: 1500, times: 1 }]);
  const sessionsBefore = await storedSessions(app);
  const first = answerOf(robin, callback);
  await sleep(300);
  assert.equal(await answerOf(before, callback), `303 ${returnTo}`);
  assert.equal(await first, `303 ${returnTo}`);
  assert.equal(tokenCalls(app), 1);
  assert.equal(await storedSessions(app), sessionsBefore + 1);
  assert.equal((await before.open(app.url + returnTo)).url.href, app.url + returnTo);
  assert.match((await before.open(app.url + returnTo)).text, /Robin/);
});

test('P5 a double click on "Allow" brings two codes: the second is not exchanged, and leads to the page of this login', async (t) => {
  const { app, robin, callback, before } = await startLogin(t);
  const second = await anotherCode(robin, { app, callback });
  await setFaults(app.sandbox, [{ route: tokenCall, fault: 'slow', ms: 600, times: 1 }]);
  const first = answerOf(robin, callback);
  await sleep(250);
  assert.equal(await answerOf(before, second), `303 ${returnTo}`);
  assert.equal(await first, `303 ${returnTo}`);
  assert.equal(tokenCalls(app), 1);
  assert.equal((await before.request(`${app.url}/profile`)).status, 200);
});

test('P18 loaded again after its answer, a callback leads to the page of this login, and that of another login leads home', async (t) => {
  const { app, robin, callback, pass } = await startLogin(t);
  await robin.request(callback);
  const session = sessionOf(robin, app);
  pass(1000);
  assert.equal(await answerOf(robin, callback), `303 ${returnTo}`);
  assert.equal(sessionOf(robin, app), session);
  callback.searchParams.set('state', 'of-another-login');
  assert.equal(await answerOf(robin, callback), '303 /');
  assert.equal(tokenCalls(app), 1);
});

test('P5 where the first answer was lost, the same code leads in for a minute, and another one for two seconds', async (t) => {
  const { app, robin, callback, before, pass } = await startLogin(t);
  const second = await anotherCode(robin, { app, callback });
  await robin.request(callback);
  pass(2000);
  assert.equal(await answerOf(copyBrowser(before, app.url), second), `303 ${returnTo}`);
  pass(1);
  assert.match(await answerOf(copyBrowser(before, app.url), second), /^400/);
  pass(57_999);
  assert.equal(await answerOf(copyBrowser(before, app.url), callback), `303 ${returnTo}`);
  pass(1);
  const late = copyBrowser(before, app.url);
  assert.match(await answerOf(late, callback), /^400/);
  assert.equal(sessionOf(late, app), undefined);
  assert.equal(tokenCalls(app), 1);
});

test('P5 P21 after a log-out, no callback of before leads in', async (t) => {
  const { app, robin, callback, before } = await startLogin(t);
  await robin.request(callback);
  await robin.press(await robin.open(`${app.url}/profile`), 'Log out');
  assert.match(await answerOf(before, callback), /^400/);
  assert.equal(sessionOf(before, app), undefined);
  assert.equal(await storedSessions(app), 1, 'that of the login before');
});

test('P5 where the first callback failed, the next one is told to log in again, at once and also if it waits', async (t) => {
  const { app, robin, callback, before } = await startLogin(t);
  await setFaults(app.sandbox, [
    { route: tokenCall, fault: 'slow', ms: 500, times: 1 },
    { route: 'GET /api/users/current', fault: 'server-error' },
  ]);
  const first = answerOf(robin, callback);
  await sleep(200);
  assert.match(await answerOf(copyBrowser(before, app.url), callback), /^400/);
  assert.match(await first, /^502/);
  const askedAt = performance.now();
  assert.match(await answerOf(copyBrowser(before, app.url), callback), /^400/);
  assert.ok(performance.now() - askedAt < 5000);
});

test('P5 four wait for the same login, and the fifth is told at once to log in again', async (t) => {
  const { app, robin, callback, before } = await startLogin(t);
  await setFaults(app.sandbox, [{ route: tokenCall, fault: 'slow', ms: 1500, times: 1 }]);
  const first = answerOf(robin, callback);
  await sleep(200);
  const waiting = [1, 2, 3, 4].map(() => answerOf(copyBrowser(before, app.url), callback));
  await sleep(200);
  const [fifth] = await Promise.all([answerOf(copyBrowser(before, app.url), callback)]);
  assert.match(fifth, /^400/);
  const expected = `303 ${returnTo}`;
  assert.deepEqual(await Promise.all([first, ...waiting]), Array(5).fill(expected));
  assert.equal(tokenCalls(app), 1);
});

test('P5 whoever waits for a callback that never ends is told after 25 seconds to log in again', async (t) => {
  const { app, robin, callback, before, pass } = await startLogin(t);
  await setFaults(app.sandbox, [{ route: tokenCall, fault: 'slow', ms: 2500, times: 1 }]);
  const first = robin.request(callback);
  await sleep(200);
  const [early, late] = [copyBrowser(before, app.url), before];
  const waiting = answerOf(late, callback);
  await sleep(200);
  pass(25_000);
  const isOver = await Promise.race([waiting.then(() => true), sleep(400, false)]);
  assert.ok(!isOver, 'it still waits');
  pass(1);
  assert.match(await waiting, /^400/);
  assert.equal(sessionOf(late, app), undefined);
  await first;
  assert.equal(tokenCalls(app), 1);
  assert.equal(await answerOf(early, callback), `303 ${returnTo}`);
});

test('whoever waits for a callback looks for its end each 100 ms', async (t) => {
  const pass = stopTime(t);
  const keys = createMemoryKeys();
  const pending = { state: 's', codeVerifier: 'v', scopes: [], returnTo: '/', createdAt: 0 };
  await keys.setIfAbsent(usedStateKey('s'), inProgress, 60);
  const looks = t.mock.method(keys, 'get');
  const sessions = ownStoreSessions({ keys, longestSessionSeconds: 1800 });
  const callbacks = createRepeatedCallbacks({ sessions, encryptionKeys, now: () => 0 });
  const req = { query: {}, socket: {} } as unknown as Request;
  const waiting = callbacks.follow(req, pending);
  await pass(0);
  await pass(99);
  assert.equal(looks.mock.callCount(), 1);
  await pass(1);
  assert.equal(looks.mock.callCount(), 2);
  await keys.del([usedStateKey('s')]);
  await pass(100);
  assert.equal(await waiting, undefined);
});

/** Lets a callback end with this outcome, in a session or in none, and the same one come again. */
async function repeat(outcome: LoginOutcome, { scopes = ['a', 'b'], hasSession = true }) {
  const keys = createMemoryKeys();
  const sessions = ownStoreSessions({ keys, longestSessionSeconds: 1800 });
  const callbacks = createRepeatedCallbacks({ sessions, encryptionKeys, now: () => 0 });
  const pending = { state: 's', codeVerifier: 'v', scopes, returnTo: '/', createdAt: 0 };
  await keys.setIfAbsent(usedStateKey('s'), inProgress, 600);
  const attendee = { userId: '1001', grantedScopes: ['a'], accessToken: '', expiresAt: 0 };
  const request = (sessionID: string, more: object) =>
    ({ query: { code: 'c' }, socket: {}, sessionID, ...more }) as unknown as Request;
  const first = request('old', { attendee });
  await callbacks.lead(first, pending, async () => {
    if (hasSession) first.sessionID = 'x'.repeat(32);
    return outcome;
  });
  const later = request(first.sessionID, hasSession ? { attendee } : {});
  const again = await callbacks.follow(later, pending);
  return { again, bytes: (await keys.get(usedStateKey('s')))?.length ?? 0 };
}

const endings: [name: string, outcome: LoginOutcome, hasSession: boolean][] = [
  ['a plain login', outcomeOf('logged-in', { returnTo: '/', scopes: ['a', 'b'] }, ['a']), true],
  ['sharing more', outcomeOf('shared-more', { returnTo: '/', scopes: ['b'] }, ['a']), true],
  ['a changed page', outcomeOf('logged-in', { returnTo: '/b', scopes: ['a', 'b'] }, ['a']), true],
  ['no session', outcomeOf('nothing-changed', { returnTo: '/', scopes: [] }, []), false],
  ['an old session', outcomeOf('logged-in', { returnTo: '/', scopes: ['a', 'b'] }, ['a']), false],
];
for (const [name, outcome, hasSession] of endings)
  test(`P5 a callback that arrives again ends as the first one did: ${name}`, async () => {
    assert.deepEqual((await repeat(outcome, { hasSession })).again, outcome);
  });

test('what is kept of a plain login takes the same room however many scopes there are', async () => {
  const bytesOf = async (scopes: string[]) =>
    (await repeat(outcomeOf('logged-in', { returnTo: '/', scopes }, ['a']), { scopes })).bytes;
  const bytes = await bytesOf(['a']);
  assert.ok(bytes > 0 && bytes <= 160, `${bytes} bytes`);
  assert.equal(await bytesOf(['a', ...Array.from({ length: 20 }, (_, n) => `scope:${n}`)]), bytes);
});

test('P5 P29 Redis does not know the session of a callback, and another browser does not get it', async (t) => {
  const { app, robin, callback } = await startLogin(t);
  await robin.request(callback);
  const id =
    decodeURIComponent(sessionOf(robin, app) ?? '')
      .slice(2)
      .split('.')[0] ?? '';
  assert.ok(id.length > 20);
  assert.ok(!JSON.stringify(await app.redis.dump()).includes(id));
  const stranger = visitor();
  await stranger.request(`${app.url}/login`);
  assert.match(await answerOf(stranger, callback), /^400/);
});
