// The HTTP server of the app. Node and Express answer some requests by themselves, without our
// headers and without a line in the log: here, those too go through the app, which refuses them
// (web/unreadable-requests.ts).
import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { parseAddress } from '../text.ts';

/**
 * Creates a server that answers every request with this app, also one that cannot be read, and the
 * requests of a connection one after another. Only a CONNECT gets no answer: Node closes the
 * connection.
 */
export function createAppServer(options: ServerOptions, app: RequestListener): Server {
  // Node would answer a request without Host by itself.
  const server = createServer({ ...options, requireHostHeader: false });
  const queues = new WeakMap<Duplex, Queue>();
  const answer: RequestListener = (req, res) => {
    const queue = queues.get(req.socket) ?? createQueue(app);
    queues.set(req.socket, queue);
    queue.add(req, res);
  };
  server.on('request', answer);
  // An Expect header that Node does not know. It may be ignored (RFC 9110 10.1.1).
  server.on('checkExpectation', answer);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const queue = queues.get(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (queue?.isBusy()) queue.endUnreadable(socket as Socket, statusOf(error));
    else answerUnreadable(socket as Socket, { app, status: statusOf(error) });
  });
  return server;
}

/** Hardly any client sends a request before it has the answer to the last one. */
const mostInQueue = 10;

type Queue = ReturnType<typeof createQueue>;

/** The requests of one connection: the first is being answered, the others wait. */
function createQueue(app: RequestListener) {
  const queue: { readonly req: IncomingMessage; readonly res: ServerResponse }[] = [];
  let isClosed = false;

  /** Nothing that comes later on this connection is answered. */
  function close(last: ServerResponse | undefined): void {
    isClosed = true;
    if (last && !last.headersSent) last.setHeader('Connection', 'close');
  }

  function begin(): void {
    const [turn] = queue;
    // Node gives the connection to an answer when it is the next one.
    if (turn?.res.socket) app(withReadableAddress(turn.req), turn.res);
    else if (turn) drop(turn.res);
  }

  return {
    isBusy: () => queue.length > 0,

    add(req: IncomingMessage, res: ServerResponse): void {
      if (isClosed) {
        drop(res);
        return;
      }
      queue.push({ req, res });
      res.once('close', () => {
        queue.shift();
        // Other connections first.
        if (queue.length > 0) setImmediate(begin);
      });
      if (queue.length === mostInQueue) close(res);
      if (queue.length === 1) begin();
    },

    /** What came last on the connection cannot be read: a body, or what is behind a request. */
    endUnreadable(socket: Socket, status: number): void {
      const last = queue.at(-1);
      if (isClosed || !last) return;
      close(last.res);
      if (last.req.complete || last.res.writableEnded)
        last.res.once('close', () => socket.destroySoon());
      else if (queue.length > 1) Object.assign(last.req, { unreadable: status });
      else if (last.res.headersSent) socket.destroy();
      else replaceAnswer(last.res, { app, socket, status });
    },
  };
}

/** For the app, this is as if the client had gone. */
function drop(res: ServerResponse): void {
  res.destroy();
  res.emit('close');
}

/** The body of a request is broken, or comes too slowly, while the app works on it. */
function replaceAnswer(
  res: ServerResponse,
  { app, socket, status }: { app: RequestListener; socket: Socket; status: number },
): void {
  res.detachSocket(socket);
  res.statusCode = status;
  drop(res);
  answerUnreadable(socket, { app, status });
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

function statusOf({ code }: NodeJS.ErrnoException): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}
