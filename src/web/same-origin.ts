// Only our own pages may change anything: a form that another site sends is refused before any route sees it.
import type { RequestHandler } from 'express';
import { PageError } from '../errors.ts';

/**
 * Refuses every request but GET, HEAD and OPTIONS that does not come from our own origin. The browser's Sec-Fetch-Site decides
 * (Fetch Metadata); where an old browser sends none, Origin does; a request without both is refused.
 */
export function sameOrigin(publicUrl: URL): RequestHandler {
  return (req, _res, next) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(req.method)) return next();
    const site = req.headers['sec-fetch-site'];
    const ours = site === undefined ? req.headers.origin === publicUrl.origin : site === 'same-origin';
    next(ours ? undefined : new PageError({ status: 403, problem: 'unchecked-request' }));
  };
}
