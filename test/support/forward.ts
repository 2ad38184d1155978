// Passes a request on to another server, as a proxy does, and its answer back.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as undici from 'undici';

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

/** Asks `site` the same, with `added` headers in place of those that the request may bring. */
export async function forward(
  site: string,
  request: IncomingMessage,
  added: Record<string, string> = {},
): Promise<Answer> {
  const { method = 'GET', url = '' } = request;
  const body = await buffer(request);
  const headers = { ...withoutHopByHop(request.headers), ...added };
  // On a connection of its own: one that is kept may be closed by the other side just when it is used again.
  const options = { method, headers, body: body.length > 0 ? body : null, reset: true };
  const answer = await undici.request(site + url, options);
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(await answer.body.arrayBuffer()) };
}

export function sendOn(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, withoutHopByHop(headers)).end(body);
}

/** What is said between two neighbours only (RFC 9110 7.6.1). */
function withoutHopByHop<Headers extends Record<string, string | string[] | undefined>>(headers: Headers) {
  const { connection: _connection, 'keep-alive': _keepAlive, 'transfer-encoding': _encoding, ...others } = headers;
  return others;
}
