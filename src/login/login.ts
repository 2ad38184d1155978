// Log in with the convention: the public face of this folder. What others copy starts here.
import { timingSafeEqual } from 'node:crypto';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, Router } from 'express';
import { createCallback, type WhoIs } from './callback.ts';
import { cookieProfile } from './cookies.ts';
import type { KeyStore } from './key-store.ts';
import { LoginError } from './login-error.ts';
import { createOAuthClient, type OAuthClientOptions } from './oauth-client.ts';
import { createPendingLogins } from './pending-login.ts';
import { createLoginAgain } from './require-login.ts';
import { safeReturnPath } from './return-path.ts';
import type { KeyRing } from './sealing.ts';
import { createSessions } from './session.ts';
import type { SessionLimits } from './session-store.ts';

export { type KeyStore, openRedisStore } from './key-store.ts';
export { requireLogin } from './require-login.ts';
export type { KeyRing } from './sealing.ts';
export { attendeeOf } from './session.ts';

export interface LoginOptions {
  /** The address under which visitors reach this app; the redirect URI is `/login/callback` under it. */
  readonly publicUrl: URL;
  readonly oauth: Omit<OAuthClientOptions, 'redirectUri' | 'now'>;
  readonly whoIs: WhoIs;
  readonly keys: KeyStore;
  readonly encryptionKeys: KeyRing;
  readonly sessionSecrets: readonly string[];
  readonly limits: SessionLimits;
  /** Milliseconds since 1970; tests bring their own. */
  readonly now?: () => number;
}

export interface Login {
  /** Mount before the pages: tells them who is logged in (`req.attendee`). */
  readonly session: RequestHandler;
  /** `/login`, `/login/callback` and `/logout`. */
  readonly routes: RequestHandler;
  /** Mount before the error pages: a token that the convention refuses leads to a new login. */
  readonly loginAgain: ErrorRequestHandler;
  /** The hidden field `form_token` of every form of ours; undefined for a browser without a session. */
  formToken(req: Request): string | undefined;
}

/** Where the convention sends the browser back to: register exactly this address there. */
export function redirectUri(publicUrl: URL): URL {
  return new URL('/login/callback', publicUrl);
}

export function createLogin(options: LoginOptions): Login {
  const { publicUrl, keys, encryptionKeys: keyRing, limits, sessionSecrets, whoIs, now = Date.now } = options;
  const cookies = cookieProfile(publicUrl);
  const oauth = createOAuthClient({ ...options.oauth, redirectUri: redirectUri(publicUrl), now });
  const pendingLogins = createPendingLogins({ keyRing, cookies, now });
  const sessions = createSessions({ keys, keyRing, limits, cookies, sessionSecrets, now });
  const routes = Router();

  routes.get('/login', (req, res) => {
    const returnPath = safeReturnPath(req.query.return_to, publicUrl) ?? '/';
    if (req.attendee) return res.redirect(303, returnPath);
    const pending = pendingLogins.start(req, res, returnPath);
    res.redirect(303, oauth.authorizationUrl(pending).href);
  });

  routes.get('/login/callback', createCallback({ oauth, pendingLogins, sessions, keys, whoIs }));

  routes.post('/logout', express.urlencoded({ extended: false, limit: '16kb' }), async (req, res) => {
    if (req.sessionID && !isOurForm(req)) throw new LoginError('unchecked-request');
    await sessions.end(req, res);
    res.redirect(303, '/logged-out');
  });

  routes.all('/logout', () => {
    throw new LoginError('logout-needs-button');
  });
  for (const path of ['/login', '/login/callback']) {
    routes.all(path, () => {
      throw new LoginError('method-not-allowed');
    });
  }

  /** A form that we rendered for this very session; another site cannot know its token. */
  function isOurForm(req: Request): boolean {
    const expected = Buffer.from(sessions.formToken(req) ?? '');
    const given = Buffer.from(String(req.body?.form_token ?? ''));
    return expected.length > 0 && expected.length === given.length && timingSafeEqual(expected, given);
  }

  return { session: sessions.load, routes, loginAgain: createLoginAgain(sessions), formToken: sessions.formToken };
}
