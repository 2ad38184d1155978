// Request methods. Pages allow GET and HEAD, and return 405 for other methods. Only forms on this
// site may change anything.
import { type RequestHandler, Router } from 'express';
import { PageError } from '../../errors.ts';
import { isFromOwnPage } from '../../login/login.ts';

const readingMethods = ['GET', 'HEAD', 'OPTIONS'];
const changingMethods = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Rejects requests that would change something, unless they come from a page of this site. Mount it
 * before all routes. TRACE and unknown methods always get 405. Some browsers send neither Origin
 * nor Referer, and `Sec-Fetch-Site: none` for every form. For these, the form token decides. A POST
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

/**
 * Returns a route that runs `show` for GET and HEAD at these paths, and returns 405 for every other
 * method.
 */
export function getOnly(paths: string | string[], show: RequestHandler): Router {
  const router = Router();
  router.route(paths).get(show).all(methodNotAllowed('GET, HEAD'));
  return router;
}

/**
 * Returns a handler that responds with 405 to every method. Mount it after the handlers for the
 * `allowed` methods.
 */
export function methodNotAllowed(allowed: string): RequestHandler {
  return (_req, res) => {
    res.set('Allow', allowed);
    throw new PageError({ status: 405, problem: 'method-not-allowed' });
  };
}
