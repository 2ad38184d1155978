// Optional: ends all logins of a person, on every device: by the person, or by an operator. For this it keeps which sessions belong
// together, under a name that tells nobody who it is.
import type { Request, Response } from 'express';
import type { LoginHooks } from '../hooks.ts';
import { keyPrefixes } from '../key-names.ts';
import { LoginError } from '../login-error.ts';
import { fingerprints, type KeyRing } from '../sealing.ts';
import type { Sessions } from '../sessions.ts';

export interface EndAllLogins extends LoginHooks {
  /** Ends every session of a person, and every login of theirs that is under way. */
  endAllOf(userId: string): Promise<void>;
  /** Resolves to the keys of a person's sessions, each with its latest end in milliseconds since 1970. */
  sessionsOf(userId: string): Promise<Map<string, number>>;
}

interface EndAllLoginsOptions {
  readonly sessions: Sessions;
  readonly encryptionKeys: KeyRing;
  /** How long a session lives at most, in seconds. */
  readonly longestSessionSeconds: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** A pending login lives for 600 s, and its code exchange takes a while. A login that began before the end comes to nothing. */
const endMarkSeconds = 660;

export function endAllLogins(options: EndAllLoginsOptions): EndAllLogins {
  const { sessions, encryptionKeys, longestSessionSeconds, now = Date.now } = options;
  const { keys } = sessions;
  /** By each key of the ring, the newest first. */
  const namesOf = (userId: string) => fingerprints(encryptionKeys, { purpose: 'sessions of a person', text: userId });
  const listKey = (name: string) => keyPrefixes.sessionsOfPerson + name;
  const endKey = (name: string) => keyPrefixes.endOfPerson + name;

  async function membersOf(setKeys: string[]): Promise<Map<string, number>> {
    const sets = await Promise.all(setKeys.map((key) => keys.membersOf(key)));
    return new Map(sets.flatMap((members) => [...members]));
  }

  async function forget(userId: string, sessionKeys: readonly string[]): Promise<void> {
    for (const name of namesOf(userId)) {
      for (const key of sessionKeys) await keys.removeFromSet(listKey(name), key);
    }
  }

  const sessionsOf = (userId: string) => membersOf(namesOf(userId).map(listKey));

  return {
    sessionsOf,

    // The end is marked before the sessions are listed, and a login reads the marks after it has listed its own: so one sees the other.
    async endAllOf(userId) {
      for (const name of namesOf(userId)) await keys.addToSet(endKey(name), String(now()), endMarkSeconds);
      for (const key of (await sessionsOf(userId)).keys()) await forget(userId, await sessions.end(key));
    },

    async beforeStoring({ key, attendee }) {
      const [newest = ''] = namesOf(attendee.userId);
      await keys.addToSet(listKey(newest), key, longestSessionSeconds);
    },

    async afterStoring({ attendee, pending }) {
      const ends = await membersOf(namesOf(attendee.userId).map(endKey));
      const isInTime = [...ends.keys()].every((endedAt) => Number(endedAt) < pending.createdAt);
      if (!isInTime) throw new LoginError('login-again');
    },

    afterEnd: ({ keys: ended, userId }) => forget(userId, ended),
  };
}

interface LogOutEverywhereOptions {
  readonly endAll: EndAllLogins;
  readonly logOut: (req: Request, res: Response) => Promise<void>;
}

/** Ends all logins of whoever is logged in here. Rejects with LoginError `nothing-saved` where the session is over: nobody knows whose it was. */
export function createLogOutEverywhere({ endAll, logOut }: LogOutEverywhereOptions) {
  return async (req: Request, res: Response): Promise<void> => {
    const attendee = req.session?.attendee;
    if (!attendee) throw req.sessionFailure ?? new LoginError('nothing-saved');
    await endAll.endAllOf(attendee.userId);
    await logOut(req, res);
  };
}
