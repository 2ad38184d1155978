// The HTTP server of the app. Node and Express answer some requests by themselves, without our
// headers and without a line in the log: here, those too go through the app, which refuses them
// (web/unreadable-requests.ts).
import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { parseAddress } from '../text.ts';

/**
 * Creates a server that answers every request with this app, also one that cannot be read. Only a
 * CONNECT gets no answer: Node closes the connection.
 */
export function createAppServer(options: ServerOptions, app: RequestListener): Server {
  // Node would answer a request without Host by itself.
  const server = createServer({ ...options, requireHostHeader: false });
  const answers = new WeakMap<Duplex, ServerResponse>();
  const answer: RequestListener = (req, res) => {
    answers.set(req.socket, res);
    app(withReadableAddress(req), res);
  };
  server.on('request', answer);
  // An Expect header that Node does not know. It may be ignored (RFC 9110 10.1.1).
  server.on('checkExpectation', answer);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const res = answers.get(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    // Node takes the socket away from an answer shortly after its last byte.
    else if (res && (res.socket || !res.writableFinished)) breakOff(res, statusOf(error));
    else answerUnreadable(socket as Socket, { app, status: statusOf(error) });
  });
  return server;
}

type ServerOptions = NonNullable<Parameters<typeof createServer>[0]>;
type Socket = IncomingMessage['socket'];

/** Reduces an absolute address (RFC 9112 3.2.2) to path and query. */
function withReadableAddress(req: IncomingMessage): IncomingMessage {
  const { url = '', headers, httpVersion } = req;
  const isPath = url.startsWith('/') || url === '*';
  const address = isPath ? undefined : parseAddress(url);
  // Express passes by every middleware when it cannot parse an address.
  if (!isPath) req.url = address ? (address.pathname || '/') + address.search : '/';
  const lacksHost = headers.host === undefined && httpVersion !== '1.0';
  const isUnreadable = lacksHost || !(isPath || address);
  return isUnreadable ? Object.assign(req, { unreadable: 400 }) : req;
}

/** Node's parser gave up before there was a request: the app gets an empty one in its place. */
function answerUnreadable(
  socket: Socket,
  { app, status }: { app: RequestListener; status: number },
): void {
  const req = new IncomingMessage(socket);
  Object.assign(req, { method: '-', url: '/', unreadable: status });
  const res = new ServerResponse(req);
  res.assignSocket(socket);
  res.on('finish', () => socket.destroySoon());
  app(req, res);
}

/** The body of a request is broken, or comes too slowly, while the app works on it. */
function breakOff(res: ServerResponse, status: number): void {
  const { socket } = res;
  if (res.writableEnded) return void socket?.destroySoon();
  if (res.headersSent) return void socket?.destroy();
  res.on('finish', () => socket?.destroySoon());
  res.writeHead(status, { Connection: 'close', 'Content-Type': 'text/plain' });
  res.end(STATUS_CODES[status]);
}

function statusOf({ code }: NodeJS.ErrnoException): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}
