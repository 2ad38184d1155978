// Loads the attendee on each request, and guards the pages that need a login.
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { readCookies } from './browser/cookies.ts';
import { isFromOwnPage, isHeadOrPrefetch, isNavigation } from './browser/fetch-metadata.ts';
import type { LogOutMark } from './browser/log-out-mark.ts';
import type { EndSession } from './log-out.ts';
import { LoginError } from './login-error.ts';
import type { LoginPaths } from './paths.ts';
import type { Sessions } from './sessions/sessions.ts';
import { isStored, storeFailure } from './sessions/start-session.ts';
import { sessionKey } from './store/key-names.ts';

interface LoadAttendeeOptions {
  readonly sessions: Sessions;
  readonly now: () => number;
}

export function createLoadAttendee({ sessions, now }: LoadAttendeeOptions): RequestHandler {
  return async function loadAttendee(req, _res, next) {
    // `req.session` is missing if express-session is not mounted here, which set-up.ts reports.
    if (!req.session && !req.sessionFailure) return next();
    req.attendee = undefined;
    req.sessionReadAt = now();
    const attendee = req.session?.attendee;
    try {
      if (attendee && !isOwnLogin(req)) delete req.session.attendee;
      else if (!(await hasEnded(req)) && attendee && attendee.expiresAt > now())
        req.attendee = attendee;
    } catch (error) {
      req.sessionFailure = error;
    }
    if (req.sessionFailure) req.sessionFailure = storeFailure(req.sessionFailure, sessions);
    next();
  };

  /**
   * Empties a session that has ended, because the next visitor in this browser may be somebody
   * else. The app's own store may still have it, because the login cannot delete it there.
   */
  async function hasEnded({ session, sessionID }: Request): Promise<boolean> {
    const end = session?.storedAs && (await sessions.endOf(sessionKey(sessionID)));
    if (!end) return false;
    for (const field of Object.keys(session))
      if (field !== 'cookie') delete session[field as keyof typeof session];
    session.hasEnded = end;
    return true;
  }
}

/** Whether the login wrote the attendee to this session. The app may have copied it. */
function isOwnLogin({ session, sessionID }: Request): boolean {
  return session.storedAs === sessionKey(sessionID);
}

interface RequireLoginOptions {
  readonly publicUrl: URL;
  readonly paths: LoginPaths;
  readonly sessionCookie: string;
  readonly checkSetUp: (req: Request) => void;
  readonly logOutMark: LogOutMark;
}

/**
 * Creates middleware that continues only for a logged-in attendee. It redirects a page view to the
 * login, to `paths.expired` after a session timeout, or to `paths.loggedOut` after a log-out. For a
 * form, it throws LoginError `nothing-saved` (401), and for requests of scripts or images,
 * `login-needed` (401).
 *
 *     pages.get('/profile', login.requireLogin, (req, res) => {
 *       res.send(`You are attendee ${attendeeOf(req).userId}`);
 *     });
 */
export function createRequireLogin(options: RequireLoginOptions): RequestHandler {
  const { publicUrl, paths, sessionCookie, checkSetUp, logOutMark } = options;

  return function requireLogin(req, res, next) {
    // Only Express catches errors of middleware. In an upgrade of a socket, they would end the
    // process.
    try {
      checkSetUp(req);
      if (!req.attendee) {
        checkIsPage(req, res);
        return askToLogIn(req, res, { publicUrl, paths, path: pathFor(req, res) });
      }
    } catch (error) {
      return next(error);
    }
    next();
  };

  function pathFor(req: Request, res: Response): string {
    const isLoggedOut = logOutMark.isSet(req);
    const expiredOrLogin = isExpired(req) ? paths.expired : paths.login;
    const path = isLoggedOut ? paths.loggedOut : expiredOrLogin;
    const [pathname] = req.originalUrl.split('?');
    if (pathname !== path) return path;
    // `paths.loggedOut` asks the visitor to confirm the next login. If that page itself requires a
    // login, it can never show its question, so the mark is cleared.
    if (isLoggedOut && !isHeadOrPrefetch(req)) logOutMark.clear(res);
    return paths.login;
  }

  /** Whether the browser sent a session cookie whose session no longer exists. */
  function isExpired(req: Request): boolean {
    return readCookies(req)[sessionCookie] !== undefined && !isStored(req);
  }
}

interface LoginAgainOptions {
  readonly publicUrl: URL;
  readonly paths: LoginPaths;
  readonly endSession: EndSession;
  readonly logOutMark: LogOutMark;
}

/**
 * Creates an error handler for `problem: 'login-needed'`, which means that the convention refuses
 * the token. It ends the session and redirects to the login. HEAD requests and prefetches end no
 * session. With `isOfAnotherUser`, the token now belongs to another account, so the visitor is
 * asked before the next login.
 */
export function createLoginAgain(options: LoginAgainOptions): ErrorRequestHandler {
  const { publicUrl, paths, endSession, logOutMark } = options;
  return async function loginAgain(error, req, res, next) {
    const isRefused = error?.problem === 'login-needed' && !error.isNoNavigation;
    if (!isRefused || !req.attendee || res.headersSent) return next(error);
    const mustAsk = error.isOfAnotherUser && logOutMark.isOn;
    if (!isHeadOrPrefetch(req)) {
      await endSession(req, res);
      if (mustAsk) logOutMark.set(res);
    }
    checkIsPage(req, res);
    askToLogIn(req, res, { publicUrl, paths, path: mustAsk ? paths.loggedOut : paths.login });
  };
}

interface Question {
  readonly publicUrl: URL;
  readonly paths: LoginPaths;
  readonly path: string;
}

/** Throws a LoginError unless the response can be a redirect to the login. */
function checkIsPage(req: Request, res: Response): void {
  // The content of a form would be lost in a redirect.
  if (req.method !== 'GET' && req.method !== 'HEAD') throw new LoginError('nothing-saved');
  // A socket has no response of Express.
  const isSocket = req.headers.upgrade !== undefined || typeof res.redirect !== 'function';
  if (isSocket || !isNavigation(req))
    throw new LoginError('login-needed', { returnTo: req.originalUrl });
}

function askToLogIn(req: Request, res: Response, { publicUrl, paths, path }: Question): void {
  const address = `${path}?return_to=${encodeURIComponent(req.originalUrl)}`;
  // Some browsers apply `form-action 'self'` to the redirects after a form submission, and would
  // block the redirect to the convention. The form's button would then do nothing.
  if (path === paths.login && isFromOwnPage(req, publicUrl)) refreshTo(res, address);
  else res.redirect(303, address);
}

/** Sends a page that forwards the browser to the URL, even without scripts. */
function refreshTo(res: Response, address: string): void {
  const link = address.replaceAll('&', '&amp;');
  res.set({ Refresh: `0; url=${address}`, 'Cache-Control': 'no-store' });
  res.send(`<!doctype html><title>…</title><a href="${link}">…</a>`);
}
