// Starts the session of a login: under a new id, in place of the one before it.
import { promisify } from 'node:util';
import type { Request } from 'express';
import type { Attendee } from '../attendee.ts';
import type { LoginHooks, NewSession } from '../hooks.ts';
import { LoginError } from '../login-error.ts';
import type { LoginRequest, PendingLogin } from '../pending-login.ts';
import { hashOf, sessionKey } from '../store/key-names.ts';
import { longestRequestSeconds } from './session-ends.ts';
import type { Sessions } from './sessions.ts';

interface StartSessionOptions {
  readonly sessions: Sessions;
  /** Fields of the host's session that a login copies to the new one. */
  readonly carryOver: readonly string[];
  readonly hooks: readonly LoginHooks[];
  readonly now: () => number;
}

/** Some seconds less than a mark lives: the session was read before this time began. */
const longestLoginMs = 1000 * (longestRequestSeconds - 10);

interface StartedLogin {
  readonly attendee: Attendee;
  /** A pending login, or what stands for one. */
  readonly pending: Readonly<LoginRequest> & Partial<Pick<PendingLogin, 'state'>>;
}

/**
 * Starts a session under a new id. Resolves when it is stored: only then may the app respond.
 * Rejects with LoginError `login-again` if the old session was ended meanwhile, or if the request
 * takes so long that nobody would know.
 */
export type StartSession = (req: Request, login: StartedLogin) => Promise<void>;

export function createStartSession(options: StartSessionOptions): StartSession {
  const { sessions, carryOver, hooks, now } = options;
  const takesTooLong = ({ sessionReadAt = now() }: Request) =>
    now() - sessionReadAt > longestLoginMs;

  return async function startSession(req, login) {
    const attendeeBefore = req.session.attendee;
    const before = await sessionToReplace(req, sessions);
    const isAnotherPerson = attendeeBefore && attendeeBefore.userId !== login.attendee.userId;
    const kept = isAnotherPerson ? {} : fieldsOf(req, carryOver);
    try {
      const startNew = () => storeNew(req, { ...login, before }, kept);
      const replaced = await sessions.replace(before?.key, startNew);
      if (!replaced || takesTooLong(req)) {
        await discardNew(req, login.attendee);
        throw new LoginError('login-again');
      }
      if (attendeeBefore) await callAfterEnd(replaced, attendeeBefore);
    } catch (error) {
      leaveWithoutSession(req);
      throw error;
    }
  };

  /** Regenerates, fills and saves, as express-session documents it. Resolves to the new key. */
  async function storeNew(
    req: Request,
    login: StartedLogin & Pick<NewSession, 'before'>,
    kept: object,
  ): Promise<string> {
    await promisify(req.session.regenerate.bind(req.session))();
    const { state, returnTo } = login.pending;
    const lastLogin = state === undefined ? undefined : { state: hashOf(state), returnTo };
    Object.assign(req.session, kept, { attendee: login.attendee, lastLogin });
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
    await callAfterEnd(await sessions.end(sessionKey(req.sessionID)), attendee);
    await promisify(req.session.destroy.bind(req.session))();
  }

  async function callAfterEnd(keys: readonly string[], { userId }: Attendee): Promise<void> {
    for (const hook of hooks) await hook.afterEnd?.({ keys, userId });
  }
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
export function isStored({ session }: Request): boolean {
  if (!session || session.hasEnded) return false;
  return Object.keys(session).some((field) => field !== 'cookie');
}

/** Without a session, express-session sets no cookie and stores nothing after this request. */
export function leaveWithoutSession(req: Request): void {
  req.attendee = undefined;
  Object.assign(req, { session: null });
}
