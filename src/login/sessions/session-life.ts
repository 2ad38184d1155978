// The life of a session: a login starts it, a later login replaces it, and a log-out ends it, alone
// or with all of the person's sessions.
//
// A login and a log-out can run at the same time, in two tabs or on two devices. The log-out must
// win, so each side writes first and reads afterwards, and one of them always finds the other:
// - A login stores its session, and then writes the end mark of the old one: replaced. A log-out
//   writes the same end mark: ended. Only the first of the two is written (end-marks.ts). Either
//   the log-out follows the mark to the new session, or the login fails.
// - A login lists its session under its person, and then reads when all sessions of the person were
//   last ended. A log-out everywhere writes that time, and then reads the list.
// - If the log-out is over when the callback arrives, the login compares the log-out's time with
//   its own start time. Both times are from the key store's clock.
// Two tabs that log in at the same time without an old session get two unrelated sessions. Only a
// log-out everywhere ends both.
//
// A login writes, in this order (prefixes as in key-names.ts): i: its session in the person's list,
// s: the session, p: the person of the old session, x: the end mark of the old one. Then it deletes
// the old s: and its entry in the list. If a step fails, the new session is deleted. The old one
// ends last, so that it survives if the login fails in a hook.
import { promisify } from 'node:util';
import type { Request } from 'express';
import type { SessionData } from 'express-session';
import type { Attendee } from '../attendee.ts';
import type { KeyRing } from '../crypto.ts';
import { LoginError } from '../login-error.ts';
import { isSessionKey, sessionKey } from '../store/key-names.ts';
import { mostMembers } from '../store/key-store.ts';
import { longestRequestSeconds } from './end-marks.ts';
import type { Sessions } from './sessions.ts';
import { createSessionsOfPerson, type PersonHashes } from './sessions-of-person.ts';

export interface SessionLifeOptions {
  readonly sessions: Sessions;
  readonly encryptionKeys: KeyRing;
  /** The app's session fields that are copied to the new session. */
  readonly carryOver?: readonly string[];
  /** Returns milliseconds since 1970. Default: Date.now. */
  readonly now?: () => number;
}

export interface StartedLogin {
  readonly attendee: Attendee;
  /** When the login began, by the key store's clock (ms since 1970). */
  readonly beganAt: number;
  readonly lastLogin?: SessionData['lastLogin'];
  /** Called after the session is stored. If this rejects, the session is ended. */
  readonly afterLogin?: () => Promise<void>;
}

export type SessionLife = ReturnType<typeof createSessionLife>;

/**
 * Maximum number of sessions per person. Most people have only a handful of devices. One more login
 * ends the oldest session.
 */
const mostSessions = 20;

/**
 * Maximum duration of a callback request, in milliseconds. Every end mark lives longer than this
 * (end-marks.ts), so that the request cannot miss one.
 */
const longestCallbackMs = 1000 * (longestRequestSeconds - 10);

/**
 * Creates the functions that start and end sessions. A script or a job needs only
 * `createSessionLife({ sessions, encryptionKeys })`, for example to end all sessions of a person.
 */
