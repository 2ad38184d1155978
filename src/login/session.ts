// The session of a browser: loaded when its cookie comes, started at login, ended at log-out. Step 2 of the story.
import type { Request, RequestHandler, Response } from 'express';
import expressSession from 'express-session';
import type { CookieProfile } from './cookies.ts';
import { readCookies } from './cookies.ts';
import { LoginError } from './login-error.ts';
import { keyedDigest } from './sealing.ts';
import { type Attendee, SessionStore, type SessionStoreOptions } from './session-store.ts';

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

export interface Sessions {
  /** Loads the session, if the browser has one. Never fails: a page that needs the session says so with `requireLogin`. */
  readonly load: RequestHandler;
  /** Starts a session under a new id and resolves when it is safely stored: only then may the answer leave. */
  start(req: Request, res: Response, attendee: Attendee): Promise<void>;
  /** Ends this browser's session here and in the store. */
  end(req: Request, res: Response): Promise<void>;
  /** The secret that our own forms carry: derived from the session, never stored. Undefined when there is no session cookie. */
  formToken(req: Request): string | undefined;
}

export interface SessionsOptions extends SessionStoreOptions {
  readonly cookies: CookieProfile;
  /** Sign the session cookie, newest first. */
  readonly sessionSecrets: readonly string[];
}

export function createSessions(options: SessionsOptions): Sessions {
  const { cookies, keyRing, now } = options;
  const cookieName = cookies.name('sid');
  const middleware = expressSession({
    name: cookieName,
    secret: [...options.sessionSecrets],
    store: new SessionStore(options),
    // Without max-age: the limits of a session are kept by the server.
    cookie: { ...cookies.options, secure: cookies.options.secure === true },
    resave: false,
    saveUninitialized: false,
    rolling: false,
    unset: 'keep',
  });
  const read = (req: Request, res: Response) =>
    settle((done) => middleware(req, res, done as Parameters<RequestHandler>[2]));

  return {
    async load(req, res, next) {
      // A visitor without our cookie costs nothing.
      if (!readCookies(req).has(cookieName)) return next();
      try {
        await read(req, res);
        const { attendee } = req.session;
        if (!attendee) req.sessionIsOver = true;
        else if (attendee.accessTokenExpiresAt > now()) req.attendee = attendee;
      } catch (error) {
        req.sessionFailure = error;
      }
      next();
    },

    async start(req, res, attendee) {
      // PUBLIC_URL is https, but this request came as http: the browser would never get its cookie.
      if (cookies.options.secure && !req.secure) throw new LoginError('set-trust-proxy');
      try {
        await read(req, res);
        await settle((done) => req.session.regenerate(done));
        req.session.version = 1;
        req.session.startedAt = now();
        req.session.attendee = attendee;
        await settle((done) => req.session.save(done));
      } catch (error) {
        forget(req);
        throw error;
      }
    },

    async end(req, res) {
      res.clearCookie(cookieName, cookies.options);
      if (req.session) await settle((done) => req.session.destroy(done));
      forget(req);
    },

    formToken(req) {
      if (!req.sessionID) return undefined;
      return keyedDigest(keyRing[0], { purpose: 'form-token', value: req.sessionID });
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
