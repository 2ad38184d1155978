// The sandbox: simulates the registration platform, so that the app runs without credentials.
import { createServer, type Server } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express, { type RequestHandler } from 'express';
import helmet from 'helmet';
import { allOperations, serviceScopesOf } from './api/all-operations.ts';
import { sendError, sendNotFound } from './api/errors.ts';
import { serve } from './api/operation.ts';
import { type Call, recordCalls } from './calls.ts';
import { createActiveFaults, faultRoutes } from './faults/active-faults.ts';
import { apiFaults } from './faults/api-faults.ts';
import { addTokenFaults } from './faults/token-faults.ts';
import type { Mode } from './mode.ts';
import { interactionRoutes } from './oauth/interaction-routes.ts';
import { logOut } from './oauth/log-out.ts';
import { authorizationServer, type Client, createProvider } from './oauth/provider.ts';
import { makeResponsesStrict } from './oauth/strict-responses.ts';
import { homePage } from './pages/home-page.ts';
import { pageFiles } from './pages/layout.ts';
import { pictures } from './pages/pictures.ts';
import { protocolPage } from './pages/protocol-page.ts';
import { recordSteps, recordTokenCalls, withoutUid } from './protocol/record-steps.ts';
import { startProtocol } from './protocol/step.ts';
import { createConvention } from './records/convention.ts';

export interface SandboxOptions {
  /** The IP address or host name to listen on. Default: 127.0.0.1. */
  host?: string;
  /** The port to listen on. Default: 0, which picks any free port. */
  port?: number;
  /**
   * The origin at which browsers and apps reach the sandbox, such as https://sandbox.example.
   * Default: its host and port.
   */
  publicUrl?: string | undefined;
  /** Default: `lanyard` with the secret `sandbox-secret`. */
  clients?: Client[];
  /**
   * The redirect URIs that all clients may use. In tolerant mode, http://localhost, 127.0.0.1 and
   * [::1] are interchangeable, with any port.
   */
  redirectUris: string[];
  /** The number of attendees to generate in addition to the handmade ones. Default: 0. */
  attendees?: number;
  /** The year of the convention, which is in July. Default: 2027. */
  year?: number;
  /** How long each call under `/api` is delayed, in milliseconds. Default: 0. */
  latencyMs?: number;
  /** Whether the sandbox starts in strict mode. Default: false. */
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
 * Starts a sandbox. Rejects with a one-line error if it cannot listen or register its clients.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const server = createServer();
  const { host = '127.0.0.1', port = 0 } = options;
  const listensAt = await listen(server, { host, port });
  const url = options.publicUrl ?? listensAt;
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
  const { clients = [{ id: 'lanyard', secret: 'sandbox-secret' }], redirectUris } = options;
  const convention = createConvention({
    url,
    generated: options.attendees ?? 0,
    year: options.year,
  });
  const operations = allOperations(convention);
  const provider = await createProvider({
    url,
    clients,
    redirectUris,
    isBehindProxy: options.publicUrl !== undefined,
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
  if (options.publicUrl !== undefined) app.use(requestedAt(new URL(options.publicUrl)));
  app.use(recordCalls(calls));
  app.use(securityHeaders(), exactPaths);
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
  app.use(sendNotFound);
  app.use(sendError);
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

/**
 * The provider builds absolute URLs from these headers. The proxy in front of the sandbox may set
 * them differently, or not at all.
 */
function requestedAt({ host, protocol }: URL): RequestHandler {
  return (req, _res, next) => {
    req.headers['x-forwarded-host'] = host;
    req.headers['x-forwarded-proto'] = protocol.replace(':', '');
    next();
  };
}

/** Faults match paths exactly, so Express must not accept other spellings of a path. */
const exactPaths: RequestHandler = (req, res, next) =>
  /[A-Z%]|.\/$/.test(withoutUid(req.path)) ? sendNotFound(req, res, next) : next();

function wait(milliseconds: number): RequestHandler {
  return async (_req, _res, next) => {
    if (milliseconds > 0) await sleep(milliseconds);
    next();
  };
}

function listen(server: Server, at: { host: string; port: number }): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'it is already in use' : error.message;
      reject(new Error(`The sandbox cannot listen on ${inUrl(at.host)}:${at.port}: ${reason}.`));
    });
    server.listen(at, () => resolve(urlOf(at.host, (server.address() as AddressInfo).port)));
  });
}

/**
 * Returns the URL for a browser on this computer, because not every browser can open 0.0.0.0 or
 * [::].
 */
function urlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${inUrl(reachable)}:${port}`;
}

function inUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
