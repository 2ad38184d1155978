// `POST /logout`: ends the session of this browser, whatever state the store is in.
import { promisify } from 'node:util';
import type { Request, Response } from 'express';
import { type Cookies, readCookies } from './browser/cookies.ts';
import type { LogOutMark } from './browser/log-out-mark.ts';
import type { LoginHooks } from './hooks.ts';
import { LoginError } from './login-error.ts';
import type { Sessions } from './sessions/sessions.ts';
import { leaveWithoutSession } from './sessions/start-session.ts';
import { sessionKey } from './store/key-names.ts';

interface LogOutOptions {
  readonly sessions: Sessions;
  readonly cookies: Cookies;
  /** The full name of express-session's cookie. */
  readonly sessionCookie: string;
  readonly hooks: readonly LoginHooks[];
  /** Left out where nobody wants to log out: the convention refuses a token. */
  readonly logOutMark?: LogOutMark;
}

/**
 * Logs this browser out. Rejects with LoginError `logged-out-here` if the store cannot be reached:
 * then only the cookie is cleared.
 */
export type LogOut = (req: Request, res: Response) => Promise<void>;

export function createLogOut(options: LogOutOptions): LogOut {
  const { sessions, cookies, sessionCookie, hooks, logOutMark } = options;

  return async function logOut(req, res) {
    const hasCookie = readCookies(req)[sessionCookie] !== undefined;
    if (!hasCookie && !req.session?.attendee && !req.sessionFailure) return;
    const { session, sessionID, sessionFailure } = req;
    logOutMark?.set(res);
    cookies.clear(res, sessionCookie, session?.cookie);
    leaveWithoutSession(req);
    try {
      if (sessionFailure) throw sessionFailure;
      if (session) await endSession(session, sessionKey(sessionID));
    } catch (cause) {
      throw new LoginError('logged-out-here', { cause });
    }
  };

  async function endSession(session: Request['session'], key: string): Promise<void> {
    const { attendee, startedAt, hasEnded } = session;
    // If the session was just ended or replaced, the log-out ends its replacement too.
    const keys = attendee || startedAt || hasEnded ? await sessions.end(key) : [];
    if (attendee) {
      for (const hook of hooks) await hook.afterEnd?.({ keys, userId: attendee.userId });
    }
    await promisify(session.destroy.bind(session))();
  }
}
