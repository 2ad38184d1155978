// Rejects requests that a proxy and this site may parse differently, because one request could hide
// inside another (RFC 9112 sections 3.2, 6.1 and 11.2). Node's parser already rejects most of them.
import type { Request, RequestHandler } from 'express';
import { PageError } from '../../errors.ts';

/**
 * Responds with 400 to an HTTP/1.1 request without a Host header, and to any request with several
 * Host headers or an unusual Transfer-Encoding.
 */
export const refuseAmbiguous: RequestHandler = (req, res, next) => {
  if (hasOneHost(req) && isFramedClearly(req)) return next();
  // Nothing more on this connection may be parsed as a request.
  res.set('Connection', 'close');
  throw new PageError({ status: 400, problem: 'bad-request' });
};

/** HTTP/1.0 does not require a Host header. */
function hasOneHost({ rawHeaders, httpVersion }: Request): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
  return hosts.length === 1 || (hosts.length === 0 && httpVersion === '1.0');
}

function isFramedClearly({ headers, httpVersion }: Request): boolean {
  const encoding = headers['transfer-encoding'];
  return encoding === undefined || (encoding.toLowerCase() === 'chunked' && httpVersion === '1.1');
}
