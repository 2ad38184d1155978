// Skips express-session on open pages for visitors without a session. It would create one and throw
// it away, which is a third of what such a page costs.
import type { RequestHandler } from 'express';
import { readCookies } from '../../login/login.ts';

interface SkipOptions {
  /** The full name of express-session's cookie. */
  readonly sessionCookie: string;
  /** Whether the page at this path needs no login. */
  readonly isOpen: (path: string) => boolean;
}

/** Returns `session`, skipped where an open page is read and the browser sent no session cookie. */
export function skipSessionOnOpenPages(
  session: RequestHandler,
  { sessionCookie, isOpen }: SkipOptions,
): RequestHandler {
  return (req, res, next) => {
    const isReading = req.method === 'GET' || req.method === 'HEAD';
    if (isReading && isOpen(req.path) && readCookies(req)[sessionCookie] === undefined) next();
    else session(req, res, next);
  };
}
