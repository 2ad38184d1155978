// Browsers that lose our cookies. One that blocks them is told so at its first callback, and one
// that loses its session after each login is stopped: it would be redirected for ever.
import type { Request, Response } from 'express';
import { LoginError } from '../login-error.ts';
import { type Cookies, readCookies } from './cookies.ts';
import { parameterOf } from './fetch-metadata.ts';

export type CookieCheck = ReturnType<typeof createCookieCheck>;

interface CookieCheckOptions {
  readonly cookies: Cookies;
  /** The names of the login's own cookies begin with it. */
  readonly loginCookie: string;
  /** The full name of express-session's cookie. */
  readonly sessionCookie: string;
  readonly paths: { readonly callback: string };
}

const question = { name: 'cookies', answer: 'set' };

/**
 * Tells a browser that blocks cookies from one whose pending login has expired: both return without
 * a cookie of the login.
 */
export function createCookieCheck(options: CookieCheckOptions) {
  const { cookies, sessionCookie, paths } = options;
  const prefix = `${cookies.nameOf(options.loginCookie)}.`;
  const isOurs = (name: string) => name === sessionCookie || name.startsWith(prefix);

  return {
    /** `unknown` until `ask` has been called, if the browser sends no cookie of the login. */
    resultOf(req: Request): 'kept' | 'blocked' | 'unknown' {
      if (Object.keys(readCookies(req)).some(isOurs)) return 'kept';
      return parameterOf(req, question.name) === question.answer ? 'blocked' : 'unknown';
    },

    /**
     * Sets a cookie until the browser closes, and redirects to the callback to see it again, with
     * the known OAuth error code of this callback.
     */
    ask(res: Response, error: string | undefined): void {
      res.cookie(`${prefix}check`, '1', cookies.attributes);
      const query = new URLSearchParams({
        [question.name]: question.answer,
        ...(error && { error }),
      });
      res.redirect(303, `${paths.callback}?${query}`);
    },
  };
}

export type LoopBreaker = ReturnType<typeof createLoopBreaker>;

const mostRounds = 3;
/** Rounds count as a loop if each follows the one before within this time. */
const roundMs = 60_000;

/** Counts in a sealed cookie how many logins this browser has finished in a row. */
export function createLoopBreaker(cookies: Cookies) {
  const cookieName = cookies.nameOf('round-trips');
  const roundsOf = (req: Request) =>
    cookies.readSealed<{ count: number }>(req, cookieName)?.count ?? 0;

  return {
    /** Throws LoginError `login-loop` before the fourth login in a row. */
    check(req: Request): void {
      if (roundsOf(req) >= mostRounds) throw new LoginError('login-loop');
    },

    count(req: Request, res: Response): void {
      cookies.setSealed(res, cookieName, { count: roundsOf(req) + 1 }, roundMs);
    },

    /** A log-out proves that the browser is in no loop. */
    clear(req: Request, res: Response): void {
      if (roundsOf(req) > 0) cookies.clear(res, cookieName);
    },
  };
}
