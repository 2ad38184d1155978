// Guards every page that needs a login.
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { isNavigation } from './fetch-metadata.ts';
import { LoginError } from './login-error.ts';
import type { LoginPaths } from './paths.ts';
import type { LoginSession } from './session.ts';

interface LoginAgainOptions {
  readonly paths: LoginPaths;
  readonly loginSession: LoginSession;
}

interface RequireLoginOptions extends LoginAgainOptions {
  readonly checkSetUp: (req: Request) => void;
}

/**
 * Lets an attendee who is logged in pass. Sends a browser that navigates to the login and back (where its session has ended by
 * itself, to `paths.expired`), and answers anything else 401.
 */
export function createRequireLogin({ paths, loginSession, checkSetUp }: RequireLoginOptions): RequestHandler {
  return (req, res, next) => {
    checkSetUp(req);
    if (req.attendee) return next();
    askToLogIn(req, res, loginSession.isExpired(req) ? paths.expired : paths.login);
  };
}

/** Answers an error with `problem: 'login-needed'` (the convention refused the token) by ending the session and asking to log in. */
export function createLoginAgain({ paths, loginSession }: LoginAgainOptions): ErrorRequestHandler {
  return async (error, req, res, next) => {
    if (error?.problem !== 'login-needed' || !req.attendee || res.headersSent) return next(error);
    await loginSession.logOut(req, res);
    askToLogIn(req, res, paths.login);
  };
}

function askToLogIn(req: Request, res: Response, path: string): void {
  // A redirect would lose what the form holds.
  if (req.method !== 'GET' && req.method !== 'HEAD') throw new LoginError('nothing-saved');
  if (!isNavigation(req)) throw new LoginError('login-needed');
  res.redirect(303, `${path}?return_to=${encodeURIComponent(req.originalUrl)}`);
}
