// What a host and its optional parts may do at each point of a login, and what is left when one of them refuses it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import express, { type ErrorRequestHandler } from 'express';
import session from 'express-session';
import {
  attendeeOf,
  createCookies,
  createLogin,
  createMemoryKeys,
  createSealedSessions,
  type Login,
  LoginError,
  type LoginOptions,
  redirectUri,
} from '../../src/login/login.ts';
import { loopBreaker } from '../../src/login/optional/loop-breaker.ts';
import { startSandbox } from '../../src/sandbox/app.ts';
import { logIn, visitor } from '../support/visitor.ts';

const encryptionKeys = [{ id: 'k', key: Buffer.alloc(32, 1) }] as const;

/** An app with one page behind the login. `options` may use the login, which is made after them. */
async function startHost(t: TestContext, options: (login: () => Login, publicUrl: URL) => Partial<LoginOptions>) {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  t.after(() => server.close().closeAllConnections());
  const publicUrl = new URL(`http://localhost:${(server.address() as AddressInfo).port}`);
  const sandbox = await startSandbox({ redirectUris: [redirectUri(publicUrl).href] });
  t.after(() => sandbox.close());
  const limits = { idleSeconds: 600, absoluteSeconds: 600 };
  const sessions = createSealedSessions({ keys: createMemoryKeys(), encryptionKeys, limits });
  const login: Login = createLogin({
    publicUrl,
    oauth: { clientId: 'lanyard', clientSecret: 'sandbox-secret', issuer: sandbox.url },
    scopes: ['pii:basic'],
    whoIs: async () => ({ id: 1 }),
    sessions,
    encryptionKeys,
    ...options(() => login, publicUrl),
  });
  const app = express();
  app.use(session({ store: sessions.store, secret: 's'.repeat(32), resave: false, saveUninitialized: false }));
  app.use(login.attendee, login.routes);
  app.get('/', login.requireLogin, (req, res) => void res.send(`<p>attendee ${attendeeOf(req).userId}</p>`));
  const tellProblem: ErrorRequestHandler = (error, _req, res, _next) => {
    res.status(error.status ?? 500).send(`<p>${error.problem ?? error.message}</p>`);
  };
  server.on('request', app.use(tellProblem));
  return publicUrl;
}

test('P10 a login that a part refuses at its last point leaves no session, and no cookie of any other part', async (t) => {
  const url = await startHost(t, (_login, publicUrl) => ({
    hooks: [
      loopBreaker({ cookies: createCookies(publicUrl, encryptionKeys) }),
      {
        async afterStoring() {
          throw new LoginError('login-again');
        },
      },
    ],
  }));
  const robin = visitor();
  const page = await logIn(robin, url, { as: 'robin' });
  assert.deepEqual([page.status, page.html], [400, '<p>login-again</p>']);
  assert.deepEqual([...robin.cookies(url.origin).keys()], []);
});

test('the app may wait while it answers a login: it knows who has logged in, and its error reaches the error handler', async (t) => {
  const heard: unknown[] = [];
  const url = await startHost(t, () => ({
    async finish(req, res, { returnTo }) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      heard.push(req.attendee?.userId);
      if (heard.length === 1) throw new Error('the database is away');
      res.redirect(303, returnTo);
    },
  }));
  const failed = await logIn(visitor(), url, { as: 'robin' });
  assert.deepEqual([failed.status, failed.html], [500, '<p>the database is away</p>']);
  const page = await logIn(visitor(), url, { as: 'robin' });
  assert.equal(page.html, '<p>attendee 1</p>');
  assert.deepEqual(heard, ['1', '1']);
});

test('P24 an app that logs somebody out at the end of their first login has logged them out', async (t) => {
  const url = await startHost(t, (login) => ({
    async finish(req, res) {
      await login().logOut(req, res);
      res.send('<p>banned</p>');
    },
  }));
  const robin = visitor();
  assert.equal((await logIn(robin, url, { as: 'robin' })).html, '<p>banned</p>');
  assert.deepEqual([...robin.cookies(url.origin).keys()], []);
});

test('a convention that does not say who it is logs nobody in', async (t) => {
  for (const id of [undefined, null, '']) {
    const url = await startHost(t, () => ({ whoIs: async () => ({ id }) as never }));
    const page = await logIn(visitor(), url, { as: 'robin' });
    assert.deepEqual([page.status, page.html], [502, '<p>login-unavailable</p>'], String(id));
  }
});
