// Log in with the convention: the public face of this folder. What others copy starts here.
import express, { type ErrorRequestHandler, type Request, type RequestHandler, Router } from 'express';
import { createCallback, type WhoIs } from './callback.ts';
import { cookieProfile } from './cookies.ts';
import type { KeyStore } from './key-store.ts';
import { LoginError } from './login-error.ts';
import { createOAuthClient, type OAuthClientOptions } from './oauth-client.ts';
import { createPendingLogins } from './pending-login.ts';
import { createLoginAgain, createRequireLogin, isNavigation } from './require-login.ts';
import { safeReturnPath } from './return-path.ts';
import type { KeyRing } from './sealing.ts';
import { createSessions } from './session.ts';
import type { SessionLimits } from './session-store.ts';

export { type KeyStore, openRedisStore } from './key-store.ts';
export type { KeyRing } from './sealing.ts';
export { attendeeOf } from './session.ts';

export interface LoginOptions {
  /** The address under which visitors reach this app; the redirect URI is `/login/callback` under it. */
  readonly publicUrl: URL;
  readonly oauth: Omit<OAuthClientOptions, 'redirectUri' | 'now'>;
  readonly whoIs: WhoIs;
  readonly keys: KeyStore;
  readonly encryptionKeys: KeyRing;
  readonly sessionSecrets: readonly [string, ...string[]];
  readonly limits: SessionLimits;
  /** The page that tells a visitor that the session has ended by itself; without one they go straight to the login. */
  readonly expiredPath?: string;
  /** Where a log-out ends; `/` by default. */
  readonly loggedOutPath?: string;
  /** Milliseconds since 1970; tests bring their own. */
  readonly now?: () => number;
}

export interface Login {
  /** Mount before the pages: tells them who is logged in (`req.attendee`). */
  readonly session: RequestHandler;
  /** `/login`, `/login/callback` and `/logout`. */
  readonly routes: RequestHandler;
  /** Mount before each page that needs a login. */
  readonly requireLogin: RequestHandler;
  /** Mount before the error pages: a token that the convention refuses leads to a new login. */
  readonly loginAgain: ErrorRequestHandler;
  /** The value of the hidden field `form_token` in every form that we show to somebody who is logged in. */
  formToken(req: Request): string;
}

/** Where the convention sends the browser back to: register exactly this address there. */
export function redirectUri(publicUrl: URL): URL {
  return new URL('/login/callback', publicUrl);
}

export function createLogin(options: LoginOptions): Login {
  const { publicUrl, keys, encryptionKeys: keyRing, limits, sessionSecrets, now = Date.now } = options;
  const cookies = cookieProfile(publicUrl);
  const oauth = createOAuthClient({ ...options.oauth, redirectUri: redirectUri(publicUrl), now });
  const pendingLogins = createPendingLogins({ keyRing, cookies, now });
  const sessions = createSessions({ keys, keyRing, limits, cookies, sessionSecrets, now });
  const routes = Router();

  routes.get('/login', (req, res) => {
    if (req.sessionFailure) throw req.sessionFailure;
    if (!isNavigation(req)) throw new LoginError('login-needed');
    // PUBLIC_URL is https, but this request came as http: the browser would never get its cookies.
    if (cookies.options.secure && !req.secure) throw new LoginError('set-trust-proxy');
    const returnPath = safeReturnPath(req.query.return_to, publicUrl) ?? '/';
    if (req.attendee) return res.redirect(303, returnPath);
    const pending = pendingLogins.start(req, res, returnPath);
    res.redirect(303, oauth.authorizationUrl(pending).href);
  });

  routes.get('/login/callback', createCallback({ oauth, pendingLogins, sessions, keys, whoIs: options.whoIs }));

  routes.post('/logout', express.urlencoded({ extended: false, limit: '16kb' }), async (req, res) => {
    const mayBeLoggedIn = req.session?.attendee || req.sessionFailure;
    if (mayBeLoggedIn && !sessions.isFormToken(req, req.body?.form_token)) throw new LoginError('unchecked-request');
    await sessions.end(req, res);
    res.redirect(303, options.loggedOutPath ?? '/');
  });

  routes.all(['/login', '/login/callback', '/logout'], (req, res) => {
    const isLogOut = req.path === '/logout';
    res.set('Allow', isLogOut ? 'POST' : 'GET, HEAD');
    throw new LoginError(isLogOut ? 'logout-needs-button' : 'method-not-allowed');
  });

  return {
    session: sessions.load,
    routes,
    requireLogin: createRequireLogin(options.expiredPath ?? '/login'),
    loginAgain: createLoginAgain(sessions),
    formToken: sessions.formToken,
  };
}
