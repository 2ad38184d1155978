// Whose badge a browser keeps for when it has no network (public/sw.js). An encrypted cookie names
// the person. The copy ends when somebody else is logged in.
import type { Request, RequestHandler, Response } from 'express';
import { type createCookies, readCookies } from '../../login/login.ts';

export type KeptBadges = ReturnType<typeof createKeptBadges>;

/** Tells the worker on a page of the badge whether its copy is of the person who is logged in. */
const header = 'Kept-Badge';
/** Of the copy itself: when it ends, in milliseconds since 1970. */
const keptUntilHeader = 'Kept-Badge-Until';

export function createKeptBadges(
  cookies: Pick<ReturnType<typeof createCookies>, 'nameOf' | 'setSealed' | 'readSealed' | 'clear'>,
  now: () => number,
) {
  const name = cookies.nameOf('kept-badge');

  /** Deletes the copy and its worker by the browser itself (Clear-Site-Data, W3C). */
  function end(res: Response): void {
    cookies.clear(res, name);
    res.set('Clear-Site-Data', '"storage"');
    res.locals.endsKeptBadge = true;
  }

  function isOf(userId: string | undefined, req: Request): boolean {
    return cookies.readSealed<{ userId: string }>(req, name)?.userId === userId;
  }

  /** Ends a copy that is not of this person. */
  function endOthers(req: Request, res: Response, userId: string | undefined): void {
    if (readCookies(req)[name] !== undefined && !isOf(userId, req)) end(res);
  }

  return {
    endOthers,

    /** Mount after `login.attendee`. An expired session ends nothing: nobody else is here yet. */
    watch: (loggedOutPath: string): RequestHandler => {
      return (req, res, next) => {
        if (req.attendee || req.path === loggedOutPath) endOthers(req, res, req.attendee?.userId);
        next();
      };
    },

    /** On a page of the badge: whether the worker may renew its copy, or must delete it. */
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
