// What a page is to the app: where it stands, who may see it, and whether the navigation names it.
import { type RequestHandler, Router } from 'express';
import { PageError } from '../errors.ts';

export interface Page {
  readonly path: string;
  readonly routes: RequestHandler;
  /** A page needs a login unless it says here that it is open to everybody. */
  readonly open?: true;
  /** The service scope without which there is no such page. */
  readonly needs?: string;
  /** The message that names this page in the navigation. */
  readonly navLabel?: string;
  /** The message that names it in the footer. */
  readonly footerLabel?: string;
}

/** A route that answers GET (and HEAD) at these paths, and 405 to every other method. */
export function getOnly(paths: string | string[], show: RequestHandler): Router {
  const router = Router();
  router.route(paths).get(show).all(methodNotAllowed('GET, HEAD'));
  return router;
}

/** Answers 405 to every method: mount it after those that an address takes, which are `allowed`. */
export function methodNotAllowed(allowed: string): RequestHandler {
  return (_req, res) => {
    res.set('Allow', allowed);
    throw new PageError({ status: 405, problem: 'method-not-allowed' });
  };
}
