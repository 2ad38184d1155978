// Sends a request exactly as given, because Node's clients would add headers. Also supports
// HTTP/1.0.
import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawRequest {
  readonly method: string;
  readonly target: string;
  readonly httpVersion: '1.0' | '1.1';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

export async function sendRaw(server: string, request: RawRequest): Promise<RawResponse> {
  const { hostname, port } = new URL(server);
  const socket = connect(Number(port), hostname);
  const { method, target, httpVersion, headers, body = '' } = request;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write([`${method} ${target} HTTP/${httpVersion}`, ...lines, '', body].join('\r\n'));
  let received = '';
  socket.setEncoding('latin1').on('data', (text) => {
    received += text;
  });
  while (!isWhole(received, method) && !socket.readableEnded)
    await Promise.race([once(socket, 'data'), once(socket, 'end')]);
  socket.destroy();
  return parse(received);
}

function parse(received: string): RawResponse {
  const [head = '', ...body] = received.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return { status: Number(statusLine.split(' ')[1]), headers, body: body.join('\r\n\r\n') };
}

/**
 * Except after HEAD, a response without Content-Length is complete only when the connection closes.
 */
function isWhole(received: string, method: string): boolean {
  if (!received.includes('\r\n\r\n')) return false;
  const { headers, body } = parse(received);
  const length = headers.get('content-length');
  if (method === 'HEAD') return true;
  return length !== null && body.length >= Number(length);
}
