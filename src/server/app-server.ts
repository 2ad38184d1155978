// The app's HTTP server: Node's server with timeouts for slow clients, and responses to requests
// that its parser rejects. The proxy in front handles TLS.
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { parseUrl } from '../text.ts';

/** Timeouts in milliseconds. */
export const appServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /**
   * How often Node checks for slow clients. The default of 30 seconds is too coarse for these
   * timeouts.
   */
  connectionsCheckingInterval: 1000,
  /**
   * Longer than proxies keep an idle connection (Google's: 600 seconds). If the server closed the
   * connection first, the proxy's next request could be lost.
   */
  keepAliveTimeout: 620_000,
};

/** Long enough for every page, even on a very slow network. */
const defaultLongestResponseMs = 60_000;

export interface AppServerOptions extends ServerOptions {
  /**
   * Longest time from a request to the end of its response. After that, the connection is closed.
   */
  readonly longestResponseMs?: number | undefined;
}

export function createAppServer(
  { longestResponseMs = defaultLongestResponseMs, ...options }: AppServerOptions,
  app: RequestListener,
): Server {
  // The app rejects requests without Host, so that the response has its security headers.
  const server = createServer({ ...appServerOptions, ...options, requireHostHeader: false });
  /** The unfinished responses on each connection. */
  const responses = new WeakMap<Duplex, Set<ServerResponse>>();
  server.on('request', (req, res) => {
    const running = responses.get(req.socket) ?? new Set();
    responses.set(req.socket, running.add(res));
    const timer = setTimeout(() => req.socket.destroy(), longestResponseMs);
    res.once('close', () => {
      clearTimeout(timer);
      running.delete(res);
    });
    req.url = pathOf(req.url ?? '');
    app(req, res);
  });
  // Ignores an unknown Expect header, as RFC 9110 10.1.1 permits.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  const refused = new WeakSet<Duplex>();
  server.on('clientError', (error, socket) => {
    // Responds only once, because everything else on this connection is unreadable too.
    if (refused.has(socket)) return;
    refused.add(socket);
    refuseUnreadable(error, socket as Socket, [...(responses.get(socket) ?? [])]);
  });
  return server;
}

/**
 * Returns the path and query of a request target, which may be a complete URL (RFC 9112 3.2.2).
 * Express would skip all middleware for an invalid URL, so an invalid one is replaced with a path
 * that has no page.
 */
function pathOf(target: string): string {
  if (target.startsWith('/') || target === '*') return target;
  const { pathname, search } = parseUrl(target) ?? { pathname: '/unreadable', search: '' };
  return (pathname || '/') + search;
}

const headers = [
  "Content-Security-Policy: default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Strict-Transport-Security: max-age=63072000',
  'X-Content-Type-Options: nosniff',
  'Cross-Origin-Opener-Policy: same-origin',
  'Cross-Origin-Resource-Policy: same-origin',
  'Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=()',
  'Cache-Control: no-store',
  'Kept-Badge: keep',
  'Content-Type: text/plain; charset=utf-8',
  'Connection: close',
];

const refusals: Readonly<Record<string, readonly [statusLine: string, text: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    "Your browser is sending too many cookies. Delete this site's cookies in its settings, then open the page again.",
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'This took too long. Please try again.'],
};

const badRequest = ['400 Bad Request', 'This request cannot be read.'] as const;
/**
 * How long a connection stays open after a refusal. If it were closed at once, a client that is
 * still sending would miss the response.
 */
const lingerMs = 1000;

/**
 * Responds to an unreadable or slow request. If another response has already begun on this
 * connection, lets that response complete instead, and then closes the connection.
 */
function refuseUnreadable(
  { code = '' }: NodeJS.ErrnoException,
  socket: Socket,
  running: readonly ServerResponse[],
): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  if (running.some(({ headersSent }) => headersSent))
    return void running.at(-1)?.once('close', () => socket.destroySoon());
  const [statusLine, text] = refusals[code] ?? badRequest;
  socket.end([`HTTP/1.1 ${statusLine}`, ...headers, '', text].join('\r\n'));
  setTimeout(() => socket.destroy(), lingerMs);
}
