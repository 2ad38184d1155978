// Starts the session of a login under a new id, and ends the previous one.
import { promisify } from 'node:util';
import type { Request } from 'express';
import type { SessionData } from 'express-session';
import type { Attendee } from '../attendee.ts';
import { LoginError } from '../login-error.ts';
import { sessionKey } from '../store/key-names.ts';
import { longestRequestSeconds } from './end-marks.ts';
import type { LoginsOfPerson, NewSession } from './logins-of-person.ts';
import type { Sessions } from './sessions.ts';

interface StartSessionOptions {
  readonly sessions: Sessions;
  readonly loginsOfPerson: LoginsOfPerson;
  /** The fields of the app that are copied to the new session. */
  readonly carryOver: readonly string[];
  readonly now: () => number;
}

/**
 * Maximum duration of a callback request. It is shorter than the life of an end mark, because the
 * session may have been read a little before `sessionReadAt`.
 */
const longestLoginMs = 1000 * (longestRequestSeconds - 10);

interface StartedLogin extends Pick<NewSession, 'beganAt'> {
  readonly attendee: Attendee;
  readonly lastLogin?: SessionData['lastLogin'];
  /** Called after the session is stored. If this rejects, the session is ended. */
  readonly afterLogin?: () => Promise<void>;
}

/**
 * Starts a session under a new id, and resolves when it is stored. Rejects with LoginError
 * `login-again` if the old session has ended, if all sessions of the person have been ended since
 * this login began, or if the request took so long that an end mark may have expired.
 */
export type StartSession = (req: Request, login: StartedLogin) => Promise<void>;

export function createStartSession(options: StartSessionOptions): StartSession {
  const { sessions, loginsOfPerson, carryOver, now } = options;
  const takesTooLong = ({ sessionReadAt = now() }: Request) =>
    now() - sessionReadAt > longestLoginMs;

  return async function startSession(req, login) {
    const attendeeBefore = req.session.attendee;
    const idBefore = req.sessionID;
    const isOver = (await sessions.endOf(sessionKey(req.sessionID))) !== undefined;
    const before = sessionToReplace(req, isOver);
    const isAnotherPerson = attendeeBefore && attendeeBefore.userId !== login.attendee.userId;
    // After a session has ended, the next visitor in this browser may have written to it.
    const kept = isAnotherPerson || isOver ? {} : fieldsOf(req, carryOver);
    try {
      const startNew = () => storeNew(req, { login, before, kept });
      const replaced = await sessions.replace(before?.key, startNew);
      if (!replaced || takesTooLong(req)) throw new LoginError('login-again');
      if (attendeeBefore) await loginsOfPerson.remove(attendeeBefore.userId, replaced);
    } catch (error) {
      // No browser gets the cookie of the new session, so nobody could end it.
      if (req.sessionID !== idBefore) await discardNew(req, login.attendee).catch(() => {});
      leaveWithoutSession(req);
      throw error;
    }
  };

  function throwFailure(error: unknown): never {
    throw storeFailure(error, sessions);
  }

  /** Resolves to the key of the new session. */
  async function storeNew(
    req: Request,
    { login, before, kept }: { login: StartedLogin; before: NewSession['before']; kept: object },
  ): Promise<string> {
    const { attendee, beganAt, lastLogin, afterLogin } = login;
    await promisify(req.session.regenerate.bind(req.session))().catch(throwFailure);
    const key = sessionKey(req.sessionID);
    Object.assign(req.session, kept, { attendee, lastLogin, storedAs: key });
    const session = { key, userId: attendee.userId, beganAt, before };
    await loginsOfPerson.add(session);
    await promisify(req.session.save.bind(req.session))().catch(throwFailure);
    await loginsOfPerson.check(session);
    await afterLogin?.();
    return key;
  }

  async function discardNew(req: Request, { userId }: Attendee): Promise<void> {
    const key = sessionKey(req.sessionID);
    // Only if the store cannot delete the session is it marked as ended. The previous session may
    // already name it as its successor, and would then end too.
    if (req.session)
      await promisify(req.session.destroy.bind(req.session))().catch(() => sessions.end(key));
    await loginsOfPerson.remove(userId, [key]);
  }
}

/**
 * Returns the session to replace. If it has an attendee and has ended since it was read,
 * `sessions.replace` resolves to undefined.
 */
function sessionToReplace(req: Request, isOver: boolean): NewSession['before'] {
  const { attendee, hasEnded } = req.session;
  const before = { key: sessionKey(req.sessionID), userId: attendee?.userId };
  // `hasEnded` is `replaced` if another login has just replaced the session, and `unreadable` if
  // this instance lacks its key.
  if (attendee || (hasEnded && hasEnded !== 'ended')) return before;
  return isStored(req) && !isOver ? before : undefined;
}

function fieldsOf(req: Request, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(req.session).filter(([field]) => names.includes(field)));
}

/** Whether the session was stored before. A new one has no field except `cookie`. */
export function isStored({ session }: Request): boolean {
  if (!session || session.hasEnded) return false;
  return Object.keys(session).some((field) => field !== 'cookie');
}

/**
 * Removes the session from the request, so that express-session sets no cookie and stores nothing.
 */
export function leaveWithoutSession(req: Request): void {
  req.attendee = undefined;
  Object.assign(req, { session: null });
}

/**
 * Returns an error that the error page may receive. The app's own store may reject with anything,
 * so its error is wrapped. Our store rejects with a LoginError, or with an Error that names a
 * mistake of the app, such as a session that is too large.
 */
export function storeFailure(cause: unknown, { store }: Pick<Sessions, 'store'>): unknown {
  const isHostStore = store === undefined;
  if (!isHostStore || cause instanceof LoginError) return cause;
  return new LoginError('service-unavailable', { retryAfterSeconds: 5, cause });
}
