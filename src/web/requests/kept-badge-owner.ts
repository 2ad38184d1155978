// Tracks who owns the badge that a browser keeps for offline use (public/sw.js). An encrypted
// cookie holds the owner's id. The copy is deleted after a log-out, and when somebody else logs in.
import type { Request, RequestHandler, Response } from 'express';
import { type createCookies, readCookies } from '../../login/login.ts';

export type KeptBadges = ReturnType<typeof createKeptBadges>;

/**
 * Response header on badge pages that tells the service worker to renew its copy or to delete it.
 */
const header = 'Kept-Badge';
/** Response header on the copy that says when it expires, in milliseconds since 1970. */
const keptUntilHeader = 'Kept-Badge-Until';

export function createKeptBadges(
  cookies: Pick<ReturnType<typeof createCookies>, 'nameOf' | 'setSealed' | 'readSealed' | 'clear'>,
  now: () => number,
) {
  const name = cookies.nameOf('kept-badge');

  /** Makes the browser delete the copy and its service worker (W3C Clear-Site-Data). */
  function end(res: Response): void {
    cookies.clear(res, name);
    res.set('Clear-Site-Data', '"storage"');
    res.locals.endsKeptBadge = true;
  }

  function isOf(userId: string | undefined, req: Request): boolean {
    return cookies.readSealed<{ userId: string }>(req, name)?.userId === userId;
  }

  /** Deletes the copy if it does not belong to this person. */
  function endOthers(req: Request, res: Response, userId: string | undefined): void {
    if (readCookies(req)[name] !== undefined && !isOf(userId, req)) end(res);
  }

  return {
    endOthers,

    /**
     * Mount this after `login.attendee`. The copy survives an expired session, because nobody else
     * has logged in yet.
     */
    watch: (loggedOutPath: string): RequestHandler => {
      return (req, res, next) => {
        if (req.attendee || req.path === loggedOutPath) endOthers(req, res, req.attendee?.userId);
        next();
      };
    },

    /** Call this on badge pages. It tells the service worker to renew its copy or to delete it. */
    tell(req: Request, res: Response, mayKeep: () => boolean): void {
      res.set(header, isOf(req.attendee?.userId, req) && mayKeep() ? 'renew' : 'delete');
    },

    /**
     * Call this for the response that the browser keeps. Stores the owner in the cookie, and the
     * expiry `until` (milliseconds since 1970) in a header.
     */
    begin(res: Response, userId: string, until: number): void {
      cookies.setSealed(res, name, { userId }, until - now());
      res.set(keptUntilHeader, String(until));
    },
  };
}
