// Tracks whose badge a browser keeps for use without a network (public/sw.js). An encrypted cookie
// holds the id of the owner. The copy is deleted when somebody else is logged in.
import type { Request, RequestHandler, Response } from 'express';
import { type createCookies, readCookies } from '../../login/login.ts';

export type KeptBadges = ReturnType<typeof createKeptBadges>;

/**
 * Response header of badge pages. It tells the service worker to renew its copy or to delete it.
 */
const header = 'Kept-Badge';
/** Response header of the copy: when the copy expires, in milliseconds since 1970. */
const keptUntilHeader = 'Kept-Badge-Until';

export function createKeptBadges(
  cookies: Pick<ReturnType<typeof createCookies>, 'nameOf' | 'setSealed' | 'readSealed' | 'clear'>,
  now: () => number,
) {
  const name = cookies.nameOf('kept-badge');

  /** Makes the browser delete the copy and its worker (W3C Clear-Site-Data). */
  function end(res: Response): void {
    cookies.clear(res, name);
    res.set('Clear-Site-Data', '"storage"');
    res.locals.endsKeptBadge = true;
  }

  function isOf(userId: string | undefined, req: Request): boolean {
    return cookies.readSealed<{ userId: string }>(req, name)?.userId === userId;
  }

  /** Deletes a copy that does not belong to this person. */
  function endOthers(req: Request, res: Response, userId: string | undefined): void {
    if (readCookies(req)[name] !== undefined && !isOf(userId, req)) end(res);
  }

  return {
    endOthers,

    /**
     * Mount after `login.attendee`. An expired session keeps the copy, because nobody else has
     * logged in yet.
     */
    watch: (loggedOutPath: string): RequestHandler => {
      return (req, res, next) => {
        if (req.attendee || req.path === loggedOutPath) endOthers(req, res, req.attendee?.userId);
        next();
      };
    },

    /** Call it on badge pages. Tells the worker to renew its copy, or to delete it. */
    tell(req: Request, res: Response, mayKeep: () => boolean): void {
      res.set(header, isOf(req.attendee?.userId, req) && mayKeep() ? 'renew' : 'delete');
    },

    /**
     * Call it on the copy itself. Stores its owner, and `until` (milliseconds since 1970) as its
     * expiry.
     */
    begin(res: Response, userId: string, until: number): void {
      cookies.setSealed(res, name, { userId }, until - now());
      res.set(keptUntilHeader, String(until));
    },
  };
}
