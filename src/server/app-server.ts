// The HTTP server of the app: Node's server with timeouts for slow clients, and responses to
// requests that its parser rejects. The proxy in front of it handles TLS.
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { parseAddress } from '../text.ts';

/** Timeouts in milliseconds. */
export const appServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /**
   * How often Node checks for slow clients. Its default of 30 seconds is too coarse for these
   * timeouts.
   */
  connectionsCheckingInterval: 1000,
  /**
   * Longer than proxies keep an idle connection (Google's: 600 seconds). If the server closed the
   * connection first, the proxy's next request could be lost.
   */
  keepAliveTimeout: 620_000,
};

/** Enough for every page, even on a very slow network. */
const defaultLongestAnswerMs = 60_000;

export interface AppServerOptions extends ServerOptions {
  /** How long a response may take until the client has received it. */
  readonly longestAnswerMs?: number | undefined;
}

export function createAppServer(
  { longestAnswerMs = defaultLongestAnswerMs, ...options }: AppServerOptions,
  app: RequestListener,
): Server {
  // The app itself rejects a request without Host, so that the response has the app's headers.
  const server = createServer({ ...appServerOptions, ...options, requireHostHeader: false });
  /** The unfinished responses of each connection. */
  const answers = new WeakMap<Duplex, Set<ServerResponse>>();
  server.on('request', (req, res) => {
    const running = answers.get(req.socket) ?? new Set();
    answers.set(req.socket, running.add(res));
    const timer = setTimeout(() => req.socket.destroy(), longestAnswerMs);
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
    // Responds only once, because all further data of this connection is also unreadable.
    if (refused.has(socket)) return;
    refused.add(socket);
    answerUnreadable(error, socket as Socket, [...(answers.get(socket) ?? [])]);
  });
  return server;
}

/**
 * Returns the path and the query of a request target, which may be a complete URL (RFC 9112 3.2.2).
 * Express would skip every middleware for an invalid URL, so the result is then a path without a
 * page.
 */
function pathOf(address: string): string {
  if (address.startsWith('/') || address === '*') return address;
  const { pathname, search } = parseAddress(address) ?? { pathname: '/unreadable', search: '' };
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
 * How long the connection stays open after a refusal. A client that is still sending would miss the
 * response if the connection closed at once.
 */
const lingerMs = 1000;

/**
 * Responds to an unreadable or slow request. If another response has already begun, it is
 * completed, and then the connection is closed.
 */
function answerUnreadable(
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
