import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as undici from 'undici';

export interface ForwardedResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

/** The headers in `added` replace those of the request. */
export async function forward(
  site: string,
  request: IncomingMessage,
  added: Record<string, string> = {},
): Promise<ForwardedResponse> {
  const { method = 'GET', url = '' } = request;
  const body = await buffer(request);
  const headers = { ...withoutHopByHop(request.headers), ...added };
  // Uses a new connection each time, because the server may close a keep-alive connection just as
  // it is reused.
  const options = { method, headers, body: body.length > 0 ? body : null, reset: true };
  const response = await undici.request(site + url, options);
  return {
    status: response.statusCode,
    headers: response.headers,
    body: Buffer.from(await response.body.arrayBuffer()),
  };
}

export function sendOn(
  response: ServerResponse,
  { status, headers, body }: ForwardedResponse,
): void {
  response.writeHead(status, withoutHopByHop(headers)).end(body);
}

/** Removes the usual hop-by-hop headers (RFC 9110 section 7.6.1). */
function withoutHopByHop<Headers extends Record<string, string | string[] | undefined>>(
  headers: Headers,
) {
  const {
    connection: _connection,
    'keep-alive': _keepAlive,
    'transfer-encoding': _encoding,
    ...others
  } = headers;
  return others;
}
