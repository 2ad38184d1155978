// Handles callbacks that do not finish a login: repeated ones, and those without a pending login.
import type { Request, Response } from 'express';
import { parameterOf } from './browser/fetch-metadata.ts';
import type { LogOutCookie } from './browser/log-out-cookie.ts';
import type { CookieCheck, LoopBreaker } from './browser/lost-cookies.ts';
import { hashOf } from './crypto.ts';
import { LoginError } from './login-error.ts';
import { callbackError, isDenial } from './oauth/oauth-errors.ts';
import type { LoginPaths } from './paths.ts';
import type { PendingLogin, PendingLogins } from './pending-login.ts';
import { loggedOutPath, type SendToPlatform } from './start-login.ts';
import type { KeyStore } from './store/key-store.ts';

export interface LateCallbackOptions {
  readonly paths: LoginPaths;
  readonly keys: KeyStore;
  readonly pendingLogins: PendingLogins;
  readonly cookieCheck: CookieCheck;
  readonly loopBreaker: LoopBreaker;
  readonly logOutCookie: LogOutCookie;
  readonly sendToPlatform: SendToPlatform;
  readonly warn: (what: string) => void;
}

/**
 * Handles a repeated callback, after a double click on "Allow", a reload, or a lost response. The
 * code is not exchanged again. If nobody is logged in, a new login starts, usually without a click,
 * because the platform still has a session. After a log-out, the visitor is asked first.
 */
export async function respondToRepeated(
  req: Request,
  res: Response,
  options: LateCallbackOptions & { readonly pending: PendingLogin },
): Promise<void> {
  const { pending, paths, keys, logOutCookie, loopBreaker, sendToPlatform } = options;
  if (req.attendee) return res.redirect(303, pending.returnTo);
  if (logOutCookie.isSet(req)) return res.redirect(303, loggedOutPath(paths, pending.returnTo));
  loopBreaker.check(req);
  loopBreaker.count(req, res);
  // This is a new login, so it begins now.
  const beganAt = await keys.now();
  return sendToPlatform(req, res, { ...pending, beganAt, expectedUserId: undefined });
}

/**
 * Handles a callback without a pending login, for example after Back, in an old tab, or with
 * blocked cookies.
 */
export function respondWithoutPendingLogin(
  req: Request,
  res: Response,
  options: LateCallbackOptions,
): void {
  const { pendingLogins, cookieCheck, logOutCookie, paths, warn } = options;
  const cause = callbackError(parameterOf(req, 'error'));
  if (req.attendee) {
    if (cause)
      warn(
        `the platform returned the error ${cause.error} without a valid state: ignored, because the visitor is logged in`,
      );
    return void res.redirect(303, returnToOfLastLogin(req) ?? paths.home);
  }
  if (logOutCookie.isSet(req)) return void res.redirect(303, loggedOutPath(paths, paths.home));
  const cookies = cookieCheck.resultOf(req);
  if (cookies === 'unknown') return void cookieCheck.redirectToTest(res, cause?.error);
  const code = cookieCheck.codeOf(req);
  if (cookies === 'blocked') throw new LoginError('cookies-blocked', { cause, code });
  // Some servers return errors without `state`. Such a callback may also be a forged link, so we
  // show the error and leave the pending login as it is.
  if (!cause || parameterOf(req, 'state') !== undefined || !pendingLogins.hasAny(req))
    throw new LoginError('login-again', { cause, code });
  throw new LoginError(isDenial(cause) ? 'not-shared' : 'login-unavailable', { cause });
}

/**
 * Returns the `return_to` of the login that started this session, if this callback belongs to the
 * same login.
 */
function returnToOfLastLogin(req: Request): string | undefined {
  const { state, returnTo } = req.session.lastLogin ?? {};
  return state === hashOf(parameterOf(req, 'state') ?? '') ? returnTo : undefined;
}
