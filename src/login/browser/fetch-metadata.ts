// What a browser says about its request (https://www.w3.org/TR/fetch-metadata/), with a fallback
// for old browsers.
import type { Request } from 'express';

/** What browsers and mail programs have called a request that a person may never see. */
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
 * Returns those of `scopes` that the address names in `?scope=`; none unless a page of this site
 * led here.
 */
export function scopesFromOwnPage(
  req: Request,
  { publicUrl, scopes }: { publicUrl: URL; scopes: readonly string[] },
): string[] {
  if (!isFromOwnPage(req, publicUrl)) return [];
  const { scope: asked } = req.query;
  const named = [asked].flat();
  return scopes.filter((scope) => named.includes(scope));
}
