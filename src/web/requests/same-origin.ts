// Only forms on this site may change anything.
import type { RequestHandler } from 'express';
import { PageError } from '../../errors.ts';
import { isFromOwnPage } from '../../login/login.ts';
import { methodNotAllowed } from './methods.ts';

const readingMethods = ['GET', 'HEAD', 'OPTIONS'];
const changingMethods = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Rejects requests that would change something, unless they come from a page of this site. Mount it
 * before all routes. TRACE and unknown methods always get 405. With every form, some browsers send
 * `Sec-Fetch-Site: none` but no Origin or Referer. For those forms, the form token decides. A POST
 * to the callback is left to the login code, whose error names the platform setting to change.
 */
export function sameOrigin(publicUrl: URL, callbackPath: string): RequestHandler {
  return (req, res, next) => {
    if (readingMethods.includes(req.method)) return next();
    if (!changingMethods.includes(req.method)) return methodNotAllowed('GET, HEAD')(req, res, next);
    const { origin, referer, 'sec-fetch-site': site } = req.headers;
    const saysNothing = site === 'none' && origin === undefined && referer === undefined;
    const isRefusedLater = req.method === 'POST' && req.path === callbackPath;
    const isAllowed = saysNothing || isRefusedLater || isFromOwnPage(req, publicUrl);
    next(isAllowed ? undefined : new PageError({ status: 403, problem: 'unchecked-request' }));
  };
}
