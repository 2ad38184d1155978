// Records all requests to HTTP servers in this process, and their responses.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeaders,
  Server,
  ServerResponse,
} from 'node:http';

export interface Exchange {
  readonly server: Server;
  readonly method: string;
  readonly address: string;
  readonly asked: { readonly headers: IncomingHttpHeaders; readonly body: string };
  readonly status: number;
  readonly answered: { readonly headers: OutgoingHttpHeaders; readonly body: string };
}

export interface Wire {
  readonly exchanges: readonly Exchange[];
  close(): void;
}

interface ServerEvent {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: Server;
}

export function recordExchanges(): Wire {
  const exchanges: Exchange[] = [];
  const bodies = new WeakMap<ServerResponse, { asked: () => string; answered: () => string }>();

  const onRequest = (message: unknown) => {
    const { request, response } = message as ServerEvent;
    bodies.set(response, {
      asked: recordChunks(request, ['push']),
      answered: recordChunks(response, ['write', 'end']),
    });
  };
  const onAnswer = (message: unknown) => {
    const { request, response, server } = message as ServerEvent;
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

const maxRecordedBytes = 256 * 1024;

/**
 * Copies the chunks that pass through these methods of the stream, up to about `maxRecordedBytes`.
 * The returned function returns the text so far.
 */
function recordChunks(stream: object, methods: readonly string[]): () => string {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (const name of methods) {
    const method: (...args: unknown[]) => unknown = Reflect.get(stream, name);
    Reflect.set(stream, name, (...args: unknown[]) => {
      const [chunk] = args;
      if ((typeof chunk === 'string' || chunk instanceof Uint8Array) && bytes < maxRecordedBytes) {
        chunks.push(Buffer.from(chunk as string));
        bytes += chunk.length;
      }
      return Reflect.apply(method, stream, args);
    });
  }
  return () => Buffer.concat(chunks).toString();
}
