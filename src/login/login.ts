// Log in with the convention: the public face of this folder. What others copy starts here.
import express, { type Request, type Response, Router } from 'express';
import { createCallback, type WhoIs } from './callback.ts';
import { type Cookies, createCookies } from './cookies.ts';
import type { KeyStore } from './key-store.ts';
import { LoginError } from './login-error.ts';
import { createOAuthClient, type OAuthSettings } from './oauth-client.ts';
import { createPendingLogins } from './pending-login.ts';
import { createLoginAgain, createRequireLogin, isNavigation, safeReturnTo } from './require-login.ts';
import { createScopeChoice } from './scope-choice.ts';
import type { KeyRing } from './sealing.ts';
import { createSessions } from './session.ts';

export type { KeyStore } from './key-store.ts';
export { LoginError } from './login-error.ts';
export { redirectUri } from './oauth-client.ts';
export { attendeeOf } from './session.ts';
export { createSessionStore } from './session-store.ts';

/** What the parts of this folder work with: the options of `createLogin`, and our cookies. */
export interface LoginContext {
  /** The address under which visitors reach this app; the redirect URI is `/login/callback` under it. */
  readonly publicUrl: URL;
  readonly oauth: OAuthSettings;
  /** The scopes to ask for. The attendee may grant fewer. */
  readonly scopes: readonly string[];
  /** Those of them that an attendee may leave out before they are asked. */
  readonly optionalScopes: readonly string[];
  readonly whoIs: WhoIs;
  readonly keys: KeyStore;
  readonly encryptionKeys: KeyRing;
  /** Sign the session cookie and the form tokens, newest first. */
  readonly sessionSecrets: readonly [string, ...string[]];
  /** A session ends after so long without a request, and after so long whatever happens. */
  readonly limits: { readonly idleSeconds: number; readonly absoluteSeconds: number };
  /** The page that tells a visitor that the session has ended by itself. */
  readonly expiredPath: string;
  /** Where a log-out ends. */
  readonly loggedOutPath: string;
  /** Other sites that `return_to` may lead to after the login. */
  readonly returnOrigins: readonly string[];
  /** Hears, without any value, of something that an operator may want to know. */
  readonly warn: (what: string) => void;
  /** Milliseconds since 1970; tests bring their own. */
  readonly now: () => number;
  readonly cookies: Cookies;
}

type Optional = 'optionalScopes' | 'expiredPath' | 'loggedOutPath' | 'returnOrigins' | 'warn' | 'now';

export type LoginOptions = Omit<LoginContext, Optional | 'cookies'> & Partial<Pick<LoginContext, Optional>>;

export function createLogin(options: LoginOptions) {
  const cookies = createCookies(options.publicUrl, options.encryptionKeys);
  const none = { optionalScopes: [], returnOrigins: [], warn: () => undefined };
  const context = { ...none, expiredPath: '/login', loggedOutPath: '/', now: Date.now, ...options, cookies };
  const oauth = createOAuthClient(context);
  const pendingLogins = createPendingLogins(context);
  const scopeChoice = createScopeChoice(context);
  const sessions = createSessions(context);
  const readForm = express.urlencoded({ extended: false, limit: '16kb' });
  const checkForm = Router().use(readForm, sessions.checkForm, pendingLogins.forgetRoundTrips);
  const routes = Router({ caseSensitive: true, strict: true });

  routes.get('/login', async (req, res) => {
    if (req.sessionFailure) throw req.sessionFailure;
    if (!isNavigation(req)) throw new LoginError('login-needed');
    // PUBLIC_URL is https, but this request came as http: the browser would never get its cookies.
    if (cookies.options.secure && !req.secure) throw new LoginError('set-trust-proxy');
    const returnTo = safeReturnTo(req.query.return_to, context) ?? '/';
    if (req.attendee && !scopeChoice.isMore(req)) return res.redirect(303, returnTo);
    const wanted = { scopes: scopeChoice.toAsk(req), returnTo, sharer: req.attendee?.userId };
    res.redirect(303, await oauth.authorizationUrl(pendingLogins.start(req, res, wanted)));
  });

  routes.get('/login/callback', createCallback({ ...context, oauth, pendingLogins, scopeChoice, sessions }));

  routes.post(['/logout', '/logout/everywhere'], checkForm, async (req: Request, res: Response) => {
    await sessions.end(req, res, { everywhere: req.path.endsWith('/everywhere') });
    res.redirect(303, context.loggedOutPath);
  });

  routes.all(['/login', '/login/callback', '/logout', '/logout/everywhere'], (req, res) => {
    const isLogOut = req.path.startsWith('/logout');
    res.set('Allow', isLogOut ? 'POST' : 'GET, HEAD');
    throw new LoginError(isLogOut ? 'logout-needs-button' : 'method-not-allowed');
  });

  return {
    /** Mount before the pages: tells them who is logged in (`req.attendee`). */
    session: sessions.load,
    /** `/login`, `/login/callback`, `/logout` and `/logout/everywhere`. */
    routes,
    /** Mount before each page that needs a login. */
    requireLogin: createRequireLogin(context),
    /** Mount before the error pages: a token that the convention refuses leads to a new login. */
    loginAgain: createLoginAgain(sessions),
    /** What the attendee chose to share, for the next login in this browser. */
    scopeChoice,
    /** The value of the hidden field `form_token` in every form that we show to somebody who is logged in. */
    formToken: sessions.formToken,
    /** Mount before every route that a form leads to: reads the form, and refuses one that is not ours. */
    checkForm,
    /** Logs out this browser, or this person on all devices. */
    end: sessions.end,
  };
}
