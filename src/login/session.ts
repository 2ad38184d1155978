// Who is logged in, kept in the session of express-session: read at each request, written at the login, gone at the log-out.
import { promisify } from 'node:util';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Attendee } from './attendee.ts';
import { type Cookies, readCookies } from './cookies.ts';
import type { LoginHooks } from './hooks.ts';
import { sessionKey } from './key-names.ts';
import { LoginError } from './login-error.ts';
import type { PendingLogin } from './pending-login.ts';
import type { Sessions } from './sessions.ts';

export type LoginSession = ReturnType<typeof createLoginSession>;

interface LoginSessionOptions {
  readonly sessions: Sessions;
  readonly cookies: Cookies;
  /** The whole name of express-session's cookie. */
  readonly sessionCookie: string;
  /** Fields of the host's session that a login takes over into the new one. */
  readonly carryOver: readonly string[];
  readonly hooks: readonly LoginHooks[];
  readonly now: () => number;
}

export function createLoginSession({ sessions, cookies, sessionCookie, carryOver, hooks, now }: LoginSessionOptions) {
  /** Tells all later handlers who is logged in. */
  async function loadAttendee(req: Request, _res: Response, next: NextFunction): Promise<void> {
    // Mounted before express-session, it has nothing to tell: set-up.ts says so.
    if (!req.session && !req.sessionFailure) return next();
    req.attendee = undefined;
    const attendee = req.session?.attendee;
    try {
      // A late write to a store of the host's own has brought back a session that was ended.
      if (attendee && (await sessions.isOver(sessionKey(req.sessionID)))) delete req.session.attendee;
      else if (attendee && attendee.expiresAt > now()) req.attendee = attendee;
    } catch (error) {
      req.sessionFailure = error;
    }
    if (req.sessionFailure) req.sessionFailure = sessions.failureOf(req.sessionFailure);
    next();
  }

  /** Starts a session under a new id, and resolves when it is stored: only then may the answer leave. */
  async function start(req: Request, login: { attendee: Attendee; pending: PendingLogin }): Promise<void> {
    const attendeeBefore = req.session.attendee;
    const before = (await isToBeReplaced(req)) ? sessionKey(req.sessionID) : undefined;
    const kept = attendeeBefore && attendeeBefore.userId !== login.attendee.userId ? {} : keptFields(req);
    try {
      const hasReplaced = await sessions.replace(before, () => storeNew(req, { ...login, kept }));
      if (!hasReplaced) {
        await discardNew(req, login.attendee);
        throw new LoginError('login-again');
      }
      if (before && attendeeBefore) await tellHooks([before], attendeeBefore);
    } catch (error) {
      leaveWithoutSession(req);
      throw error;
    }
  }

  /** A session with an attendee was alive when the request came: if it was ended since then, this login comes to nothing. */
  async function isToBeReplaced(req: Request): Promise<boolean> {
    if (!isStored(req)) return false;
    return req.session.attendee !== undefined || !(await sessions.isOver(sessionKey(req.sessionID)));
  }

  function keptFields(req: Request): object {
    return Object.fromEntries(Object.entries(req.session).filter(([field]) => carryOver.includes(field)));
  }

  /** Regenerate, fill, save: as the documentation of express-session says. Resolves to the key of the new session. */
  async function storeNew(
    req: Request,
    { attendee, pending, kept }: { attendee: Attendee; pending: PendingLogin; kept: object },
  ): Promise<string> {
    await promisify(req.session.regenerate.bind(req.session))();
    Object.assign(req.session, kept, { attendee });
    const key = sessionKey(req.sessionID);
    for (const hook of hooks) await hook.beforeStoring?.({ key, attendee, pending });
    await promisify(req.session.save.bind(req.session))();
    try {
      for (const hook of hooks) await hook.afterStoring?.({ key, attendee, pending });
    } catch (error) {
      await discardNew(req, attendee);
      throw error;
    }
    return key;
  }

  async function discardNew(req: Request, attendee: Attendee): Promise<void> {
    await end(sessionKey(req.sessionID), attendee);
    await promisify(req.session.destroy.bind(req.session))();
  }

  async function end(key: string, attendee: Attendee): Promise<void> {
    await tellHooks(await sessions.end(key), attendee);
  }

  async function tellHooks(keys: readonly string[], { userId }: Attendee): Promise<void> {
    for (const hook of hooks) await hook.afterEnd?.({ keys, userId });
  }

  /** Logs this browser out. Rejects with LoginError `logged-out-here` when the store cannot be reached: then only the cookie is gone. */
  async function logOut(req: Request, res: Response): Promise<void> {
    if (!hasSessionCookie(req) && !req.session?.attendee && !req.sessionFailure) return;
    const { session, sessionID, sessionFailure } = req;
    cookies.clear(res, sessionCookie, session?.cookie);
    leaveWithoutSession(req);
    try {
      if (sessionFailure) throw sessionFailure;
      if (session?.attendee) await end(sessionKey(sessionID), session.attendee);
      // Ended just now, or replaced by a login: whoever logs out means the new session too.
      else if (session?.startedAt || session?.hasEnded) await sessions.end(sessionKey(sessionID));
      if (session) await promisify(session.destroy.bind(session))();
    } catch (cause) {
      throw new LoginError('logged-out-here', { cause });
    }
  }

  /** Whether the browser came with a session cookie, but its session is over, or was never ours. */
  function isExpired(req: Request): boolean {
    return hasSessionCookie(req) && !isStored(req);
  }

  function hasSessionCookie(req: Request): boolean {
    return readCookies(req)[sessionCookie] !== undefined;
  }

  return { loadAttendee, start, logOut, isExpired };
}

/** Whether the session holds anything. express-session makes a new one, with nothing but `cookie`, when it finds none. */
function isStored({ session }: Request): boolean {
  if (!session || session.hasEnded) return false;
  return Object.keys(session).some((field) => field !== 'cookie');
}

/** Without a session express-session sets no cookie and stores nothing at the end of the answer. */
function leaveWithoutSession(req: Request): void {
  req.attendee = undefined;
  Object.assign(req, { session: null });
}

/**
 * Around express-session: a store that fails does not take public pages down with it. `requireLogin` answers 503, all else works.
 * `warn` is called with the error of a session that could not be stored after the answer had been sent.
 */
export function tolerateStoreFailure(
  session: RequestHandler,
  warn: (error: unknown) => void = console.error,
): RequestHandler {
  return (req, res, next) => {
    let isLoaded = false;
    session(req, res, (error?: unknown) => {
      // express-session calls again when it cannot store a session at the end of the answer. It is too late for another page.
      if (isLoaded) return warn(error);
      isLoaded = true;
      if (error) req.sessionFailure = error;
      next();
    });
  };
}
