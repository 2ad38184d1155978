// Finds all sessions of one person, for the log-out on all devices. The store lists them under a
// keyed hash of the person's id.
import { type KeyRing, keyedHashes } from '../crypto.ts';
import { LoginError } from '../login-error.ts';
import { isSessionKey, keyPrefixes, personKey } from '../store/key-names.ts';
import { type KeyStore, mostMembers } from '../store/key-store.ts';
import { rememberedSeconds } from './end-marks.ts';
import type { Sessions } from './sessions.ts';

/** Identifies a person: a keyed hash of their id for each key of the ring, newest first. */
export type PersonHashes = readonly string[];

export function personHashes(encryptionKeys: KeyRing, userId: string): PersonHashes {
  return keyedHashes(encryptionKeys, { purpose: 'sessions of a person', text: userId });
}

export interface NewSession {
  /** The key of the session (key-names.ts). */
  readonly key: string;
  readonly userId: string;
  /** When the login began, by the clock of the key store (ms since 1970). */
  readonly beganAt: number;
  /** The session that the new one replaces. `userId` is set if somebody was logged in. */
  readonly before?: { readonly key: string; readonly userId: string | undefined } | undefined;
}

export type LoginsOfPerson = ReturnType<typeof createLoginsOfPerson>;

/**
 * Maximum number of sessions per person. People have a handful of devices, and a further login ends
 * the oldest session.
 */
const mostSessions = 20;

export function createLoginsOfPerson({
  sessions,
  encryptionKeys,
}: {
  sessions: Sessions;
  encryptionKeys: KeyRing;
}) {
  const list = createSessionList(sessions.keys);
  const marks = createPersonMarks(sessions.keys);
  const personOf = (userId: string) => personHashes(encryptionKeys, userId);

  // A log-out writes the mark and then reads the list. A login adds its session to the list and
  // then reads the mark. Whatever the order, the log-out finds the session, or the login finds the
  // mark.
  async function endAllOf(person: PersonHashes): Promise<void> {
    await marks.markEnd(person);
    const listed = [...(await list.read(person)).keys()];
    await endListed(person, listed);
    // Only an attacker writes so many entries. Any further entries were neither read nor ended.
    if (listed.length >= mostMembers) throw new LoginError('service-unavailable');
  }

  async function endListed(person: PersonHashes, listed: readonly string[]): Promise<void> {
    for (const key of listed)
      await list.remove(person, isSessionKey(key) ? await sessions.end(key) : [key]);
  }

  /** Ends a person's oldest sessions beyond the limit. The new session is never ended. */
  async function endTooMany(person: PersonHashes, { key: newest, before }: NewSession) {
    const listed = [...(await list.read(person))];
    const oldestFirst = listed.sort(([, a], [, b]) => a - b).map(([key]) => key);
    const others = oldestFirst.filter((key) => key !== newest && key !== before?.key);
    await endListed(person, others.slice(0, 1 - mostSessions));
  }

  return {
    /**
     * Ends all sessions and pending logins of a person. Resolves to the hashes of the person, and
     * rejects if it could not end all of them. `askedBy` is the key of the requesting session, in
     * case its form is sent twice.
     */
    async endAll(userId: string, askedBy?: string): Promise<PersonHashes> {
      const person = personOf(userId);
      if (askedBy !== undefined) await marks.rememberPerson(askedBy, person);
      await endAllOf(person);
      return person;
    },

    /**
     * Like `endAll`, for a session that is gone, because a login has just replaced it, or because
     * it has just logged out everywhere. If the person is unknown, ends nothing and resolves to
     * undefined.
     */
    async endAllOfPast(key: string): Promise<PersonHashes | undefined> {
      const person = await marks.personOfPast(key);
      if (person) await endAllOf(person);
      return person;
    },

    /** Resolves to the keys of a person's sessions, each with its expiry (ms since 1970). */
    async sessionsOf(userId: string): Promise<Map<string, number>> {
      const listed = await list.read(personOf(userId));
      return new Map([...listed].filter(([key]) => isSessionKey(key)));
    },

    /** Adds a session to the list of its person. Call this before the session is stored. */
    async add({ key, userId, before }: NewSession): Promise<void> {
      await list.add(personOf(userId), { key, seconds: sessions.longestSeconds });
      if (before?.userId !== undefined)
        await marks.rememberPerson(before.key, personOf(before.userId));
    },

    /**
     * Rejects with LoginError `login-again` if all sessions of the person have been ended since
     * this login began, or if the login is too old to tell. Ends the oldest sessions beyond the
     * limit. Call this after the session is stored.
     */
    async check(session: NewSession): Promise<void> {
      const person = personOf(session.userId);
      if (!(await marks.mayLogIn(person, session.beganAt))) throw new LoginError('login-again');
      await endTooMany(person, session);
    },

    remove: (userId: string, ended: readonly string[]) => list.remove(personOf(userId), ended),
  };
}

