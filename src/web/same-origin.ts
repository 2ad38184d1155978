// Only our own pages may change anything: a form that another site sends is refused before any route sees it.
import type { Request, RequestHandler } from 'express';
import { PageError } from '../errors.ts';
import { methodNotAllowed } from './page.ts';

const readingMethods = ['GET', 'HEAD', 'OPTIONS'];
const changingMethods = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Refuses every request that would change something and does not come from our own origin. The browser's Sec-Fetch-Site decides
 * (Fetch Metadata); where an old browser sends none, Origin does; a request without both is refused. TRACE, and whatever
 * other method there may be, is 405 from anywhere.
 */
export function sameOrigin(publicUrl: URL): RequestHandler {
  return (req, res, next) => {
    if (readingMethods.includes(req.method)) return next();
    if (!changingMethods.includes(req.method)) return methodNotAllowed('GET, HEAD')(req, res, next);
    const site = req.headers['sec-fetch-site'];
    const ours = site === undefined ? req.headers.origin === publicUrl.origin : site === 'same-origin';
    next(ours ? undefined : new PageError({ status: 403, problem: 'unchecked-request' }));
  };
}

/** Did a page of ours lead here, and no link of another site? Sec-Fetch-Site says so; where an old browser sends none, Referer does. */
export function isFromOurPage(req: Request, publicUrl: URL): boolean {
  const site = req.headers['sec-fetch-site'];
  return site === undefined ? (req.headers.referer ?? '').startsWith(`${publicUrl.origin}/`) : site === 'same-origin';
}
