// The sandbox convention: simulates the registration platform, so that the app runs without
// credentials.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express, { type RequestHandler } from 'express';
import helmet from 'helmet';
import { allOperations, serviceScopesOf } from './api/all-operations.ts';
import { answerError, answerNotFound } from './api/errors.ts';
import { serve } from './api/operation.ts';
import { type Call, recordCalls } from './calls.ts';
import { createActiveFaults, faultRoutes } from './faults/active-faults.ts';
import { apiFaults } from './faults/api-faults.ts';
import { addTokenFaults } from './faults/token-faults.ts';
import type { Mode } from './mode.ts';
import { interactionRoutes } from './oauth/interaction-routes.ts';
import { logOut } from './oauth/log-out.ts';
import { authorizationServer, createProvider } from './oauth/provider.ts';
import { makeResponsesStrict } from './oauth/strict-responses.ts';
import { homePage } from './pages/home-page.ts';
import { pageFiles } from './pages/layout.ts';
import { pictures } from './pages/pictures.ts';
import { protocolPage } from './pages/protocol-page.ts';
import { recordSteps, recordTokenCalls } from './protocol/record.ts';
import { startProtocol } from './protocol/step.ts';
import { createConvention } from './records/convention.ts';

export interface SandboxOptions {
  /** The port to listen on. The default is 0, which picks any free port. */
  port?: number;
  clientId?: string;
  clientSecret?: string;
  /**
   * The redirect URI of an authorization request must be one of these. On localhost, any port is
   * allowed.
   */
  redirectUris: string[];
  /** The number of attendees to generate in addition to the handmade ones. The default is 0. */
  attendees?: number;
  /** How long each call under `/api` is delayed, in milliseconds. The default is 0. */
  latencyMs?: number;
  /** Whether the sandbox starts in strict mode. The default is false. */
  strict?: boolean;
}

export interface Sandbox {
  /** The base URL, without a trailing slash. */
  url: string;
  /** The most recent 10,000 requests, oldest first. Tests may empty this list. */
  calls: Call[];
  /** The current mode. The home page and tests may change it. */
  mode: Mode;
  close(): Promise<void>;
}

/**
 * Starts a sandbox on 127.0.0.1. Rejects with a one-line error if it cannot listen or register its
 * client.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const server = createServer();
  const url = await listen(server, options.port ?? 0);
  const calls: Call[] = [];
  const mode: Mode = { strict: options.strict ?? false };
  try {
    server.on('request', await createApp({ url, calls, mode, options }));
  } catch (error) {
    await close(server);
    throw error;
  }
  return { url, calls, mode, close: () => close(server) };
}

async function createApp({
  url,
  calls,
  mode,
  options,
}: {
  url: string;
  calls: Call[];
  mode: Mode;
  options: SandboxOptions;
}) {
  const { clientId = 'lanyard', clientSecret = 'sandbox-secret', redirectUris } = options;
  const convention = createConvention({ url, generated: options.attendees ?? 0 });
  const operations = allOperations(convention);
  const provider = await createProvider({
    url,
    client: { id: clientId, secret: clientSecret, redirectUris },
    serviceScopes: serviceScopesOf(operations),
    convention,
    mode,
  });
  const protocol = startProtocol();
  const activeFaults = createActiveFaults();
  recordTokenCalls(protocol, provider);
  addTokenFaults(provider, { activeFaults, convention });
  makeResponsesStrict(provider, mode);

  const app = express();
  app.use(recordCalls(calls));
  app.use(securityHeaders());
  app.use('/api', wait(options.latencyMs ?? 0), express.json());
  app.use(recordSteps(protocol, { operations, mode }));
  app.use(apiFaults({ activeFaults, provider, convention }));
  app.use(authorizationServer(provider, mode));
  app.use(interactionRoutes({ provider, convention, mode }));
  app.use(logOut({ provider, redirectUris }));
  app.use(serve(operations, { provider, mode }));
  app.use(pictures(convention));
  app.use(faultRoutes(activeFaults, (key) => convention.findByKey(key) !== undefined));
  app.use(homePage({ convention, redirectUris, mode }));
  app.use(protocolPage(protocol));
  app.use(pageFiles());
  app.use(answerNotFound);
  app.use(answerError);
  return app;
}

function securityHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      // The policy has no form-action, because that would also block the redirect back to the
      // client after a form submission.
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
    server.listen(port, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
