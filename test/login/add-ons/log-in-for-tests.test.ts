// Shows how an app can test its pages behind the login with Node's fetch, without an authorization
// server.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test, { type TestContext } from 'node:test';
import express, { type ErrorRequestHandler, Router } from 'express';
import session, { MemoryStore, type Store } from 'express-session';
import { logInForTests } from '../../../src/login/add-ons/log-in-for-tests.ts';
import {
  attendeeOf,
  createEncryptedSessions,
  createLogin,
  createMemoryKeys,
  ownStoreSessions,
  type Sessions,
} from '../../../src/login/login.ts';
import { wallClock } from '../../support/app/clocks.ts';
import { encryptionKeys } from '../../support/app/login-host.ts';
import { listen } from '../../support/machine/listen.ts';

declare module 'express-session' {
  interface SessionData {
    towels?: number;
  }
}

const secret = 'secret of the app';

async function startApp(
  t: TestContext,
  { sessions, store, name }: { sessions: Sessions; store: Store; name: string },
) {
  const http = createServer();
  const url = await listen(t, http);
  const login = createLogin({
    publicUrl: new URL(url),
    oauth: { clientId: 'app', clientSecret: 'secret', issuer: 'http://127.0.0.1:1' },
    scopes: ['pii:basic'],
    whoIs: async () => ({ id: 1 }),
    sessions,
    encryptionKeys,
    sessionCookie: name,
  });
  const pages = Router().use(login.requireLogin);
  pages.get('/', (req, res) => {
    const { userId, accessToken, grantedScopes, name, expiresAt } = attendeeOf(req);
    const { towels } = req.session;
    const form = login.formToken(req);
    res.json({ userId, accessToken, grantedScopes, name, expiresAt, towels, form });
  });
  pages.post('/towel', login.checkForm, (req, res) => {
    req.session.towels = (req.session.towels ?? 0) + 1;
    res.end();
  });
  const app = express().use(
    session({ store, name, secret, resave: false, saveUninitialized: false }),
  );
  const sendProblem: ErrorRequestHandler = (error, _req, res, _next) =>
    void res.status(error.status ?? 500).send(error.problem);
  http.on('request', login.mount(app, pages).use(sendProblem));
  return url;
}

const keys = createMemoryKeys();
const limits = { idleSeconds: 600, absoluteSeconds: 600 };
const encrypted = createEncryptedSessions({ keys, encryptionKeys, limits });
const own = ownStoreSessions({ store: new MemoryStore(), keys, longestSessionSeconds: 600 });
const hosts: [what: string, host: { sessions: Sessions; store: Store; name: string }][] = [
  ['encrypted', { sessions: encrypted, store: encrypted.store, name: 'connect.sid' }],
  ["in the app's own store", { sessions: own, store: own.store, name: 'shop' }],
];

for (const [what, host] of hosts) {
  test(`with sessions ${what}, Node’s fetch can read a page, write and log out`, async (t) => {
    const url = await startApp(t, host);
    const cookie = await logInForTests({
      store: host.store,
      secret,
      sessionCookie: host.name,
      userId: '1001',
      grantedScopes: ['pii:basic'],
      accessToken: 'a-token',
      name: 'Robin',
      session: { towels: 3 },
    });
    const read = async () => (await fetch(url, { headers: { cookie } })).json();
    const { form, expiresAt, ...page } = await read();
    const lifeMs = expiresAt - wallClock('the login');
    assert.ok(lifeMs > 3_540_000 && lifeMs <= 3_600_000, `${lifeMs} ms`);
    assert.deepEqual(page, {
      userId: '1001',
      accessToken: 'a-token',
      grantedScopes: ['pii:basic'],
      name: 'Robin',
      towels: 3,
    });
    const press = (path: string) =>
      fetch(url + path, {
        method: 'POST',
        headers: { cookie },
        body: new URLSearchParams({ form_token: form }),
        redirect: 'manual',
      });
    assert.equal((await press('/towel')).status, 200);
    assert.equal((await read()).towels, 4);
    assert.equal((await press('/logout')).status, 303);
    assert.equal((await fetch(url, { headers: { cookie } })).status, 401);
  });
}

test('without a login, Node’s fetch gets 401, because it says that it is not a navigation', async (t) => {
  const [, host] = hosts[0] ?? assert.fail();
  const url = await startApp(t, host);
  const answer = await fetch(url);
  assert.deepEqual([answer.status, await answer.text()], [401, 'login-needed']);
});

test('a cookie for another secret opens nothing', async (t) => {
  const [, host] = hosts[0] ?? assert.fail();
  const url = await startApp(t, host);
  const { store } = host;
  const cookie = await logInForTests({ store, secret: 'another', userId: '1001' });
  assert.equal((await fetch(url, { headers: { cookie } })).status, 401);
  const right = await logInForTests({ store, secret, userId: '1001' });
  const { accessToken, grantedScopes, name } = await (
    await fetch(url, { headers: { cookie: right } })
  ).json();
  assert.deepEqual([accessToken, grantedScopes, name], ['token-for-tests', [], undefined]);
});
