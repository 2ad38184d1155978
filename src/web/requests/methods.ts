// Routes for the methods that a page has, and 405 for all others.
import { type RequestHandler, Router } from 'express';
import { PageError } from '../../errors.ts';

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
