// `GET /login`: redirects the browser to the convention, with the scopes to ask for.
import type { Request, RequestHandler, Response } from 'express';
import type { Cookies } from './browser/cookies.ts';
import { isNavigation } from './browser/fetch-metadata.ts';
import { leadOn } from './browser/lead-on.ts';
import type { LogOutMark } from './browser/log-out-mark.ts';
import { addressInBrowser, isOffice } from './browser/office.ts';
import { safeReturnTo } from './browser/return-to.ts';
import type { LoginHooks } from './hooks.ts';
import { LoginError } from './login-error.ts';
import type { OAuthClient } from './oauth/oauth-client.ts';
import type { LoginPaths } from './paths.ts';
import type { LoginRequest, PendingLogins } from './pending-login.ts';

interface StartLoginOptions {
  readonly publicUrl: URL;
  readonly paths: LoginPaths;
  readonly returnOrigins: readonly string[];
  readonly scopes: readonly string[];
  readonly checkSetUp: (req: Request) => void;
  readonly cookies: Cookies;
  readonly logOutMark: LogOutMark;
  readonly pendingLogins: PendingLogins;
  readonly oauth: OAuthClient;
  readonly hooks: readonly LoginHooks[];
  readonly warn: (what: string) => void;
}

const notAllowed =
  'a link to the login has a return_to that is too long, or leads to a site that is not in returnOrigins: the login leads to the first page instead';

export function createStartLogin(options: StartLoginOptions): RequestHandler {
  const { paths, scopes, checkSetUp, cookies, pendingLogins, oauth, hooks, warn } = options;
  const { logOutMark } = options;

  return async function startLogin(req, res) {
    checkSetUp(req);
    checkRequest(req);
    const { return_to: wanted } = req.query;
    const allowed = safeReturnTo(wanted, options);
    if (wanted !== undefined && allowed === undefined) warn(notAllowed);
    if (!req.attendee && logOutMark.mustAsk(req, res)) return askFirst(res, allowed);
    const request: LoginRequest = { scopes, returnTo: allowed ?? paths.home };
    for (const hook of hooks) await hook.beforeLeaving?.(req, res, request);
    if (req.attendee && !request.evenIfLoggedIn) {
      for (const hook of hooks) hook.insteadOfLeaving?.(request);
      return res.redirect(303, request.returnTo);
    }

    await leave(req, res, request);
  };

  async function leave(req: Request, res: Response, request: LoginRequest): Promise<void> {
    if (isOffice(req)) return leadOn(res, addressInBrowser(paths.login, request.returnTo));
    const pending = pendingLogins.create(req, res, request);
    res.redirect(303, await oauth.authorizationUrl(pending));
  }

  function askFirst(res: Response, returnTo = paths.home): void {
    res.redirect(303, `${paths.loggedOut}?${new URLSearchParams({ return_to: returnTo })}`);
  }

  /**
   * Throws LoginError `login-needed` unless a person navigates here, and `set-trust-proxy` over
   * http: a browser rejects secure cookies there.
   */
  function checkRequest(req: Request): void {
    if (cookies.attributes.secure && !req.secure) {
      const fix =
        "publicUrl is https, but this request is not. Behind a proxy: app.set('trust proxy', 1), and the proxy sets X-Forwarded-Proto";
      throw new LoginError('set-trust-proxy', { fix });
    }
    if (!isNavigation(req)) throw new LoginError('login-needed', { isNoNavigation: true });
  }
}
