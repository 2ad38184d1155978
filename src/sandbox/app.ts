// The sandbox convention: a stand-in for the registration platform, to try the app against without credentials.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express, { type RequestHandler } from 'express';
import helmet from 'helmet';
import { currentUser } from './api/current-user.ts';
import { answerError, answerNotFound } from './api/errors.ts';
import { type Call, recordCalls } from './calls.ts';
import { rememberConsents } from './oauth/consent.ts';
import { interactionRoutes } from './oauth/interaction-routes.ts';
import { createProvider } from './oauth/provider.ts';
import { pageFiles } from './pages/layout.ts';
import { handmadeAttendees } from './records/handmade.ts';
import { pictures } from './records/pictures.ts';

/** How to start a sandbox; everything but the redirect URIs has a default. */
export interface SandboxOptions {
  /** 0, the default, is any free port. */
  port?: number;
  clientId?: string;
  clientSecret?: string;
  /** Where the client may be sent back to, exactly as it will ask for it. */
  redirectUris: string[];
  /** How many attendees to generate beside those made by hand. */
  attendees?: number;
  /** How long every call under `/api` takes at least, in milliseconds. */
  latencyMs?: number;
}

/** A running sandbox. */
export interface Sandbox {
  /** Without a slash at the end. */
  url: string;
  /** The most recent 10,000 requests it received, oldest first. */
  calls: readonly Call[];
  close(): Promise<void>;
}

/** Starts a sandbox on 127.0.0.1; rejects with one clear line when it cannot listen there. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const server = createServer();
  const url = await listen(server, options.port ?? 0);
  const calls: Call[] = [];
  server.on('request', createApp({ url, calls, options }));
  return { url, calls, close: () => close(server) };
}

function createApp({ url, calls, options }: { url: string; calls: Call[]; options: SandboxOptions }) {
  const attendees = new Map(handmadeAttendees(url).map((attendee) => [String(attendee.user.id), attendee]));
  const consents = rememberConsents();
  const provider = createProvider({
    url,
    client: {
      id: options.clientId ?? 'lanyard',
      secret: options.clientSecret ?? 'sandbox-secret',
      redirectUris: options.redirectUris,
    },
    consents,
    isAttendee: (id) => attendees.has(id),
  });
  const oauth = provider.callback();

  const app = express();
  app.use(recordCalls(calls));
  app.use(securityHeaders());
  app.use('/api', wait(options.latencyMs ?? 0));
  app.all(['/oauth/authorize', '/oauth/authorize/:uid', '/api/oauth/token'], (req, res) => oauth(req, res));
  app.all(['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', '/jwks'], (req, res) =>
    oauth(req, res),
  );
  app.use(interactionRoutes({ provider, consents, attendees }));
  app.use(currentUser({ provider, attendees }));
  app.use(pictures(attendees));
  app.use(pageFiles());
  app.use(answerNotFound);
  app.use(answerError);
  return app;
}

function securityHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      // No form-action: it would also block the redirects that follow a form, back to the site that asked.
      directives: {
        'default-src': ["'none'"],
        'style-src': ["'self'"],
        'img-src': ["'self'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: false,
  });
}

function wait(milliseconds: number): RequestHandler {
  return async (_req, _res, next) => {
    if (milliseconds > 0) await sleep(milliseconds);
    next();
  };
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'it is already in use' : error.message;
      reject(new Error(`The sandbox cannot listen on 127.0.0.1:${port}: ${reason}.`));
    });
    server.listen(port, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
