// The door of every page that needs a login. Step 2 of the story.
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { LoginError } from './login-error.ts';
import type { Sessions } from './session.ts';

/**
 * Lets a logged-in attendee pass; sends a browser that navigates to the login and back (where its session has ended by itself,
 * to `expiredPath`); answers 401 to anything else.
 */
export function createRequireLogin(expiredPath: string): RequestHandler {
  return (req, res, next) => {
    if (req.sessionFailure) throw req.sessionFailure;
    if (req.attendee) return next();
    askToLogIn(req, res, req.sessionIsOver ? expiredPath : '/login');
  };
}

/** Answers an error that bears `problem: 'login-needed'` (the convention refused the token) by ending the session and asking anew. */
export function createLoginAgain(sessions: Sessions): ErrorRequestHandler {
  return async (error, req, res, next) => {
    if (error?.problem !== 'login-needed' || !req.attendee || res.headersSent) return next(error);
    await sessions.end(req, res);
    askToLogIn(req, res, '/login');
  };
}

function askToLogIn(req: Request, res: Response, path: string): void {
  if (req.method !== 'GET' && req.method !== 'HEAD') throw new LoginError('nothing-saved');
  if (!isNavigation(req)) throw new LoginError('login-needed');
  res.redirect(303, `${path}?return_to=${encodeURIComponent(req.originalUrl)}`);
}

/** A document that a person navigated to, as far as the browser says (Fetch Metadata). Images, scripts and frames start no login. */
export function isNavigation(req: Request): boolean {
  const mode = req.headers['sec-fetch-mode'] ?? 'navigate';
  const dest = req.headers['sec-fetch-dest'] ?? 'document';
  return mode === 'navigate' && dest === 'document' && !req.headers['sec-purpose'];
}
