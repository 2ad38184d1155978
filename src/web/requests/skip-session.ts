// Skips express-session on open pages for visitors without a session. Creating and discarding a
// session would make up a third of the cost of such a page.
import type { RequestHandler } from 'express';
import { readCookies } from '../../login/login.ts';

interface SkipOptions {
  /** The full name of express-session's cookie. */
  readonly sessionCookie: string;
  /** Whether the page at this path works without a login. */
  readonly isOpen: (path: string) => boolean;
  /** Whether this is the path of the page shown after a session has expired. */
  readonly isExpired: (path: string) => boolean;
}

/**
 * Returns `session` with two exceptions. An open page skips it if the browser sent no session
 * cookie. The page shown after a session has expired always skips it, because express-session would
 * extend a session that has a few seconds left.
 */
export function skipSessionOnOpenPages(
  session: RequestHandler,
  { sessionCookie, isOpen, isExpired }: SkipOptions,
): RequestHandler {
  return (req, res, next) => {
    const isReading = req.method === 'GET' || req.method === 'HEAD';
    const hasSession = readCookies(req)[sessionCookie] !== undefined;
    if (isReading && isOpen(req.path) && (isExpired(req.path) || !hasSession)) next();
    else session(req, res, next);
  };
}
