// Hears what every HTTP server of this process is asked and answers, whoever asks: a visitor, a browser, the app itself.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';

/** One request and its answer, as they went over the wire. */
export interface Exchange {
  /** Who answered. */
  readonly server: Server;
  readonly method: string;
  /** The address as it was sent: path and query. */
  readonly address: string;
  readonly asked: { readonly headers: IncomingHttpHeaders; readonly body: string };
  readonly status: number;
  readonly answered: { readonly headers: OutgoingHttpHeaders; readonly body: string };
}

export interface Wire {
  /** What was answered so far, oldest first. */
  readonly exchanges: readonly Exchange[];
  close(): void;
}

interface Happening {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: Server;
}

/** Listens from now on until it is closed. Of a body it keeps the first 256 KiB. */
export function listenOnWire(): Wire {
  const exchanges: Exchange[] = [];
  const bodies = new WeakMap<ServerResponse, { asked: () => string; answered: () => string }>();

  const onRequest = (message: unknown) => {
    const { request, response } = message as Happening;
    bodies.set(response, { asked: overhear(request, ['push']), answered: overhear(response, ['write', 'end']) });
  };
  const onAnswer = (message: unknown) => {
    const { request, response, server } = message as Happening;
    const { asked, answered } = bodies.get(response) ?? {};
    exchanges.push({
      server,
      method: request.method ?? '',
      address: request.url ?? '',
      asked: { headers: request.headers, body: asked?.() ?? '' },
      status: response.statusCode,
      answered: { headers: response.getHeaders(), body: answered?.() ?? '' },
    });
  };

  subscribe('http.server.request.start', onRequest);
  subscribe('http.server.response.finish', onAnswer);
  return {
    exchanges,
    close() {
      unsubscribe('http.server.request.start', onRequest);
      unsubscribe('http.server.response.finish', onAnswer);
    },
  };
}

const mostBytes = 256 * 1024;

/** Keeps a copy of each chunk that is given to these methods, and answers what was kept. */
function overhear(stream: object, methods: readonly string[]): () => string {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (const name of methods) {
    const method: (...args: unknown[]) => unknown = Reflect.get(stream, name);
    Reflect.set(stream, name, (...args: unknown[]) => {
      const [chunk] = args;
      if ((typeof chunk === 'string' || chunk instanceof Uint8Array) && bytes < mostBytes) {
        chunks.push(Buffer.from(chunk as string));
        bytes += chunk.length;
      }
      return Reflect.apply(method, stream, args);
    });
  }
  return () => Buffer.concat(chunks).toString();
}
