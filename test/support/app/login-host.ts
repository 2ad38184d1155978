import { createServer } from 'node:http';
import type { TestContext } from 'node:test';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import session from 'express-session';
import {
  attendeeOf,
  createEncryptedSessions,
  createLogin,
  createMemoryKeys,
  type Login,
  type LoginOptions,
  redirectUri,
} from '../../../src/login/login.ts';
import { startSandbox } from '../../../src/sandbox/app.ts';
import { listen } from '../machine/listen.ts';

export const encryptionKeys = [{ id: 'k', key: Buffer.alloc(32, 1) }] as const;

interface HostOptions {
  /** Additional login options. `login` is a function, because the login is created later. */
  readonly options?: (login: () => Login, publicUrl: URL) => Partial<LoginOptions>;
  readonly page?: RequestHandler;
}

export async function startLoginHost(
  t: TestContext,
  { options, page = sendUserId }: HostOptions,
): Promise<URL> {
  const server = createServer();
  const publicUrl = new URL(await listen(t, server));
  const sandbox = await startSandbox({ redirectUris: [redirectUri(publicUrl).href] });
  t.after(() => sandbox.close());
  const limits = { idleSeconds: 600, absoluteSeconds: 600 };
  const sessions = createEncryptedSessions({ keys: createMemoryKeys(), encryptionKeys, limits });
  const login: Login = createLogin({
    publicUrl,
    oauth: { clientId: 'lanyard', clientSecret: 'sandbox-secret', issuer: sandbox.url },
    scopes: ['pii:basic'],
    whoIs: async () => ({ id: 1 }),
    sessions,
    encryptionKeys,
    ...options?.(() => login, publicUrl),
  });
  const app = express();
  app.use(
    session({
      store: sessions.store,
      secret: 's'.repeat(32),
      resave: false,
      saveUninitialized: false,
    }),
  );
  app.use(login.attendee, login.routes);
  app.get('/', login.requireLogin, page);
  app.use(login.renewLogin);
  const sendProblem: ErrorRequestHandler = (error, _req, res, _next) => {
    res.status(error.status ?? 500).send(`<p>${error.problem ?? error.message}</p>`);
  };
  server.on('request', app.use(sendProblem));
  return publicUrl;
}

const sendUserId: RequestHandler = (req, res) =>
  void res.send(`<p>attendee ${attendeeOf(req).userId}</p>`);
