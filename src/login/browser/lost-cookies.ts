// Detects browsers that block our cookies, and browsers that lose their session after each login,
// which would be redirected for ever.
import type { Request, Response } from 'express';
import { LoginError } from '../login-error.ts';
import { type Cookies, readCookies } from './cookies.ts';
import { parameterOf } from './fetch-metadata.ts';

export type CookieCheck = ReturnType<typeof createCookieCheck>;

interface CookieCheckOptions {
  readonly cookies: Cookies;
  /** Prefix of the login's own cookies. */
  readonly loginCookie: string;
  /** The full name of express-session's cookie. */
  readonly sessionCookie: string;
  readonly paths: { readonly callback: string };
}

const question = { name: 'cookies', answer: 'set' };

/**
 * Distinguishes a browser that blocks cookies from an expired login: both return without a cookie
 * of the login.
 */
export function createCookieCheck(options: CookieCheckOptions) {
  const { cookies, sessionCookie, paths } = options;
  const prefix = `${cookies.nameOf(options.loginCookie)}.`;
  const isOurs = (name: string) => name === sessionCookie || name.startsWith(prefix);

  return {
    /** Without a cookie of the login, `unknown` until `ask` has been called. */
    resultOf(req: Request): 'kept' | 'blocked' | 'unknown' {
      if (Object.keys(readCookies(req)).some(isOurs)) return 'kept';
      return parameterOf(req, question.name) === question.answer ? 'blocked' : 'unknown';
    },

    /** Sets a cookie and redirects to the callback, to see whether the browser sends it back. */
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
/** Logins count as a loop if each starts within this time after the one before. */
const roundMs = 60_000;

/** Counts the logins in a row in an encrypted cookie. */
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

    /** A log-out proves that there is no loop. */
    clear(req: Request, res: Response): void {
      if (roundsOf(req) > 0) cookies.clear(res, cookieName);
    },
  };
}
