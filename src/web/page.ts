// What the app knows about a page: its path, who may see it, and how the navigation names it.
import { type RequestHandler, Router } from 'express';
import { PageError } from '../errors.ts';

export interface Page {
  /** How other pages refer to it: the name of its folder, unless a folder has several pages. */
  readonly name: string;
  readonly path: string;
  readonly routes: RequestHandler;
  /** Every page needs a login unless this is set. `in part`: its routes say which of them do. */
  readonly open?: true | 'in part';
  /** The service scope that the page requires. Without that scope, the page does not exist. */
  readonly needs?: string;
  /** The name of the page that it is part of: without that page, it does not exist. */
  readonly partOf?: string;
  /** The message key of its link in the navigation. */
  readonly navLabel?: string;
  /** The message key of its link behind "More". */
  readonly moreLabel?: string;
  /** The message key of its link in the footer. */
  readonly footerLabel?: string;
}

/**
 * Returns the path of the page with this name, or undefined if this site does not have that page:
 * then a link to it is left out.
 */
export type PathOf = (name: string) => string | undefined;

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
