// What the store knows of a person, under keyed hashes of their id: their sessions, when all of
// those were ended, and which session was replaced a moment ago.
import { type KeyRing, keyedHashes } from '../sessions/sealing.ts';
import { longestRequestSeconds } from '../sessions/session-ends.ts';
import { keyPrefixes, personKey } from '../store/key-names.ts';
import type { KeyStore } from '../store/key-store.ts';

/** Keyed hashes of a person's id: one for each key of the ring, newest first. */
export type PersonHashes = readonly string[];

export function personHashes(encryptionKeys: KeyRing, userId: string): PersonHashes {
  return keyedHashes(encryptionKeys, { purpose: 'sessions of a person', text: userId });
}

/** The same of a session at the server: a log-out there may name only this (`sid`). */
export function serverSessionHashes(encryptionKeys: KeyRing, session: string): PersonHashes {
  return keyedHashes(encryptionKeys, { purpose: 'sessions of a server session', text: session });
}

/** Longer than a pending login (600 s) and its code exchange: no older login may succeed. */
const endMarkSeconds = 660;

export type PersonStore = ReturnType<typeof createPersonStore>;

export function createPersonStore(keys: KeyStore) {
  const sessionsKey = (hash: string) => keyPrefixes.sessionsOfPerson + hash;
  const endKey = (hash: string) => keyPrefixes.endOfPerson + hash;

  async function membersOf(setKeys: string[]): Promise<Map<string, number>> {
    const sets = await Promise.all(setKeys.map((key) => keys.membersOf(key)));
    return new Map(sets.flatMap((members) => [...members]));
  }

  return {
    /**
     * Resolves to the keys of a person's sessions, and to what somebody else put among them, each
     * with its latest end (ms since 1970).
     */
    sessionsOf: (person: PersonHashes) => membersOf(person.map(sessionsKey)),

    async addSession(
      [newest = '']: PersonHashes,
      { key, seconds }: { key: string; seconds: number },
    ): Promise<void> {
      await keys.addToSet(sessionsKey(newest), key, seconds);
    },

    async removeSessions(person: PersonHashes, sessions: readonly string[]): Promise<void> {
      for (const hash of person) {
        for (const session of sessions) await keys.removeFromSet(sessionsKey(hash), session);
      }
    },

    /** Resolves to now, by the clock of the store (ms since 1970). */
    async markEnd(person: PersonHashes): Promise<number> {
      const endedAt = await keys.now();
      for (const hash of person) await keys.addToSet(endKey(hash), String(endedAt), endMarkSeconds);
      return endedAt;
    },

    /** Whether a login began after the last end, and not so long ago that its mark has expired. */
    async mayLogIn(person: PersonHashes, beganAt: number): Promise<boolean> {
      const marks = [...(await membersOf(person.map(endKey))).keys()];
      const isTooOld = (await keys.now()) - beganAt >= endMarkSeconds * 1000;
      return !isTooOld && !marks.some((endedAt) => Number(endedAt) >= beganAt);
    },

    /** Stores whose session it is that a login is about to replace. */
    async storeReplaced(session: string, person: PersonHashes): Promise<void> {
      const value = Buffer.from(person.join(' '));
      await keys.setIfAbsent(personKey(session), value, longestRequestSeconds);
    },

    async personOfReplaced(session: string): Promise<PersonHashes | undefined> {
      const hashes = String((await keys.get(personKey(session))) ?? '');
      return /^[\w-]{43}( [\w-]{43}){0,9}$/.test(hashes) ? hashes.split(' ') : undefined;
    },
  };
}
