// Handles `GET /login`, which redirects the browser to the platform.
import type { Request, RequestHandler, Response } from 'express';
import type { Cookies } from './browser/cookies.ts';
import { isNavigation, parameterOf } from './browser/fetch-metadata.ts';
import type { LogOutCookie } from './browser/log-out-cookie.ts';
import type { LoopBreaker } from './browser/lost-cookies.ts';
import type { LoginHooks } from './hooks.ts';
import { LoginError } from './login-error.ts';
import type { OAuthClient } from './oauth/oauth-client.ts';
import { type Finish, outcomeOf } from './outcome.ts';
import type { LoginPaths } from './paths.ts';
import type { LoginRequest, PendingLogins } from './pending-login.ts';
import { safeReturnTo } from './return-to.ts';
import type { KeyStore } from './store/key-store.ts';

interface StartLoginOptions {
  readonly publicUrl: URL;
  readonly paths: LoginPaths;
  readonly returnOrigins: readonly string[];
  readonly scopes: readonly string[];
  readonly checkSetUp: (req: Request) => void;
  readonly cookies: Cookies;
  readonly keys: KeyStore;
  readonly logOutCookie: LogOutCookie;
  readonly loopBreaker: LoopBreaker;
  readonly hooks: LoginHooks;
  readonly sendToPlatform: SendToPlatform;
  readonly finish: Finish;
  readonly warn: (what: string) => void;
}

const notAllowed =
  'a link to the login has an invalid return_to (too long, a path of the login, or a site that is not in returnOrigins), so the visitor lands on the home page. Fix: correct the link, or add its site to returnOrigins';

export function createStartLogin(options: StartLoginOptions): RequestHandler {
  const { paths, scopes, checkSetUp, cookies, keys, logOutCookie, loopBreaker, warn } = options;
  const { sendToPlatform, hooks, finish } = options;

  return async function startLogin(req, res) {
    checkSetUp(req);
    const returnTo = wantedPage(req);
    checkRequest(req, returnTo);
    if (!req.attendee && logOutCookie.mustAsk(req, res))
      return res.redirect(303, loggedOutPath(paths, returnTo));
    if (!req.attendee) loopBreaker.check(req);

    const prompt = parameterOf(req, 'prompt') === 'login' ? 'login' : undefined;
    const beganAt = await keys.now();
    const request: LoginRequest = { scopes: [...scopes], returnTo, prompt, beganAt };
    await hooks.beforeLogin?.(req, res, request);
    const isNeeded = !req.attendee || request.prompt || request.expectedUserId;
    if (isNeeded) return sendToPlatform(req, res, request);
    const outcome = { returnTo: request.returnTo, scopes: [] };
    return finish(req, res, outcomeOf('already-logged-in', outcome, []));
  };

  function wantedPage(req: Request): string {
    const wanted = parameterOf(req, 'return_to');
    if (wanted === undefined) return paths.home;
    const allowed = safeReturnTo(wanted, options);
    if (allowed === undefined) warn(notAllowed);
    return allowed ?? paths.home;
  }

  /**
   * Throws LoginError `login-needed` unless the request opens a page for a person. Throws
   * `set-trust-proxy` if `publicUrl` is https but the request is not, because express-session then
   * sets no secure cookie.
   */
  function checkRequest(req: Request, returnTo: string): void {
    if (cookies.attributes.secure && !req.secure) {
      const fix =
        "publicUrl is https, but this request is not. Behind a proxy, call app.set('trust proxy', 1), and let the proxy set X-Forwarded-Proto";
      throw new LoginError('set-trust-proxy', { fix });
    }
    if (!isNavigation(req))
      throw new LoginError('login-needed', { returnTo, isNoNavigation: true });
  }
}

/** Returns the path of the page that asks the visitor to confirm a login after a log-out. */
export function loggedOutPath(paths: LoginPaths, returnTo: string): string {
  return `${paths.loggedOut}?${new URLSearchParams({ return_to: returnTo })}`;
}

/** Creates a pending login, and redirects the browser to the platform. */
export type SendToPlatform = (req: Request, res: Response, request: LoginRequest) => Promise<void>;

export function createSendToPlatform({
  pendingLogins,
  oauth,
}: {
  pendingLogins: PendingLogins;
  oauth: OAuthClient;
}): SendToPlatform {
  return async (req, res, request) => {
    const pending = pendingLogins.create(req, res, request);
    res.redirect(303, await oauth.authorizationUrl(pending));
  };
}
