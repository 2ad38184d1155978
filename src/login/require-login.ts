// Loads the attendee on each request, and guards the pages that need a login.
import type { Request, RequestHandler, Response } from 'express';
import { readCookies } from './browser/cookies.ts';
import { isFromOwnPage, isNavigation } from './browser/fetch-metadata.ts';
import type { LogOutCookie } from './browser/log-out-cookie.ts';
import { LoginError } from './login-error.ts';
import type { LoginPaths } from './paths.ts';
import { longestReturnTo } from './return-to.ts';
import { isLive } from './sessions/session-life.ts';
import { sessionKey } from './store/key-names.ts';

export function createLoadAttendee({ now }: { now: () => number }): RequestHandler {
  return function loadAttendee(req, _res, next) {
    // `req.session` is missing if express-session is not mounted here, which mount.ts reports.
    if (!req.session && !req.sessionFailure) return next();
    req.attendee = undefined;
    req.sessionReadAt = now();
    const attendee = req.session?.attendee;
    if (attendee && !isOwnLogin(req)) delete req.session.attendee;
    else if (attendee && attendee.expiresAt > now()) req.attendee = attendee;
    next();
  };
}

/**
 * Whether the login code wrote the attendee to this session. An app with its own store may have
 * copied the attendee from another session.
 */
function isOwnLogin({ session, sessionID }: Request): boolean {
  return session.storedAs === sessionKey(sessionID);
}

interface RequireLoginOptions {
  readonly publicUrl: URL;
  readonly paths: LoginPaths;
  readonly sessionCookie: string;
  readonly checkSetUp: (req: Request) => void;
  readonly logOutCookie: LogOutCookie;
}

/**
 * Creates middleware that continues only for a logged-in attendee. Other requests get one of five
 * responses, unless the set-up is wrong or the session cannot be read:
 * - A page view is redirected to `paths.loggedOut` after a log-out.
 * - A page view is redirected to `paths.expired` if its session has expired or was ended elsewhere.
 * - Any other page view is redirected to the login.
 * - A form fails with LoginError `nothing-saved` (401), because a redirect would lose its content.
 * - A request from a script, an image or a socket fails with LoginError `login-needed` (401).
 *
 *     pages.get('/profile', login.requireLogin, (req, res) => {
 *       res.send(`You are attendee ${attendeeOf(req).userId}`);
 *     });
 */
export function createRequireLogin(options: RequireLoginOptions): RequestHandler {
  const { publicUrl, paths, sessionCookie, checkSetUp, logOutCookie } = options;

  return function requireLogin(req, res, next) {
    // Only Express catches errors from middleware. During a socket upgrade, they would end the
    // process.
    try {
      checkSetUp(req);
      if (!req.attendee) {
        refuseUnlessPage(req, res);
        return redirectToLogin(req, res, { publicUrl, paths, path: pathFor(req, res) });
      }
    } catch (error) {
      return next(error);
    }
    next();
  };

  function pathFor(req: Request, res: Response): string {
    const hasLoggedOut = logOutCookie.isSet(req);
    const withoutLogOut = hadSession(req) ? paths.expired : paths.login;
    const path = hasLoggedOut ? paths.loggedOut : withoutLogOut;
    const [pathname] = req.originalUrl.split('?');
    if (pathname !== path) return path;
    // `paths.loggedOut` asks the visitor to confirm the next login. If that page itself requires a
    // login, it can never ask.
    if (hasLoggedOut && req.method !== 'HEAD') logOutCookie.clear(res);
    return paths.login;
  }

  /** Whether the browser sent the cookie of a session that is no longer live. */
  function hadSession(req: Request): boolean {
    return readCookies(req)[sessionCookie] !== undefined && !isLive(req);
  }
}

interface Target {
  readonly publicUrl: URL;
  readonly paths: LoginPaths;
  readonly path: string;
}

/** Throws a LoginError unless the response can be a redirect to the login. */
export function refuseUnlessPage(req: Request, res: Response): void {
  // A redirect would lose the form's content.
  if (req.method !== 'GET' && req.method !== 'HEAD') throw new LoginError('nothing-saved');
  // A socket does not have an Express response.
  const isSocket = req.headers.upgrade !== undefined || typeof res.redirect !== 'function';
  if (isSocket || !isNavigation(req))
    throw new LoginError('login-needed', { returnTo: req.originalUrl });
}

export function redirectToLogin(
  req: Request,
  res: Response,
  { publicUrl, paths, path }: Target,
): void {
  const url = `${path}?return_to=${encodeURIComponent(pageOf(req))}`;
  // Some browsers apply `form-action 'self'` to the redirects after a form submission, and would
  // block the redirect to the platform. The form's button would then do nothing.
  if (path === paths.login && isFromOwnPage(req, publicUrl)) refreshTo(res, url);
  else res.redirect(303, url);
}

/** Returns the page to return to after the login: without its query, if its URL is too long. */
function pageOf({ originalUrl }: Request): string {
  if (originalUrl.length <= longestReturnTo) return originalUrl;
  return originalUrl.replace(/\?.*/s, '');
}

/** Sends a page that forwards the browser to the URL, even without scripts. */
function refreshTo(res: Response, url: string): void {
  const link = url.replaceAll('&', '&amp;');
  res.set({ Refresh: `0; url=${url}`, 'Cache-Control': 'no-store' });
  res.send(`<!doctype html><title>…</title><a href="${link}">…</a>`);
}
