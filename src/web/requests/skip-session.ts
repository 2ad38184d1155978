// Skips express-session on open pages for visitors without a session. It would create one and throw
// it away, which is a third of what such a page costs.
import type { RequestHandler } from 'express';
import { readCookies } from '../../login/login.ts';

interface SkipOptions {
  /** The full name of express-session's cookie. */
  readonly sessionCookie: string;
  /** Whether the page at this path needs no login. */
  readonly isOpen: (path: string) => boolean;
  /** Whether it is the page that takes the place of others when a session is over. */
  readonly isExpired: (path: string) => boolean;
}

/**
 * Returns `session`, skipped where an open page is read and the browser sent no session cookie. The
 * page after the end of a session is always skipped: to open it would extend a session that has a
 * few seconds left.
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
