// Request methods: a page returns 405 for methods that it does not allow. Most pages allow only GET
// and HEAD.
import { type RequestHandler, Router } from 'express';
import { PageError } from '../../errors.ts';

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