function createSessionList(keys: KeyStore) {
  const keyOf = (hash: string) => keyPrefixes.sessionsOfPerson + hash;
  return {
    /**
     * Resolves to the keys of the sessions. An attacker with access to the store may have added
     * other texts.
     */
    read: (person: PersonHashes) => membersOf(keys, person.map(keyOf)),

    async add([newest = '']: PersonHashes, { key, seconds }: { key: string; seconds: number }) {
      await keys.addToSet(keyOf(newest), key, seconds);
    },

    /**
     * Removes sessions from the list. Never rejects, because an ended session may stay listed until
     * it expires.
     */
    async remove(person: PersonHashes, sessions: readonly string[]): Promise<void> {
      for (const hash of person) {
        for (const session of sessions)
          await keys.removeFromSet(keyOf(hash), session).catch(() => {});
      }
    },
  };
}

/**
 * How long the end of all sessions of a person is remembered, in seconds. A login that began before
 * the end can take 600 seconds, plus the code exchange. Older logins are refused.
 */
const endMarkSeconds = 660;

/**
 * Remembers when all sessions of a person were ended, and the person of a session that ended
 * recently.
 */
function createPersonMarks(keys: KeyStore) {
  const keyOf = (hash: string) => keyPrefixes.endOfPerson + hash;
  return {
    async markEnd(person: PersonHashes): Promise<void> {
      const endedAt = String(await keys.now());
      for (const hash of person) await keys.addToSet(keyOf(hash), endedAt, endMarkSeconds);
    },

    /**
     * Whether a login may complete. It must have begun after the person's sessions were last ended,
     * and less than `endMarkSeconds` ago, because older end marks have expired.
     */
    async mayLogIn(person: PersonHashes, beganAt: number): Promise<boolean> {
      const ends = [...(await membersOf(keys, person.map(keyOf))).keys()];
      const isTooOld = (await keys.now()) - beganAt >= endMarkSeconds * 1000;
      return !isTooOld && !ends.some((endedAt) => Number(endedAt) >= beganAt);
    },

    /** Stores the person of a session before it is replaced or ended. */
    async rememberPerson(session: string, person: PersonHashes): Promise<void> {
      const value = Buffer.from(person.join(' '));
      await keys.setIfAbsent(personKey(session), value, rememberedSeconds);
    },

    async personOfPast(session: string): Promise<PersonHashes | undefined> {
      const hashes = String((await keys.get(personKey(session))) ?? '');
      return /^[\w-]{43}( [\w-]{43}){0,9}$/.test(hashes) ? hashes.split(' ') : undefined;
    },
  };
}

async function membersOf(keys: KeyStore, sets: readonly string[]): Promise<Map<string, number>> {
  const all = await Promise.all(sets.map((key) => keys.membersOf(key)));
  return new Map(all.flatMap((members) => [...members]));
}
