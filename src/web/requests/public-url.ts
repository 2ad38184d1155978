// Redirects visitors to PUBLIC_URL. On a different host or over http, a login would lose its
// cookies.
import type { Request, RequestHandler } from 'express';
import { PageError } from '../../errors.ts';

/**
 * Query parameter that marks a redirected request. Without it, the redirect would loop behind a
 * proxy that hides the host.
 */
const mark = 'redirected';

const backAgain =
  'a visitor was redirected to PUBLIC_URL, but the request arrived with another host or over http. Fix: let the proxy pass on Host and set X-Forwarded-Proto';

/**
 * Redirects a GET or HEAD request to `publicUrl` if it arrived on a different host, or over http
 * although `publicUrl` is https. Rejects forms sent over http. Calls `warn` once if a redirected
 * request arrives at the wrong URL again.
 */
export function redirectToPublicUrl(publicUrl: URL, warn: (what: string) => void): RequestHandler {
  let hasWarned = false;
  return (req, res, next) => {
    readSchemeInAnyCase(req);
    const isPlain = publicUrl.protocol === 'https:' && isForwardedHttp(req);
    const isElsewhere = isDifferentHost(req, publicUrl);
    const isReading = req.method === 'GET' || req.method === 'HEAD';
    if (isPlain && !isReading) throw new PageError({ status: 403, problem: 'not-over-http' });
    if (!isReading || !(isPlain || isElsewhere)) return next();
    if (!(mark in req.query)) return res.redirect(303, urlAt(publicUrl, req));
    if (!hasWarned) warn(backAgain);
    hasWarned = true;
    next();
  };
}

/**
 * A proxy may send `HTTPS` (RFC 3986 section 3.1), but Express and express-session compare it with
 * `https`.
 */
function readSchemeInAnyCase({ headers }: Request): void {
  const scheme = headers['x-forwarded-proto'];
  if (typeof scheme === 'string') headers['x-forwarded-proto'] = scheme.toLowerCase();
}

/**
 * Whether X-Forwarded-Proto says http. If the header is missing, the proxy is not configured to
 * report the scheme.
 */
function isForwardedHttp(req: Request): boolean {
  return !req.secure && /^http(,|$)/i.test(req.get('x-forwarded-proto') ?? '');
}

/**
 * Compares host names without ports, because proxies often drop the port. An HTTP/1.0 request may
 * lack a host.
 */
function isDifferentHost({ hostname }: Request, publicUrl: URL): boolean {
  return hostname !== undefined && hostname.toLowerCase() !== publicUrl.hostname;
}

/** `URL` setters preserve the host, even for a path such as `//host`. */
function urlAt(publicUrl: URL, req: Request): string {
  const [, query] = /\?(.+)$/.exec(req.originalUrl) ?? [];
  const url = new URL(publicUrl);
  url.pathname = req.path;
  url.search = query ? `${query}&${mark}=1` : `${mark}=1`;
  return url.href;
}
