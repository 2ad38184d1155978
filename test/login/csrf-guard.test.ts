import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test, { type TestContext } from 'node:test';
import { doubleCsrf } from 'csrf-csrf';
import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import session from 'express-session';
import { logInForTests } from '../../src/login/add-ons/log-in-for-tests.ts';
import {
  createEncryptedSessions,
  createLogin,
  createMemoryKeys,
  readCookies,
} from '../../src/login/login.ts';
import { encryptionKeys } from '../support/app/login-host.ts';
import { visitor } from '../support/app/visitor.ts';
import { listen } from '../support/machine/listen.ts';

const secret = 's'.repeat(32);
const sessions = createEncryptedSessions({ keys: createMemoryKeys(), encryptionKeys });

/**
 * Starts an app whose forms contain csrf-csrf tokens. Its guard is mounted before or after the
 * login.
 */
async function startApp(t: TestContext, place: 'before' | 'after') {
  const http = createServer();
  const publicUrl = new URL(await listen(t, http));
  const login = createLogin({
    publicUrl,
    oauth: { clientId: 'c', clientSecret: 's', issuer: 'http://127.0.0.1:1' },
    scopes: ['pii:basic'],
    whoIs: async () => ({ id: 1 }),
    sessions,
    encryptionKeys,
  });
  const { doubleCsrfProtection, generateCsrfToken } = doubleCsrf({
    getSecret: () => secret,
    getSessionIdentifier: (req) => req.session.id,
    cookieName: 'csrf',
    cookieOptions: { secure: false },
    getCsrfTokenFromRequest: (req) => req.body?.csrf,
  });
  const readForms: RequestHandler[] = [
    express.urlencoded({ extended: false }),
    (req, _res, next) => next(Object.assign(req, { cookies: readCookies(req) }) && undefined),
  ];
  const guard = [...readForms, doubleCsrfProtection];
  const pages = Router().get('/account', login.requireLogin, (req, res) => {
    res.json({ csrf: generateCsrfToken(req, res), form_token: login.formToken(req) });
  });
  pages.post('/order', login.requireLogin, (_req, res) => void res.send('ordered'));
  const app = express();
  app.use(session({ store: sessions.store, secret, resave: false, saveUninitialized: false }));
  if (place === 'before') app.use(guard);
  login.mount(app, place === 'after' ? Router().use(guard, pages) : pages);
  const sendProblem: ErrorRequestHandler = (error, _req, res, _next) =>
    void res.status(error.status ?? 500).send(error.problem ?? error.code);
  http.on('request', app.use(sendProblem));

  const robin = visitor();
  const cookie = await logInForTests({ store: sessions.store, secret, userId: '1001' });
  const [name = '', value = ''] = cookie.split('=');
  robin.cookies(publicUrl.origin).set(name, value);
  const tokens = await (await robin.request(`${publicUrl}account`)).json();
  return async (path: string, field: 'csrf' | 'form_token' | 'none') => {
    const form = new URLSearchParams(field === 'none' ? {} : { [field]: tokens[field] });
    const answer = await robin.request(publicUrl + path, { method: 'POST', form });
    return `${answer.status} ${await answer.text()}`;
  };
}

test('a CSRF guard after login.routes checks the forms of the app, and the login checks its own', async (t) => {
  const post = await startApp(t, 'after');
  assert.equal(await post('order', 'none'), '403 EBADCSRFTOKEN');
  assert.equal(await post('order', 'csrf'), '200 ordered');
  assert.equal(await post('logout', 'csrf'), '403 unchecked-request');
  assert.match(await post('logout', 'form_token'), /^303/);
});

test('a CSRF guard before the login refuses its log-out form, so the reference gives the order', async (t) => {
  const post = await startApp(t, 'before');
  assert.equal(await post('logout', 'form_token'), '403 EBADCSRFTOKEN');
});
