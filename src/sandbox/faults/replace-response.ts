// Faults that replace a response. They use only Node's `ServerResponse`, because the API runs on
// Express and the token endpoint on Koa.
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bodyOf, expiredToken, serverFailure } from '../api/errors.ts';
import type { ReplacementFault } from './fault.ts';

const megabyte = 1024 * 1024;
const botProtectionPage =
  '<!doctype html><html lang="en"><title>Just a moment</title><h1>Checking your connection</h1></html>';

export async function replaceResponse(res: ServerResponse, fault: ReplacementFault): Promise<void> {
  switch (fault.fault) {
    case 'html':
      if (fault.retryAfter !== undefined) res.setHeader('Retry-After', String(fault.retryAfter));
      return send(res, {
        status: fault.status,
        type: 'text/html; charset=utf-8',
        body: botProtectionPage,
      });
    case 'server-error':
      return send(res, {
        status: 500,
        type: 'application/json',
        body: JSON.stringify(bodyOf(serverFailure())),
      });
    case 'expired-token':
      return send(res, {
        status: 401,
        type: 'application/json',
        body: JSON.stringify(bodyOf(expiredToken())),
      });
    case 'bearer-challenge':
      res.setHeader('WWW-Authenticate', `Bearer realm="api", error="${fault.error}"`);
      res.writeHead(fault.error === 'invalid_token' ? 401 : 403).end();
      return;
    case 'reset':
      res.socket?.resetAndDestroy();
      return;
    case 'huge':
      res.writeHead(200, { 'Content-Type': 'application/json' });
      // A client with a size limit disconnects early, which is not an error here.
      await pipeline(Readable.from(hugeJson(fault.megabytes)), res).catch(() => res.destroy());
  }
}

function send(
  res: ServerResponse,
  { status, type, body }: { status: number; type: string; body: string },
): void {
  res.writeHead(status, { 'Content-Type': type });
  res.end(body);
}

/** Yields a JSON document of this size without holding it in memory. */
function* hugeJson(megabytes: number): Generator<Buffer | string> {
  const filler = Buffer.alloc(megabyte, 'x');
  yield '{"data":"';
  for (let sent = 0; sent < megabytes; sent += 1) yield filler;
  yield '"}';
}
