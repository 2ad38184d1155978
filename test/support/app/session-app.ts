// A minimal app with sessions but without a platform, for tests of races between logins and
// log-outs.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import express, { type ErrorRequestHandler, type Express } from 'express';
import expressSession from 'express-session';
import * as undici from 'undici';
import { createCookies } from '../../../src/login/browser/cookies.ts';
import type { KeyRing } from '../../../src/login/crypto.ts';
import { createEndSession, type EndSession } from '../../../src/login/log-out.ts';
import { tolerateStoreFailure } from '../../../src/login/mount.ts';
import { createLoadAttendee } from '../../../src/login/require-login.ts';
import type { SessionLimits } from '../../../src/login/sessions/encrypted-sessions.ts';
import { createEncryptedSessions } from '../../../src/login/sessions/encrypted-sessions.ts';
import { ownStoreSessions } from '../../../src/login/sessions/own-store-sessions.ts';
import { createSessionLife, type SessionLife } from '../../../src/login/sessions/session-life.ts';
import { sessionKey } from '../../../src/login/store/key-names.ts';
import type { KeyStore } from '../../../src/login/store/key-store.ts';
import type { Lifetime } from '../machine/child-app.ts';
import { listen } from '../machine/listen.ts';

export interface SessionApp {
  /**
   * Replaces the session of `cookie`, if any. Resolves to the new session's cookie and store key,
   * or to the problem.
   */
  logIn(login: {
    userId?: string;
    cookie?: string | undefined;
    /** When the login began, by the key store's clock. Default: one second ago. */
    beganAt?: number;
  }): Promise<LoggedIn | { problem: string }>;
  logOut(cookie: string): Promise<number>;
  write(cookie: string, fields: object): Promise<number>;
  /** Posts to a route from `addHost`. Resolves to the new session's cookie. */
  renew(path: string, cookie: string): Promise<string>;
  read(cookie: string): Promise<{
    session: Record<string, unknown>;
    userId: string | undefined;
    setCookie: string | null;
  }>;
  endAllOf(userId: string): Promise<unknown>;
}

export interface LoggedIn {
  readonly cookie: string;
  readonly key: string;
}

interface SessionAppOptions {
  readonly keys: KeyStore;
  readonly encryptionKeys: KeyRing;
  readonly limits: SessionLimits;
  readonly now: () => number;
  readonly ownStore?: expressSession.Store;
  /** Runs during a login, after the request has been read and before the session is stored. */
  readonly meanwhile?: () => Promise<void>;
  /** Adds the host app's routes. */
  readonly addHost?: (app: Express) => void;
}

export async function startSessionApp(
  t: Lifetime,
  options: SessionAppOptions,
): Promise<SessionApp> {
  const { app, endAllOf } = createSessionApp(options);
  return createClient(await listen(t, createServer(app)), endAllOf);
}

type EndAllOf = SessionApp['endAllOf'];

function createSessionApp(options: SessionAppOptions): { app: Express; endAllOf: EndAllOf } {
  const { keys, encryptionKeys, limits, now, ownStore } = options;
  const cookies = createCookies(new URL('http://localhost:3000'), encryptionKeys);
  const sessions = ownStore
    ? ownStoreSessions({ store: ownStore, keys, longestSessionSeconds: limits.absoluteSeconds })
    : createEncryptedSessions({ keys, encryptionKeys, limits, now });
  const carryOver = ['cart', 'passport'];
  const sessionLife = createSessionLife({ sessions, encryptionKeys, carryOver, now });
  const endSession = createEndSession({ sessionLife, cookies, sessionCookie: 'sid' });
  const middleware = expressSession({
    store: sessions.store,
    name: 'sid',
    secret: 'secret of the session app',
    resave: false,
    saveUninitialized: false,
  });
  const app = express();
  app.use(tolerateStoreFailure(middleware), createLoadAttendee({ now }), express.json());
  options.addHost?.(app);
  addRoutes(app, { sessionLife, endSession, ...options });
  return { app, endAllOf: sessionLife.endAll };
}

function addRoutes(
  app: Express,
  options: SessionAppOptions & { sessionLife: SessionLife; endSession: EndSession },
): void {
  const { keys, now, meanwhile, sessionLife, endSession } = options;

  app.post('/log-in', async (req, res) => {
    const { userId, beganAt = (await keys.now()) - 1000 } = req.body;
    const token = {
      accessToken: 'CANARY-token',
      expiresAt: now() + 3_600_000,
      grantedScopes: ['pii:basic'],
    };
    await meanwhile?.();
    await sessionLife.start(req, { attendee: { userId, ...token }, beganAt });
    res.json({ key: sessionKey(req.sessionID) });
  });
  app.post('/log-out', async (req, res) => {
    await endSession(req, res);
    res.end();
  });
  app.post('/write', (req, res) => {
    Object.assign(req.session, req.body);
    res.end();
  });
  app.get('/', (req, res) => void res.json({ session: req.session, userId: req.attendee?.userId }));
  const sendProblem: ErrorRequestHandler = (error, _req, res, _next) => {
    res.status(error.status ?? 500).json({ problem: error.problem ?? String(error) });
  };
  app.use(sendProblem);
}

function createClient(url: string, endAllOf: EndAllOf): SessionApp {
  async function send(
    method: 'GET' | 'POST',
    path: string,
    cookie: string | undefined,
    body?: object,
  ) {
    const headers = {
      ...(cookie && { cookie }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const response = await undici.request(url + path, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    });
    const text = await response.body.text();
    const [setCookie = ''] = [response.headers['set-cookie'] ?? []].flat();
    return { status: response.statusCode, json: text ? JSON.parse(text) : undefined, setCookie };
  }

  return {
    async logIn({ userId = 'CANARY-user', cookie, beganAt }) {
      const { json, setCookie } = await send('POST', '/log-in', cookie, { userId, beganAt });
      return json.problem ? json : { cookie: setCookie.split(';')[0] ?? '', key: json.key };
    },
    logOut: async (cookie) => (await send('POST', '/log-out', cookie)).status,
    write: async (cookie, fields) => (await send('POST', '/write', cookie, fields)).status,
    async renew(path, cookie) {
      const { status, setCookie } = await send('POST', path, cookie);
      assert.equal(status, 200);
      return setCookie.split(';')[0] ?? '';
    },
    async read(cookie) {
      const { json, setCookie } = await send('GET', '/', cookie);
      return { ...json, setCookie: setCookie || null };
    },
    endAllOf,
  };
}

export async function loggedIn(
  app: SessionApp,
  login: Parameters<SessionApp['logIn']>[0] = {},
): Promise<LoggedIn> {
  const response = await app.logIn(login);
  assert.ok('cookie' in response, JSON.stringify(response));
  return response;
}
