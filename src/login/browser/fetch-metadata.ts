// Uses a request's headers (https://www.w3.org/TR/fetch-metadata/) to detect whether it opens a
// page, and whether a page of this app sent it. Also reads query parameters.
import type { Request } from 'express';

/** Browsers and email programs mark prefetches with one of these headers. */
const prefetchHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/**
 * Whether the request opens a page for a person. Images, scripts, frames and prefetches do not. Old
 * browsers do not send Sec-Fetch headers, so their requests are treated as page views.
 */
export function isNavigation(req: Request): boolean {
  const mode = req.headers['sec-fetch-mode'] ?? 'navigate';
  const destination = req.headers['sec-fetch-dest'] ?? 'document';
  const isDocument = mode === 'navigate' && destination === 'document';
  return (isDocument || isPassedOn(req)) && !isPrefetch(req);
}

/**
 * Whether a service worker received a navigation and forwarded it with `fetch(event.request)`. The
 * destination is then `empty`. The mode remains `navigate`, which no page can choose, or becomes
 * `same-origin` if the worker sets options (https://fetch.spec.whatwg.org/#dom-request). The worker
 * may have been left behind by an earlier site on this origin.
 */
function isPassedOn({ headers }: Request): boolean {
  const { accept = '', 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers;
  if (destination !== 'empty') return false;
  return mode === 'navigate' || (mode === 'same-origin' && accept.startsWith('text/html'));
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
 * Whether a page of this app sent the request. Usually, Sec-Fetch-Site decides. In three cases,
 * Origin decides instead, or Referer if there is no Origin:
 * - Sec-Fetch-Site is missing, as in old browsers.
 * - It is `same-origin`, but a service worker forwarded the request. Even a typed URL then arrives
 *   as `same-origin`.
 * - It is `none` on a form, because some browsers send `none` with every form.
 */
export function isFromOwnPage(req: Request, publicUrl: URL): boolean {
  const { origin, referer = '', 'sec-fetch-site': site } = req.headers;
  const isForm = req.method !== 'GET' && req.method !== 'HEAD';
  if (site === 'same-origin' && !isPassedOn(req)) return true;
  const isUnclear = site === undefined || site === 'same-origin' || (site === 'none' && isForm);
  if (!isUnclear) return false;
  return origin === undefined
    ? referer.startsWith(`${publicUrl.origin}/`)
    : origin === publicUrl.origin;
}

/**
 * Returns the query parameters. We do not use `req.query`, which depends on the app's `query
 * parser` setting.
 */
export function queryOf({ originalUrl }: Request): URLSearchParams {
  const at = originalUrl.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : originalUrl.slice(at));
}

/** Returns a query parameter, or undefined if it is missing or repeated (RFC 6749 3.1). */
export function parameterOf(req: Request, name: string): string | undefined {
  const [value, ...more] = queryOf(req).getAll(name);
  return more.length === 0 ? value : undefined;
}
