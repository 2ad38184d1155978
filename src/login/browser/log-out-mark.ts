// Remembers in this browser that somebody logged out of it. The convention may still know them:
// until somebody presses a link to the login, nothing logs in by itself.
import type { Request, Response } from 'express';
import { type Cookies, readCookies } from './cookies.ts';
import { isFromOwnPage, parameterOf } from './fetch-metadata.ts';

export type LogOutMark = ReturnType<typeof createLogOutMark>;

interface LogOutMarkOptions {
  readonly cookies: Cookies;
  /** The names of the login's own cookies begin with it. */
  readonly loginCookie: string;
  readonly publicUrl: URL;
  /** Whether a log-out sets the mark. */
  readonly isOn: boolean;
}

/** A link with it is one of ours. It counts only in browsers without Sec-Fetch-Site. */
const pressed = { again: '1' };

export function createLogOutMark({ cookies, loginCookie, publicUrl, isOn }: LogOutMarkOptions) {
  const name = `${cookies.nameOf(loginCookie)}.out`;
  const isSet = (req: Request) => readCookies(req)[name] !== undefined;
  const clear = (res: Response) => cookies.clear(res, name);

  /** Whether a link to the login on a page of this app was pressed. */
  function isPressed(req: Request): boolean {
    const { 'sec-fetch-site': site, referer } = req.headers;
    if (site !== undefined) return isFromOwnPage(req, publicUrl);
    // A Referer of ours does not prove it: an address of ours may have brought the link there.
    const isForeign = referer !== undefined && !isFromOwnPage(req, publicUrl);
    return !isForeign && parameterOf(req, 'again') === pressed.again;
  }

  return {
    isOn,

    /** Until the browser closes. */
    set(res: Response): void {
      if (isOn) res.cookie(name, '1', cookies.attributes);
    },

    isSet,
    clear,

    /** Whether to ask before this login starts. A press on a link of ours clears the mark. */
    mustAsk(req: Request, res: Response): boolean {
      if (!isSet(req)) return false;
      if (!isPressed(req)) return true;
      clear(res);
      return false;
    },

    /** Returns the address of a link to the login that counts as pressed. */
    linkTo(
      path: string,
      { req, returnTo }: { req: Request; returnTo: string | undefined },
    ): string {
      const query = new URLSearchParams({
        ...(isSet(req) && pressed),
        ...(returnTo !== undefined && { return_to: returnTo }),
      });
      return query.size > 0 ? `${path}?${query}` : path;
    },
  };
}
