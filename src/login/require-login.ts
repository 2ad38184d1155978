// The door of every page that needs a login, and the way back to that page: our own paths only. Step 2 of the story.
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { LoginContext } from './login.ts';
import { LoginError } from './login-error.ts';
import type { Sessions } from './session.ts';

/**
 * Lets a logged-in attendee pass; sends a browser that navigates to the login and back (where its session has ended by itself,
 * to `expiredPath`); answers 401 to anything else.
 */
export function createRequireLogin({ expiredPath }: Pick<LoginContext, 'expiredPath'>): RequestHandler {
  return (req, res, next) => {
    if (req.sessionFailure) throw req.sessionFailure;
    if (req.attendee) return next();
    // A session came that is none any more.
    askToLogIn(req, res, req.session && !req.session.attendee ? expiredPath : '/login');
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

/**
 * Where a visitor may be sent after the login (RFC 9700 4.11): the path and query of a page of ours, or a page of `returnOrigins`, as
 * parsed. Undefined for anything else, for a login or log-out address, and above 512 characters.
 */
export function safeReturnTo(value: unknown, context: Pick<LoginContext, 'publicUrl' | 'returnOrigins'>) {
  const { origin } = context.publicUrl;
  if (typeof value !== 'string' || !URL.canParse(value, origin)) return undefined;
  const url = new URL(value, origin);
  const path = url.pathname + url.search;
  if (path.length > 512) return undefined;
  // A full address is for other sites; not `url.origin`, which a blob: address borrows.
  const site = `${url.protocol}//${url.host}`;
  if (!value.startsWith('/')) return context.returnOrigins.includes(site) ? site + path : undefined;
  // `/.//elsewhere.example` parses to our origin, and its path alone would lead elsewhere.
  if (url.origin !== origin || path.startsWith('//')) return undefined;
  return /^\/(login|logout)(\/|$)/i.test(url.pathname) ? undefined : path;
}
