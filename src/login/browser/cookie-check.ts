// Tells a browser that blocks cookies from one whose pending login has expired: both return without
// a cookie of the login.
import type { Request, Response } from 'express';
import { type Cookies, readCookies } from './cookies.ts';

export type CookieCheck = ReturnType<typeof createCookieCheck>;

interface CookieCheckOptions {
  readonly cookies: Cookies;
  /** The names of the login's own cookies begin with it. */
  readonly loginCookie: string;
  /** The full name of express-session's cookie. */
  readonly sessionCookie: string;
  readonly callbackPath: string;
}

const question = { name: 'cookies', answer: 'set' };

export function createCookieCheck(options: CookieCheckOptions) {
  const { cookies, sessionCookie, callbackPath } = options;
  const prefix = `${cookies.nameOf(options.loginCookie)}.`;
  const isOurs = (name: string) => name === sessionCookie || name.startsWith(prefix);

  return {
    /** `unknown` until `ask` has been called, if the browser sends no cookie of the login. */
    resultOf(req: Request): 'kept' | 'blocked' | 'unknown' {
      if (Object.keys(readCookies(req)).some(isOurs)) return 'kept';
      return req.query[question.name] === question.answer ? 'blocked' : 'unknown';
    },

    /**
     * Sets a cookie until the browser closes, and redirects to the callback to see it again, with
     * the known OAuth error code that the login came back with.
     */
    ask(res: Response, error: string | undefined): void {
      res.cookie(`${prefix}check`, '1', cookies.attributes);
      const query = new URLSearchParams({
        [question.name]: question.answer,
        ...(error && { error }),
      });
      res.redirect(303, `${callbackPath}?${query}`);
    },
  };
}
