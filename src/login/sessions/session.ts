// The attendee in the express-session session: loaded on each request, stored at the login, removed
// at the log-out.
import { promisify } from 'node:util';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Attendee } from '../attendee.ts';
import { type Cookies, readCookies } from '../cookies.ts';
import type { LoginHooks, NewSession } from '../hooks.ts';
import { LoginError } from '../login-error.ts';
import type { LoginRequest } from '../pending-login.ts';
import { sessionKey } from '../store/key-names.ts';
import type { Sessions } from './sessions.ts';

export type LoginSession = ReturnType<typeof createLoginSession>;

interface LoginSessionOptions {
  readonly sessions: Sessions;
  readonly cookies: Cookies;
  /** The full name of express-session's cookie. */
  readonly sessionCookie: string;
  /** Fields of the host's session that a login copies to the new one. */
  readonly carryOver: readonly string[];
  readonly hooks: readonly LoginHooks[];
  readonly now: () => number;
}

export function createLoginSession(options: LoginSessionOptions) {
  const { sessions, cookies, sessionCookie, now } = options;
  const { start, end } = createSessionStart(options);

  /** Sets `req.attendee` for all later handlers. */
  async function loadAttendee(req: Request, _res: Response, next: NextFunction): Promise<void> {
    // Mounted before express-session, there is nothing to load: set-up.ts reports the mistake.
    if (!req.session && !req.sessionFailure) return next();
    req.attendee = undefined;
    const attendee = req.session?.attendee;
    try {
      // A late write to the host's own store may have restored a session that was ended.
      if (attendee && (await sessions.isOver(sessionKey(req.sessionID))))
        delete req.session.attendee;
      else if (attendee && attendee.expiresAt > now()) req.attendee = attendee;
    } catch (error) {
      req.sessionFailure = error;
    }
    if (req.sessionFailure) req.sessionFailure = sessions.failureOf(req.sessionFailure);
    next();
  }

  /**
   * Logs this browser out. Rejects with LoginError `logged-out-here` if the store cannot be
   * reached: then only the cookie is cleared.
   */
  async function logOut(req: Request, res: Response): Promise<void> {
    if (!hasSessionCookie(req) && !req.session?.attendee && !req.sessionFailure) return;
    const { session, sessionID, sessionFailure } = req;
    cookies.clear(res, sessionCookie, session?.cookie);
    leaveWithoutSession(req);
    try {
      if (sessionFailure) throw sessionFailure;
      if (session?.attendee) await end(sessionKey(sessionID), session.attendee);
      // If the session was just ended or replaced, the log-out ends its replacement too.
      else if (session?.startedAt || session?.hasEnded) await sessions.end(sessionKey(sessionID));
      if (session) await promisify(session.destroy.bind(session))();
    } catch (cause) {
      throw new LoginError('logged-out-here', { cause });
    }
  }

  /** Whether the browser sent a session cookie whose session has ended or never existed. */
  function isExpired(req: Request): boolean {
    return hasSessionCookie(req) && !isStored(req);
  }

  function hasSessionCookie(req: Request): boolean {
    return readCookies(req)[sessionCookie] !== undefined;
  }

  return { loadAttendee, start, logOut, isExpired };
}

type SessionStartOptions = Pick<LoginSessionOptions, 'sessions' | 'carryOver' | 'hooks'>;

function createSessionStart({ sessions, carryOver, hooks }: SessionStartOptions) {
  /**
   * Starts a session under a new id. Resolves when it is stored: only then may the app respond.
   * Rejects with LoginError `login-again` if the old session was ended meanwhile.
   */
  async function start(
    req: Request,
    login: { attendee: Attendee; pending: Readonly<LoginRequest> },
  ): Promise<void> {
    const attendeeBefore = req.session.attendee;
    const before = await sessionToReplace(req, sessions);
    const isAnotherPerson = attendeeBefore && attendeeBefore.userId !== login.attendee.userId;
    const kept = isAnotherPerson ? {} : fieldsOf(req, carryOver);
    try {
      const startNew = () => storeNew(req, { ...login, before }, kept);
      const replaced = await sessions.replace(before?.key, startNew);
      if (!replaced) {
        await discardNew(req, login.attendee);
        throw new LoginError('login-again');
      }
      if (attendeeBefore) await callAfterEnd(replaced, attendeeBefore);
    } catch (error) {
      leaveWithoutSession(req);
      throw error;
    }
  }

  /** Regenerates, fills and saves, as express-session documents it. Resolves to the new key. */
  async function storeNew(
    req: Request,
    login: Omit<NewSession, 'key'>,
    kept: object,
  ): Promise<string> {
    await promisify(req.session.regenerate.bind(req.session))();
    Object.assign(req.session, kept, { attendee: login.attendee });
    const session = { ...login, key: sessionKey(req.sessionID) };
    for (const hook of hooks) await hook.beforeStoring?.(session);
    await promisify(req.session.save.bind(req.session))();
    try {
      for (const hook of hooks) await hook.afterStoring?.(session);
    } catch (error) {
      await discardNew(req, login.attendee);
      throw error;
    }
    return session.key;
  }

  async function discardNew(req: Request, attendee: Attendee): Promise<void> {
    await end(sessionKey(req.sessionID), attendee);
    await promisify(req.session.destroy.bind(req.session))();
  }

  async function end(key: string, attendee: Attendee): Promise<void> {
    await callAfterEnd(await sessions.end(key), attendee);
  }

  async function callAfterEnd(keys: readonly string[], { userId }: Attendee): Promise<void> {
    for (const hook of hooks) await hook.afterEnd?.({ keys, userId });
  }

  return { start, end };
}

/**
 * Returns the session of this request, if there is one to replace. One with an attendee was alive
 * when the request came: if it was ended since, `sessions.replace` resolves to undefined.
 */
async function sessionToReplace(req: Request, sessions: Sessions): Promise<NewSession['before']> {
  const { attendee, hasEnded } = req.session;
  const before = { key: sessionKey(req.sessionID), userId: attendee?.userId };
  // Another login has just replaced it, or another version of the app reads it: it must not stay.
  if (attendee || (hasEnded && hasEnded !== 'ended')) return before;
  return isStored(req) && !(await sessions.isOver(before.key)) ? before : undefined;
}

function fieldsOf(req: Request, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(req.session).filter(([field]) => names.includes(field)));
}

/** Whether the session was stored. A new one from express-session has no field but `cookie`. */
function isStored({ session }: Request): boolean {
  if (!session || session.hasEnded) return false;
  return Object.keys(session).some((field) => field !== 'cookie');
}

/** Without a session, express-session sets no cookie and stores nothing after this request. */
function leaveWithoutSession(req: Request): void {
  req.attendee = undefined;
  Object.assign(req, { session: null });
}

/**
 * Wraps express-session, so that a failed store does not take public pages down: only the login and
 * the pages behind it fail (503). `warn` gets the error of a session that could not be stored after
 * the response was sent.
 */
export function tolerateStoreFailure(
  session: RequestHandler,
  warn: (error: unknown) => void = console.error,
): RequestHandler {
  return (req, res, next) => {
    let isLoaded = false;
    session(req, res, (error?: unknown) => {
      // express-session calls this again if it cannot store the session after the response, when it
      // is too late for an error page.
      if (isLoaded) return warn(error);
      isLoaded = true;
      if (error) req.sessionFailure = error;
      next();
    });
  };
}
