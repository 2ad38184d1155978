// The session of a browser: loaded when its cookie comes, started at login, ended at log-out. Step 2 of the story.
import { createHmac } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import expressSession from 'express-session';
import { type CookieProfile, readCookies } from './cookies.ts';
import { LoginError } from './login-error.ts';
import { sameSecret } from './sealing.ts';
import { type Attendee, attendeeSchema, SessionStore, type SessionStoreOptions } from './session-store.ts';

declare global {
  namespace Express {
    interface Request {
      /** Who is logged in; set by the session middleware. */
      attendee?: Attendee;
      /** The browser brought the cookie of a session that is over. */
      sessionIsOver?: boolean;
      /** The store did not answer: nobody knows whether somebody is logged in. */
      sessionFailure?: unknown;
    }
  }
}

export type Sessions = ReturnType<typeof createSessions>;

export interface SessionsOptions extends SessionStoreOptions {
  readonly cookies: CookieProfile;
  /** Sign the session cookie and the form tokens, newest first. */
  readonly sessionSecrets: readonly [string, ...string[]];
}

export function createSessions(options: SessionsOptions) {
  const { cookies, sessionSecrets, now } = options;
  const cookieName = cookies.name('sid');
  const middleware = expressSession({
    name: cookieName,
    secret: [...sessionSecrets],
    store: new SessionStore(options),
    // Without max-age: the limits of a session are kept by the server.
    cookie: cookies.options,
    resave: false,
    saveUninitialized: false,
    rolling: false,
    unset: 'keep',
  });
  const tokenBy = (secret: string, req: Request) =>
    createHmac('sha256', secret).update(`form token of ${req.sessionID}`).digest('base64url');

  return {
    /** Loads the session, if the browser has one. Never fails: a page that needs the session says so with `requireLogin`. */
    load(req: Request, res: Response, next: NextFunction) {
      // A visitor without our cookie costs nothing.
      if (!readCookies(req).has(cookieName)) return next();
      let isLoaded = false;
      middleware(req, res, (error?: unknown) => {
        // Heard once more when a page has changed the session, which the store refuses at the end of the answer.
        if (isLoaded) return next(error);
        isLoaded = true;
        const attendee = error ? undefined : req.session.attendee;
        if (error) req.sessionFailure = error;
        else if (!attendee) req.sessionIsOver = true;
        else if (attendee.accessTokenExpiresAt > now()) req.attendee = attendee;
        next();
      });
    },

    /** Starts a session under a new id and resolves when it is safely stored: only then may the answer leave. */
    async start(req: Request, res: Response, attendee: Attendee): Promise<void> {
      try {
        await settle((done) => middleware(req, res, done));
        await settle((done) => req.session.regenerate(done));
        Object.assign(req.session, { version: 1, startedAt: now(), attendee: attendeeSchema.parse(attendee) });
        await settle((done) => req.session.save(done));
        // express-session takes a session after regenerate for unsaved, and would write it again at the end of the answer.
        Object.defineProperty(req.session, 'save', { value: (done: () => void) => done() });
      } catch (error) {
        forget(req);
        throw error;
      }
    },

    /** Takes the cookie out of this browser and the session out of the store. Throws LoginError when the store cannot be asked. */
    async end(req: Request, res: Response): Promise<void> {
      if (!readCookies(req).has(cookieName)) return;
      res.clearCookie(cookieName, cookies.options);
      try {
        if (req.sessionFailure) throw req.sessionFailure;
        await settle((done) => req.session.destroy(done));
      } catch (cause) {
        throw new LoginError('logged-out-here', { cause });
      } finally {
        forget(req);
      }
    },

    /** The secret that our own forms carry: derived from the session, never stored. */
    formToken: (req: Request): string => tokenBy(sessionSecrets[0], req),

    /** Is this the form token of this very session, made with any of our secrets? */
    isFormToken(req: Request, token: unknown): boolean {
      return sessionSecrets.some((secret) => sameSecret(tokenBy(secret, req), String(token ?? '')));
    },
  };
}

/** The attendee of a page behind `requireLogin`. Throws LoginError where the page was left open by mistake. */
export function attendeeOf(req: Request): Attendee {
  if (!req.attendee) throw new LoginError('login-needed');
  return req.attendee;
}

/** Without a session object express-session sends no cookie and saves nothing at the end of the answer. */
function forget(req: Request): void {
  delete req.attendee;
  Object.assign(req, { session: null });
}

function settle(start: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())));
}
