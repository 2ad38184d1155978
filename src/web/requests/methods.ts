// Request methods: pages allow GET and HEAD, every other method gets 405, and only forms of this
// site may change anything.
import { type RequestHandler, Router } from 'express';
import { PageError } from '../../errors.ts';
import { isFromOwnPage } from '../../login/login.ts';

const readingMethods = ['GET', 'HEAD', 'OPTIONS'];
const changingMethods = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Refuses every request that would change something and does not come from a page of this site,
 * before any route sees it. TRACE and all unknown methods get 405, wherever they come from.
 */
export function sameOrigin(publicUrl: URL): RequestHandler {
  return (req, res, next) => {
    if (readingMethods.includes(req.method)) return next();
    if (!changingMethods.includes(req.method)) return methodNotAllowed('GET, HEAD')(req, res, next);
    const isOurs = isFromOwnPage(req, publicUrl);
    next(isOurs ? undefined : new PageError({ status: 403, problem: 'unchecked-request' }));
  };
}

/** Returns a route that serves GET (and HEAD) at these paths, and 405 to every other method. */
export function getOnly(paths: string | string[], show: RequestHandler): Router {
  const router = Router();
  router.route(paths).get(show).all(methodNotAllowed('GET, HEAD'));
  return router;
}

/** Responds with 405 to every method. Mount it after the handlers of the `allowed` methods. */
export function methodNotAllowed(allowed: string): RequestHandler {
  return (_req, res) => {
    res.set('Allow', allowed);
    throw new PageError({ status: 405, problem: 'method-not-allowed' });
  };
}
