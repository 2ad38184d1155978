// Guards the pages that need a login.
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { isNavigation } from './fetch-metadata.ts';
import { LoginError } from './login-error.ts';
import type { LoginPaths } from './paths.ts';
import type { LoginSession } from './sessions/session.ts';

interface LoginAgainOptions {
  readonly paths: LoginPaths;
  readonly loginSession: LoginSession;
}

interface RequireLoginOptions extends LoginAgainOptions {
  readonly checkSetUp: (req: Request) => void;
}

/**
 * Lets a logged-in attendee pass. Redirects other navigations to the login, or to `paths.expired`
 * if the session has expired. Throws LoginError `login-needed` (401) for anything else, and
 * `nothing-saved` (401) for a form.
 */
export function createRequireLogin({
  paths,
  loginSession,
  checkSetUp,
}: RequireLoginOptions): RequestHandler {
  return (req, res, next) => {
    checkSetUp(req);
    if (req.attendee) return next();
    askToLogIn(req, res, loginSession.isExpired(req) ? paths.expired : paths.login);
  };
}

/**
 * Handles an error with `problem: 'login-needed'`, thrown when the convention refuses the token:
 * ends the session and starts a new login.
 */
export function createLoginAgain({ paths, loginSession }: LoginAgainOptions): ErrorRequestHandler {
  return async (error, req, res, next) => {
    if (error?.problem !== 'login-needed' || !req.attendee || res.headersSent) return next(error);
    await loginSession.logOut(req, res);
    askToLogIn(req, res, paths.login);
  };
}

function askToLogIn(req: Request, res: Response, path: string): void {
  // A redirect would lose the form's content.
  if (req.method !== 'GET' && req.method !== 'HEAD') throw new LoginError('nothing-saved');
  if (!isNavigation(req)) throw new LoginError('login-needed');
  res.redirect(303, `${path}?return_to=${encodeURIComponent(req.originalUrl)}`);
}
