// A cookie that remembers a log-out in this browser. The platform may still have a session, so
// the next login needs a click.
import type { Request, Response } from 'express';
import { hashOf, randomSecret, sameSecret } from '../crypto.ts';
import { type Cookies, readCookies } from './cookies.ts';
import { isFromOwnPage, parameterOf } from './fetch-metadata.ts';

export type LogOutCookie = ReturnType<typeof createLogOutCookie>;

interface LogOutCookieOptions {
  readonly cookies: Cookies;
  readonly loginCookie: string;
  readonly publicUrl: URL;
  /** Whether a log-out sets the cookie (`askAfterLogOut`). */
  readonly isOn: boolean;
}

/**
 * The query parameter in our own links, for browsers without Sec-Fetch-Site. Its value is a hash of
 * the secret in the cookie, which another site does not know.
 */
const pressed = 'again';
/** How long a log-out on all devices is remembered, in milliseconds. */
const everywhereMs = 600_000;

/** The form token identifies the session, even without the session cookie (form-token.ts). */
const formTokenIn = (req: Request) => String(req.body?.form_token ?? '');

export function createLogOutCookie({ cookies, loginCookie, publicUrl, isOn }: LogOutCookieOptions) {
  const name = `${cookies.nameOf(loginCookie)}.out`;
  const secretOf = (req: Request) => readCookies(req)[name];
  const isSet = (req: Request) => secretOf(req) !== undefined;
  const clear = (res: Response) => cookies.clear(res, name);
  const everywhere = `${cookies.nameOf(loginCookie)}.everywhere`;

  /** Whether the visitor followed a link to the login on a page of this app. */
  function isPressed(req: Request): boolean {
    const { 'sec-fetch-site': site, referer } = req.headers;
    if (site !== undefined) return isFromOwnPage(req, publicUrl);
    // Our own URL as the Referer proves nothing: a link on our page may lead to a site that
    // redirects to the login.
    const isForeign = referer !== undefined && !isFromOwnPage(req, publicUrl);
    const [sent = '', secret = ''] = [parameterOf(req, pressed), secretOf(req)];
    // An earlier version set the cookie to `1`, which anybody can guess.
    return !isForeign && secret.length > 1 && sameSecret(hashOf(secret), sent);
  }

  return {
    isOn,

    /** Sets the cookie, which lasts until the browser is closed. */
    set(res: Response): void {
      if (isOn) res.cookie(name, randomSecret(), cookies.attributes);
    },

    isSet,
    clear,

    /**
     * Remembers that this form logged its sender out everywhere, in case it is sent again without a
     * session.
     */
    setEverywhere(req: Request, res: Response): void {
      const token = formTokenIn(req);
      const attributes = { ...cookies.attributes, maxAge: everywhereMs };
      if (token !== '') res.cookie(everywhere, hashOf(token), attributes);
    },

    /** Whether this form has already logged its sender out everywhere. */
    wasEverywhere: (req: Request) => readCookies(req)[everywhere] === hashOf(formTokenIn(req)),

    /**
     * Whether to ask the visitor before this login. After a click on a link in this app, clears the
     * cookie instead.
     */
    mustAsk(req: Request, res: Response): boolean {
      if (!isSet(req)) return false;
      if (!isPressed(req)) return true;
      clear(res);
      return false;
    },

    /**
     * Returns the path of a "Log in" link on one of our pages. After a log-out, this link starts
     * the login without asking first.
     */
    linkTo(
      path: string,
      { req, returnTo }: { req: Request; returnTo: string | undefined },
    ): string {
      const secret = secretOf(req);
      const query = new URLSearchParams({
        ...(secret !== undefined && { [pressed]: hashOf(secret) }),
        ...(returnTo !== undefined && { return_to: returnTo }),
      });
      return query.size > 0 ? `${path}?${query}` : path;
    },
  };
}
