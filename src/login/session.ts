// The session of a browser: loaded when its cookie comes, started at login, ended at log-out. Step 2 of the story.
import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import type { NextFunction, Request, Response } from 'express';
import expressSession from 'express-session';
import { readCookies } from './cookies.ts';
import type { LoginContext } from './login.ts';
import { LoginError } from './login-error.ts';
import { sameSecret } from './sealing.ts';
import { type Attendee, createSessionStore, type StoredSession } from './session-store.ts';

declare global {
  namespace Express {
    interface Request {
      /** Who is logged in; set by the session middleware. */
      attendee?: Attendee;
      /** The store did not answer: nobody knows whether somebody is logged in. */
      sessionFailure?: unknown;
    }
  }
}

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(context: Omit<LoginContext, 'oauth' | 'whoIs'>) {
  const { cookies, sessionSecrets, now } = context;
  const cookieName = cookies.name('sid');
  const { store, create, end, endAllOf } = createSessionStore(context);
  const middleware = expressSession({
    name: cookieName,
    secret: [...sessionSecrets],
    store,
    // Without max-age: the limits of a session are kept by the server.
    cookie: cookies.options,
    resave: false,
    saveUninitialized: false,
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
        if (error) req.sessionFailure = error;
        else if (req.session.attendee && req.session.attendee.expiresAt > now()) req.attendee = req.session.attendee;
        next();
      });
    },

    /** Starts a session under a new id and resolves when it is safely stored: only then may the answer leave. */
    async start(req: Request, res: Response, { attendee, begunAt }: { attendee: Attendee; begunAt: number }) {
      try {
        await promisify(middleware)(req, res);
        const before = req.session;
        req.sessionStore.generate(req);
        const session = Object.assign(req.session, { attendee, begunAt, startedAt: now() });
        await create(session, before.attendee && (before as StoredSession));
        // express-session takes it for unsaved, and would write it once more at the end of the answer.
        Object.defineProperty(req.session, 'save', { value: (done: () => void) => done() });
      } catch (error) {
        forget(req);
        throw error;
      }
    },

    /** Ends the session of this browser, or of this person on every device. Throws LoginError when the store cannot be asked. */
    async end(req: Request, res: Response, { everywhere } = { everywhere: false }): Promise<void> {
      const { session, sessionFailure } = req;
      // Only a session that is not over says whose.
      if (everywhere && !session?.attendee) throw sessionFailure ?? new LoginError('nothing-saved');
      if (!readCookies(req).has(cookieName)) return;
      if (everywhere && session.attendee) await endAllOf(session.attendee.userId);
      res.clearCookie(cookieName, cookies.options);
      forget(req);
      try {
        if (sessionFailure) throw sessionFailure;
        if (session?.attendee) await end(session as StoredSession);
      } catch (cause) {
        throw new LoginError('logged-out-here', { cause });
      }
    },

    /** The secret that our own forms carry: derived from the session, never stored. */
    formToken: (req: Request): string => tokenBy(sessionSecrets[0], req),

    /** Lets a form pass that bears the form token of this very session, made with any of our secrets, or that comes without a session. */
    checkForm(req: Request, _res: Response, next: NextFunction) {
      const mayBeLoggedIn = req.session?.attendee || req.sessionFailure;
      const token = String(req.body?.form_token ?? '');
      const isOurs = sessionSecrets.some((secret) => sameSecret(tokenBy(secret, req), token));
      next(mayBeLoggedIn && !isOurs ? new LoginError('unchecked-request') : undefined);
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
