// Detects browsers that block our cookies, and browsers that lose their session after each login,
// which would otherwise be redirected forever.
import type { Request, Response } from 'express';
import { LoginError } from '../login-error.ts';
import { type Cookies, readCookies } from './cookies.ts';
import { parameterOf } from './fetch-metadata.ts';

export type CookieCheck = ReturnType<typeof createCookieCheck>;

interface CookieCheckOptions {
  readonly cookies: Cookies;
  readonly loginCookie: string;
  readonly sessionCookie: string;
  readonly paths: { readonly callback: string };
}

const test = { name: 'cookies', value: 'set' };

/**
 * Distinguishes a browser that blocks cookies from one whose pending login has expired. In both
 * cases, the callback arrives without a cookie for the pending login.
 */
export function createCookieCheck(options: CookieCheckOptions) {
  const { cookies, sessionCookie, paths } = options;
  const prefix = `${cookies.nameOf(options.loginCookie)}.`;
  const isOurs = (name: string) => name === sessionCookie || name.startsWith(prefix);

  return {
    /**
     * Whether the browser keeps our cookies. If the request has none, the result is `unknown`, or
     * `blocked` after `redirectToTest`.
     */
    resultOf(req: Request): 'kept' | 'blocked' | 'unknown' {
      if (Object.keys(readCookies(req)).some(isOurs)) return 'kept';
      return parameterOf(req, test.name) === test.value ? 'blocked' : 'unknown';
    },

    /**
     * Returns a code if a proxy has joined several Cookie headers with commas instead of semicolons
     * (RFC 9113 8.2.3). Such cookies are not split: a browser permits commas inside a value, so
     * another site on the same domain could forge our cookies.
     */
    codeOf(req: Request): 'proxy-cookies' | undefined {
      const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.split(','));
      const areJoined = pairs.some(
        (parts) =>
          parts.length > 1 && parts.some((part) => isOurs(part.split('=')[0]?.trim() ?? '')),
      );
      return areJoined ? 'proxy-cookies' : undefined;
    },

    /**
     * Sets a cookie and redirects to the callback, to find out whether the browser sends it back.
     */
    redirectToTest(res: Response, error: string | undefined): void {
      res.cookie(`${prefix}check`, '1', cookies.attributes);
      const query = new URLSearchParams({
        [test.name]: test.value,
        ...(error && { error }),
      });
      res.redirect(303, `${paths.callback}?${query}`);
    },
  };
}

export type LoopBreaker = ReturnType<typeof createLoopBreaker>;

const mostRounds = 3;
/**
 * Logins further apart than this, in milliseconds, do not count as consecutive, because the cookie
 * has expired.
 */
const roundMs = 60_000;

/** Stops endless redirects. An encrypted cookie counts consecutive logins. */
export function createLoopBreaker(cookies: Cookies) {
  const cookieName = cookies.nameOf('round-trips');
  const roundsOf = (req: Request) =>
    cookies.readEncrypted<{ count: number }>(req, cookieName)?.count ?? 0;

  return {
    /** Throws LoginError `login-loop` before the fourth login in a row. */
    check(req: Request): void {
      if (roundsOf(req) >= mostRounds) throw new LoginError('login-loop');
    },

    count(req: Request, res: Response): void {
      cookies.setEncrypted(res, cookieName, { count: roundsOf(req) + 1 }, roundMs);
    },

    /** Resets the count, because a log-out proves that there is no loop. */
    clear(req: Request, res: Response): void {
      if (roundsOf(req) > 0) cookies.clear(res, cookieName);
    },
  };
}
