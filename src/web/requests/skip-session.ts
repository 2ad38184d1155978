// Skips express-session on open pages for visitors without a session. Creating and discarding a
// session would make up a third of the cost of such a page.
import type { RequestHandler } from 'express';
import { readCookies } from '../../login/login.ts';

interface SkipOptions {
  /** The full name of express-session's cookie. */
  readonly sessionCookie: string;
  /** Whether the page at this path works without a login. */
  readonly isOpen: (path: string) => boolean;
}

/** Returns `session`, but an open page skips it if the browser sent no session cookie. */
export function skipSessionOnOpenPages(
  session: RequestHandler,
  { sessionCookie, isOpen }: SkipOptions,
): RequestHandler {
  return (req, res, next) => {
    const isReading = req.method === 'GET' || req.method === 'HEAD';
    const hasSession = readCookies(req)[sessionCookie] !== undefined;
    if (isReading && isOpen(req.path) && !hasSession) next();
    else session(req, res, next);
  };
}
