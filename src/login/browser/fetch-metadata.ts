// Detects from the headers of a request (https://www.w3.org/TR/fetch-metadata/) whether it opens a
// page, and whether a page of this app sent it. Also reads query parameters.
import type { Request } from 'express';

/** Browsers and mail programs mark prefetches with one of these headers. */
const prefetchHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/**
 * Whether the request opens a page for a person. Images, scripts, frames and prefetches do not. Old
 * browsers send no Sec-Fetch headers, so their requests are treated as page views.
 */
export function isNavigation(req: Request): boolean {
  const mode = req.headers['sec-fetch-mode'] ?? 'navigate';
  const destination = req.headers['sec-fetch-dest'] ?? 'document';
  return mode === 'navigate' && destination === 'document' && !isPrefetch(req);
}

function isPrefetch({ headers }: Request): boolean {
  return prefetchHeaders.some((name) => /prefetch|preview|prerender/i.test(String(headers[name])));
}

/**
 * Whether the request is HEAD (RFC 9110 9.2.1) or a prefetch. Such a request must not change
 * anything.
 */
export function isHeadOrPrefetch(req: Request): boolean {
  return req.method === 'HEAD' || isPrefetch(req);
}

/**
 * Whether a page of this app sent the request. Old browsers send no Sec-Fetch-Site, so we then
 * compare Origin or Referer.
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
 * Returns the query parameters. We do not use `req.query`, which depends on the app's setting
 * `query parser`.
 */
export function queryOf({ originalUrl }: Request): URLSearchParams {
  const at = originalUrl.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : originalUrl.slice(at));
}

/** Returns a query parameter, or undefined unless it is given exactly once (RFC 6749 3.1). */
export function parameterOf(req: Request, name: string): string | undefined {
  const [value, ...more] = queryOf(req).getAll(name);
  return more.length === 0 ? value : undefined;
}
