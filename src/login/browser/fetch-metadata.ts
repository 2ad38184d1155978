// What a request says about where it comes from (https://www.w3.org/TR/fetch-metadata/), with a
// fallback for old browsers.
import type { Request } from 'express';

/** The headers by which browsers and mail programs mark a request that a person may never see. */
const prefetchHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Whether a person navigates to a document. Images, scripts, frames and prefetches do not. */
export function isNavigation(req: Request): boolean {
  const mode = req.headers['sec-fetch-mode'] ?? 'navigate';
  const destination = req.headers['sec-fetch-dest'] ?? 'document';
  return mode === 'navigate' && destination === 'document' && !isPrefetch(req);
}

function isPrefetch({ headers }: Request): boolean {
  return prefetchHeaders.some((name) => /prefetch|preview|prerender/i.test(String(headers[name])));
}

/**
 * Whether nobody has asked for the page yet: HEAD (RFC 9110 9.2.1), or a prefetch. Such a request
 * must end nothing and use nothing up.
 */
export function isOnlyLooking(req: Request): boolean {
  return req.method === 'HEAD' || isPrefetch(req);
}

/**
 * Whether a page of this site sent the request. For browsers without Sec-Fetch-Site, Origin
 * decides, or else Referer.
 */
export function isFromOwnPage(req: Request, publicUrl: URL): boolean {
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, referer = '' } = req.headers;
  return origin === undefined
    ? referer.startsWith(`${publicUrl.origin}/`)
    : origin === publicUrl.origin;
}

/**
 * Returns the parameters of the request's address. `req.query` would depend on the setting `query
 * parser` of the host.
 */
export function queryOf({ originalUrl }: Request): URLSearchParams {
  const at = originalUrl.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : originalUrl.slice(at));
}

/** Returns one of them; undefined unless it is given exactly once (RFC 6749 3.1). */
export function parameterOf(req: Request, name: string): string | undefined {
  const [value, ...more] = queryOf(req).getAll(name);
  return more.length === 0 ? value : undefined;
}
