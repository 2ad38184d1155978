// Whose badge a browser keeps for when it has no network (public/sw.js). An encrypted cookie names
// the person. The copy ends when somebody else is logged in.
import type { Request, RequestHandler, Response } from 'express';
import { type createCookies, readCookies } from '../../login/login.ts';

export type KeptBadges = ReturnType<typeof createKeptBadges>;

/**
 * On a page of the badge: tells the worker whether its copy belongs to the person who is logged in.
 */
const header = 'Kept-Badge';
/** On the copy: when it expires, in milliseconds since 1970. */
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

    /** On a page of the badge: tells the worker to renew its copy, or to delete it. */
    tell(req: Request, res: Response, { mayKeep }: { mayKeep: boolean }): void {
      res.set(header, mayKeep && isOf(req.attendee?.userId, req) ? 'renew' : 'delete');
    },

    /** On the copy itself. `until`: milliseconds since 1970. */
    begin(res: Response, userId: string, until: number): void {
      cookies.setSealed(res, name, { userId }, until - now());
      res.set(keptUntilHeader, String(until));
    },
  };
}
