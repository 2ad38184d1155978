// Handles `POST /logout`, which ends this session, and `POST /logout/everywhere`, which ends all of
// the person's sessions.
import type { Request, Response } from 'express';
import { type Cookies, readCookies } from './browser/cookies.ts';
import type { LogOutCookie } from './browser/log-out-cookie.ts';
import type { LoopBreaker } from './browser/lost-cookies.ts';
import { LoginError } from './login-error.ts';
import type { PendingLogins } from './pending-login.ts';
import { leaveWithoutSession, type SessionLife } from './sessions/session-life.ts';
import type { PersonHashes } from './sessions/sessions-of-person.ts';
import { sessionKey } from './store/key-names.ts';

/** Ends this request's session. Rejects with LoginError `logged-out-here` if a store fails. */
export type EndSession = (req: Request, res: Response) => Promise<void>;

interface EndSessionOptions {
  readonly sessionLife: Pick<SessionLife, 'end'>;
  readonly cookies: Cookies;
  readonly sessionCookie: string;
}

export function createEndSession(options: EndSessionOptions): EndSession {
  const { sessionLife, cookies, sessionCookie } = options;

  return async function endSession(req, res) {
    cookies.clear(res, sessionCookie, req.session?.cookie);
    try {
      if (req.sessionFailure) throw req.sessionFailure;
      if (req.session) await sessionLife.end(req);
    } catch (cause) {
      throw new LoginError('logged-out-here', { cause });
    } finally {
      leaveWithoutSession(req);
    }
  };
}

/**
 * Logs this browser out, and ends its pending logins. Rejects with LoginError `logged-out-here` if
 * only the cookie could be cleared, because a store failed.
 *
 *     app.post('/account/delete', login.checkForm, async (req, res) => {
 *       await accounts.delete(attendeeOf(req).userId);
 *       await login.logOut(req, res);
 *       res.redirect(303, '/goodbye');
 *     });
 */
export type LogOut = (req: Request, res: Response) => Promise<void>;

interface LogOutOptions {
  readonly endSession: EndSession;
  readonly sessionCookie: string;
  readonly pendingLogins: PendingLogins;
  readonly logOutCookie: LogOutCookie;
  readonly loopBreaker: LoopBreaker;
}

export function createLogOut(options: LogOutOptions): LogOut {
  const { endSession, sessionCookie, pendingLogins, logOutCookie, loopBreaker } = options;
  return async function logOut(req, res) {
    const hasCookie = readCookies(req)[sessionCookie] !== undefined;
    if (!hasCookie && !req.session?.attendee && !req.sessionFailure) return;
    logOutCookie.set(res);
    pendingLogins.clear(req, res);
    loopBreaker.clear(req, res);
    await endSession(req, res);
  };
}

/**
 * Logs the attendee out on all devices, and resolves to hashes that identify the person. This also
 * works for ten minutes after a login has replaced the session, or after the form was first sent.
 * If the form is sent again after the first response has removed the session cookie, resolves to
 * undefined. Otherwise, rejects with LoginError `nothing-saved` if nobody is logged in.
 */
export type LogOutEverywhere = (req: Request, res: Response) => Promise<PersonHashes | undefined>;

export function createLogOutEverywhere({
  sessionLife,
  logOut,
  logOutCookie,
}: {
  sessionLife: Pick<SessionLife, 'endAll' | 'endAllOfPast'>;
  logOut: LogOut;
  logOutCookie: Pick<LogOutCookie, 'setEverywhere' | 'wasEverywhere'>;
}): LogOutEverywhere {
  return async function logOutEverywhere(req, res) {
    if (req.sessionFailure) throw req.sessionFailure;
    const { attendee } = req.session ?? {};
    const key = sessionKey(req.sessionID ?? '');
    const person = attendee
      ? await sessionLife.endAll(attendee.userId, key)
      : await sessionLife.endAllOfPast(key);
    // The first response removed the session cookie, so the repeated form arrives with a new
    // session id.
    if (!person && logOutCookie.wasEverywhere(req)) return undefined;
    if (!person) throw new LoginError('nothing-saved');
    logOutCookie.setEverywhere(req, res);
    await logOut(req, res);
    return person;
  };
}