export function createSessionLife(options: SessionLifeOptions) {
  const { sessions, encryptionKeys, carryOver = [], now = Date.now } = options;
  const { endMarks } = sessions;
  const ofPerson = createSessionsOfPerson({ keys: sessions.keys, encryptionKeys });

  /**
   * Starts a session under a new id, and resolves when it is stored and the old one has ended.
   * Rejects with LoginError `login-again` if the old session, or all sessions of the person, have
   * been ended since this login began, or if the login took so long that this is unknown. The
   * response then sets no session cookie.
   */
  async function start(req: Request, login: StartedLogin): Promise<void> {
    const { attendee, beganAt, lastLogin, afterLogin } = login;
    // A log-out ended the old session while this login was under way.
    const { endedAt } = req.session;
    if (endedAt !== undefined && endedAt > beganAt) throw new LoginError('login-again');
    const old = sessionToReplace(req);
    const isAnotherPerson = old?.userId !== undefined && old.userId !== attendee.userId;
    const kept = isAnotherPerson ? {} : fieldsOf(req, carryOver);
    const person = ofPerson.hashesOf(attendee.userId);

    // Unlike express-session's `regenerate`, `generate` keeps the old session in the store. A
    // log-out therefore always finds a session, and a failed login does not lose the old one.
    req.sessionStore.generate(req);
    const key = sessionKey(req.sessionID);
    Object.assign(req.session, kept, { attendee, lastLogin, storedAs: key });
    try {
      await ofPerson.add(person, key, sessions.longestSeconds);
      await promisify(req.session.save.bind(req.session))();
      if (!(await ofPerson.mayLogIn(person, beganAt))) throw new LoginError('login-again');
      await endOldest(person, [key, old?.key]);
      await afterLogin?.();
      if (old) await replace(old, { key, person, beganAt });
      if (takesTooLong(req)) throw new LoginError('login-again');
    } catch (error) {
      // No browser gets the cookie of the new session, so nobody could end it.
      await discard(req.session, { key, person }).catch(() => {});
      leaveWithoutSession(req);
      throw error;
    }
  }

  const takesTooLong = ({ sessionReadAt = now() }: Request) =>
    now() - sessionReadAt > longestCallbackMs;

  /** Ends a person's oldest sessions beyond the limit, but none of those in `spared`. */
  async function endOldest(person: PersonHashes, spared: readonly (string | undefined)[]) {
    const listed = [...(await ofPerson.list(person))];
    const oldestFirst = listed.sort(([, a], [, b]) => a - b).map(([key]) => key);
    const others = oldestFirst.filter((key) => !spared.includes(key));
    await endListed(person, { listed: others.slice(0, 1 - mostSessions) });
  }

  /**
   * Replaces the old session. If logins in other tabs have already replaced it, replaces its
   * successors too.
   */
  async function replace(old: OldSession, by: Replacement) {
    const person = old.userId === undefined ? by.person : ofPerson.hashesOf(old.userId);
    // A form from the old session may still be submitted to log out everywhere.
    if (old.userId !== undefined) await ofPerson.rememberPersonOf(old.key, person);
    const replaced = await endMarks.replace(old.key, { after: by.key, beganAt: by.beganAt });
    if (!replaced) throw new LoginError('login-again');
    await ofPerson.remove(person, replaced);
  }

  async function discard(
    session: Request['session'] | null,
    { key, person }: { key: string; person: PersonHashes },
  ): Promise<void> {
    // If `destroy` fails, `endMarks.end` tries again to delete the session in the key store. A
    // session in the app's own store is ended by its end mark.
    if (session) await promisify(session.destroy.bind(session))().catch(() => endMarks.end(key));
    await ofPerson.remove(person, [key]);
  }

  /**
   * Whether a login in another tab has replaced the session since this request read it. The end
   * mark alone is not enough, because a login that failed after writing the mark may have left the
   * session live. (With an app's own store, `keys` contains no sessions, so the end mark decides.)
   */
  async function isReplaced({ sessionID }: Request): Promise<boolean> {
    const key = sessionKey(sessionID);
    const end = await endMarks.endOf(key);
    return end?.state === 'replaced' && (await sessions.keys.get(key)) === null;
  }

  /** Ends a request's session. If a login has just replaced it, the new session ends too. */
  async function end(req: Request): Promise<void> {
    const { session, sessionID } = req;
    const isNew = !isLive(req) && !session.notLive;
    const ended = isNew ? [] : await endMarks.end(sessionKey(sessionID));
    const { attendee } = session;
    if (attendee) await ofPerson.remove(ofPerson.hashesOf(attendee.userId), ended);
    await promisify(session.destroy.bind(session))();
  }

  /**
   * Ends all of a person's sessions and pending logins. Resolves to the person's hashes. Rejects if
   * it could not end every session. `askedBy` is the key of the requesting session, in case its
   * form is sent twice.
   */
  async function endAll(userId: string, askedBy?: string): Promise<PersonHashes> {
    const person = ofPerson.hashesOf(userId);
    if (askedBy !== undefined) await ofPerson.rememberPersonOf(askedBy, person);
    await endAllOf(person);
    return person;
  }

  /**
   * Like `endAll`, for the form of a session that a login has just replaced, or that a log-out
   * everywhere has just ended. If the person is unknown, ends nothing and resolves to undefined.
   */
  async function endAllOfPast(key: string): Promise<PersonHashes | undefined> {
    const person = await ofPerson.personOfPast(key);
    if (person) await endAllOf(person);
    return person;
  }

  async function endAllOf(person: PersonHashes): Promise<void> {
    const endedAt = await ofPerson.storeEndOfAll(person);
    const listed = [...(await ofPerson.list(person)).keys()];
    await endListed(person, { listed, endedAt });
    // Only an attacker writes so many entries. Those beyond the limit were neither read nor ended.
    if (listed.length >= mostMembers) throw new LoginError('service-unavailable');
  }

  /**
   * If ending one of these sessions fails, still ends the others, and then rejects.
   */
  async function endListed(
    person: PersonHashes,
    { listed, endedAt }: { listed: readonly string[]; endedAt?: number },
  ): Promise<void> {
    let failure: unknown;
    for (const key of listed) {
      try {
        await ofPerson.remove(person, isSessionKey(key) ? await endMarks.end(key, endedAt) : [key]);
      } catch (error) {
        failure ??= error;
      }
    }
    if (failure) throw failure;
  }

  /** Resolves to the keys of a person's sessions, each with its expiry (ms since 1970). */
  async function sessionsOf(userId: string): Promise<Map<string, number>> {
    const listed = await ofPerson.list(ofPerson.hashesOf(userId));
    return new Map([...listed].filter(([key]) => isSessionKey(key)));
  }

  return { start, isReplaced, end, endAll, endAllOfPast, sessionsOf };
}

/** The new session, its person, and when its login began. */
interface Replacement {
  readonly key: string;
  readonly person: PersonHashes;
  readonly beganAt: number;
}

interface OldSession {
  readonly key: string;
  /** Undefined if nobody was logged in, or if the session was replaced or is unreadable. */
  readonly userId: string | undefined;
}

/** Returns the session that a login must replace, or undefined if there is none. */
function sessionToReplace(req: Request): OldSession | undefined {
  const { attendee, notLive } = req.session;
  // If another tab's login has replaced the session, this login replaces the new one. An unreadable
  // session may be live on another instance.
  const mayBeElsewhere = notLive === 'replaced' || notLive === 'unreadable';
  if (!mayBeElsewhere && !isLive(req)) return undefined;
  return { key: sessionKey(req.sessionID), userId: attendee?.userId };
}

function fieldsOf(req: Request, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(req.session).filter(([field]) => names.includes(field)));
}

/** Whether the session is live, and not just new. A new one has no field except `cookie`. */
export function isLive({ session }: Request): boolean {
  if (!session || session.notLive) return false;
  return Object.keys(session).some((field) => field !== 'cookie');
}

/**
 * Removes the session from the request, so that express-session sets no cookie and stores nothing.
 */
export function leaveWithoutSession(req: Request): void {
  req.attendee = undefined;
  Object.assign(req, { session: null });
}
