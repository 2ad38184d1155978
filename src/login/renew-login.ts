// Starts a new login if the platform rejects a session's token.
import type { ErrorRequestHandler } from 'express';
import { isHeadOrPrefetch } from './browser/fetch-metadata.ts';
import type { LogOutCookie } from './browser/log-out-cookie.ts';
import type { EndSession } from './log-out.ts';
import type { LoginPaths } from './paths.ts';
import { redirectToLogin, refuseUnlessPage } from './require-login.ts';
import { leaveWithoutSession, type SessionLife } from './sessions/session-life.ts';

interface RenewLoginOptions {
  readonly publicUrl: URL;
  readonly paths: LoginPaths;
  readonly sessionLife: Pick<SessionLife, 'isReplaced'>;
  readonly endSession: EndSession;
  readonly logOutCookie: LogOutCookie;
}

/**
 * Creates an error handler for `problem: 'login-needed'`, which means that the platform rejects the
 * token. It ends the session, and redirects page views to the login. HEAD requests and prefetches
 * do not end sessions. If the error has `isOfAnotherUser`, which your platform client may set, the
 * token now belongs to a different account, so the visitor is asked before the next login (unless
 * `askAfterLogOut` is off).
 */
export function createRenewLogin(options: RenewLoginOptions): ErrorRequestHandler {
  const { publicUrl, paths, sessionLife, endSession, logOutCookie } = options;
  return async function renewLogin(error, req, res, next) {
    const isRefused = error?.problem === 'login-needed' && !error.isNoNavigation;
    if (!isRefused || !req.attendee || res.headersSent) return next(error);
    if (await sessionLife.isReplaced(req)) {
      // The token belongs to the old session, but the browser already has the new session's cookie.
      leaveWithoutSession(req);
      refuseUnlessPage(req, res);
      return res.redirect(303, req.originalUrl);
    }
    const mustAsk = error.isOfAnotherUser && logOutCookie.isOn;
    if (!isHeadOrPrefetch(req)) {
      await endSession(req, res);
      if (mustAsk) logOutCookie.set(res);
    }
    refuseUnlessPage(req, res);
    redirectToLogin(req, res, { publicUrl, paths, path: mustAsk ? paths.loggedOut : paths.login });
  };
}
