// Optional: logs a person out on all devices, for the person or for an operator. To do so, it
// stores which sessions belong to one person, under a keyed hash of the person's id.
import type { Request, Response } from 'express';
import type { LoginHooks } from '../hooks.ts';
import { keyPrefixes } from '../key-names.ts';
import { LoginError } from '../login-error.ts';
import { type KeyRing, keyedHashes } from '../sealing.ts';
import type { Sessions } from '../sessions.ts';

export interface EndAllLogins extends LoginHooks {
  /** Ends every session of a person, and every login that this person has not finished yet. */
  endAllOf(userId: string): Promise<void>;
  /** Resolves to the keys of a person's sessions, each with its latest end (ms since 1970). */
  sessionsOf(userId: string): Promise<Map<string, number>>;
}

interface EndAllLoginsOptions {
  readonly sessions: Sessions;
  readonly encryptionKeys: KeyRing;
  /** The maximum life of a session, in seconds. */
  readonly longestSessionSeconds: number;
  /** Returns milliseconds since 1970. */
  readonly now?: () => number;
}

/** A person has a handful of devices. A further login ends the oldest session. */
const mostSessions = 20;
/** Longer than a pending login (600 s) and its code exchange: no older login may succeed. */
const endMarkSeconds = 660;

export function endAllLogins(options: EndAllLoginsOptions): EndAllLogins {
  const { sessions, encryptionKeys, longestSessionSeconds, now = Date.now } = options;
  const { keys } = sessions;
  /** One for each key of the ring, newest first. */
  const fingerprintsOf = (userId: string) =>
    keyedHashes(encryptionKeys, { purpose: 'sessions of a person', text: userId });
  const listKey = (fingerprint: string) => keyPrefixes.sessionsOfPerson + fingerprint;
  const endKey = (fingerprint: string) => keyPrefixes.endOfPerson + fingerprint;

  async function membersOf(setKeys: string[]): Promise<Map<string, number>> {
    const sets = await Promise.all(setKeys.map((key) => keys.membersOf(key)));
    return new Map(sets.flatMap((members) => [...members]));
  }

  async function removeFromList(userId: string, sessionKeys: readonly string[]): Promise<void> {
    for (const fingerprint of fingerprintsOf(userId)) {
      for (const key of sessionKeys) await keys.removeFromSet(listKey(fingerprint), key);
    }
  }

  const sessionsOf = (userId: string) => membersOf(fingerprintsOf(userId).map(listKey));

  async function endSessions(userId: string, sessionKeys: Iterable<string>): Promise<void> {
    for (const key of sessionKeys) await removeFromList(userId, await sessions.end(key));
  }

  /** Keeps `newest` and the sessions that end last, because they were started last. */
  async function endTooMany(userId: string, newest: string): Promise<void> {
    const others = [...(await sessionsOf(userId))].filter(([key]) => key !== newest);
    const oldestFirst = others.sort(([, a], [, b]) => a - b).map(([key]) => key);
    await endSessions(userId, oldestFirst.slice(0, 1 - mostSessions));
  }

  return {
    sessionsOf,

    // This marks the end, then reads the list. A login adds itself to the list, then reads the
    // mark: one of the two always sees the other.
    async endAllOf(userId) {
      for (const fingerprint of fingerprintsOf(userId))
        await keys.addToSet(endKey(fingerprint), String(now()), endMarkSeconds);
      await endSessions(userId, (await sessionsOf(userId)).keys());
    },

    async beforeStoring({ key, attendee }) {
      const [newest = ''] = fingerprintsOf(attendee.userId);
      await keys.addToSet(listKey(newest), key, longestSessionSeconds);
    },

    async afterStoring({ key, attendee, pending }) {
      const ends = await membersOf(fingerprintsOf(attendee.userId).map(endKey));
      const isAfterEveryEnd = [...ends.keys()].every(
        (endedAt) => Number(endedAt) < pending.createdAt,
      );
      if (!isAfterEveryEnd) throw new LoginError('login-again');
      await endTooMany(attendee.userId, key);
    },

    afterEnd: ({ keys: ended, userId }) => removeFromList(userId, ended),
  };
}

interface LogOutEverywhereOptions {
  readonly endAll: EndAllLogins;
  readonly logOut: (req: Request, res: Response) => Promise<void>;
}

/**
 * Returns a function that ends all logins of the attendee of this request. It rejects with
 * LoginError `nothing-saved` if the session has ended: it is then unknown whose it was.
 */
export function createLogOutEverywhere({ endAll, logOut }: LogOutEverywhereOptions) {
  return async (req: Request, res: Response): Promise<void> => {
    const attendee = req.session?.attendee;
    if (!attendee) throw req.sessionFailure ?? new LoginError('nothing-saved');
    await endAll.endAllOf(attendee.userId);
    await logOut(req, res);
  };
}
