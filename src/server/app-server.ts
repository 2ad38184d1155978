// The HTTP server of the app: Node's, with limits for slow clients and an answer to what Node's
// parser refuses. TLS and everything that it takes are the job of the proxy in front.
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

/** Milliseconds. */
export const appServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** Node looks for slow clients only every 30 seconds by default. */
  connectionsCheckingInterval: 1000,
  /**
   * For an idle connection. Longer than any proxy keeps one, as Google's do for 600 seconds:
   * whoever closes first loses no request.
   */
  keepAliveTimeout: 620_000,
};

/** Far more than the slowest page and the slowest network need. */
const defaultLongestAnswerMs = 60_000;

export interface AppServerOptions extends ServerOptions {
  /** How long a client may take for an answer after its request, in milliseconds. */
  readonly longestAnswerMs?: number | undefined;
}

/** Creates a server that answers with this app. It drops slow clients. */
export function createAppServer(
  { longestAnswerMs = defaultLongestAnswerMs, ...options }: AppServerOptions,
  app: RequestListener,
): Server {
  // The app refuses a request without Host, with its own headers.
  const server = createServer({ ...appServerOptions, ...options, requireHostHeader: false });
  /** The answers that each connection is waiting for. */
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
  // An Expect header that Node does not know. It may be ignored (RFC 9110 section 10.1.1).
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  const refused = new WeakSet<Duplex>();
  server.on('clientError', (error, socket) => {
    // What still comes cannot be read either.
    if (refused.has(socket)) return;
    refused.add(socket);
    answerUnreadable(error, socket as Socket, [...(answers.get(socket) ?? [])]);
  });
  return server;
}

/**
 * Returns path and query of an address in absolute form (RFC 9112 section 3.2.2). For an address
 * that nobody can parse, Express would pass by every middleware: it becomes one that has no page.
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
  'Content-Type: text/plain; charset=utf-8',
  'Connection: close',
];

const refusals: Readonly<Record<string, readonly [statusLine: string, text: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'Your browser is sending too many cookies. Delete those of this site in its settings, then open the page again.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'This took too long. Please try again.'],
};

const badRequest = ['400 Bad Request', 'This request cannot be read.'] as const;
/** A client that is still sending would not see the answer if the connection broke off at once. */
const lingerMs = 1000;

/** Answers what cannot be read, or comes too slowly. An answer that has begun is completed. */
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
