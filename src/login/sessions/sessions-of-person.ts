// What the key store knows about a person's sessions: their list, when all of them were last ended,
// and who a past session belonged to. A person is identified by a keyed hash of their id.
import { type KeyRing, keyedHashes } from '../crypto.ts';
import { keyPrefixes, personKey } from '../store/key-names.ts';
import type { KeyStore } from '../store/key-store.ts';
import { rememberedSeconds } from './end-marks.ts';

/** Identifies a person: a keyed hash of their id for each key in the ring, newest first. */
export type PersonHashes = readonly string[];

export function personHashes(encryptionKeys: KeyRing, userId: string): PersonHashes {
  return keyedHashes(encryptionKeys, { purpose: 'sessions of a person', text: userId });
}

/**
 * How long the end of all sessions is remembered, in seconds: the 600 seconds of a pending login,
 * plus the 60 seconds of the longest request. A login that takes longer than this fails.
 */
const endOfAllSeconds = 660;

export function createSessionsOfPerson({
  keys,
  encryptionKeys,
}: {
  keys: KeyStore;
  encryptionKeys: KeyRing;
}) {
  const hashesOf = (userId: string) => personHashes(encryptionKeys, userId);
  const listKey = (hash: string) => keyPrefixes.sessionsOfPerson + hash;
  const endsKey = (hash: string) => keyPrefixes.endOfAll + hash;

  async function membersOf(sets: readonly string[]): Promise<Map<string, number>> {
    const all = await Promise.all(sets.map((key) => keys.membersOf(key)));
    return new Map(all.flatMap((members) => [...members]));
  }

  return {
    hashesOf,

    /** Adds a session to its person's list. Call this before the session is stored. */
    async add([newest = '']: PersonHashes, session: string, seconds: number): Promise<void> {
      await keys.addToSet(listKey(newest), session, seconds);
    },

    /**
     * Resolves to the keys of the sessions, each with its expiry (ms since 1970). An attacker with
     * access to the store may have added other strings.
     */
    list: (person: PersonHashes) => membersOf(person.map(listKey)),

    /**
     * Removes sessions from the list. Never rejects, because it does no harm if an ended session
     * stays listed until it expires.
     */
    async remove(person: PersonHashes, sessions: readonly string[]): Promise<void> {
      for (const hash of person) {
        for (const session of sessions)
          await keys.removeFromSet(listKey(hash), session).catch(() => {});
      }
    },

    /** Records that all of the person's sessions end now. Resolves to the time. */
    async storeEndOfAll(person: PersonHashes): Promise<number> {
      const endedAt = await keys.now();
      for (const hash of person)
        await keys.addToSet(endsKey(hash), String(endedAt), endOfAllSeconds);
      return endedAt;
    },

    /**
     * Whether a login may complete. It must have begun after the last time that all of the person's
     * sessions were ended, and less than `endOfAllSeconds` ago. Call this after the session is
     * stored.
     */
    async mayLogIn(person: PersonHashes, beganAt: number): Promise<boolean> {
      const ends = [...(await membersOf(person.map(endsKey))).keys()];
      const isTooOld = (await keys.now()) - beganAt >= endOfAllSeconds * 1000;
      return !isTooOld && !ends.some((endedAt) => Number(endedAt) >= beganAt);
    },

    /** Stores who a session belongs to, before the session is replaced or ended. */
    async rememberPersonOf(session: string, person: PersonHashes): Promise<void> {
      const value = Buffer.from(person.join(' '));
      await keys.setIfAbsent(personKey(session), value, rememberedSeconds);
    },

    /**
     * Resolves to the person that a past session belonged to, or to undefined if that is unknown.
     */
    async personOfPast(session: string): Promise<PersonHashes | undefined> {
      const hashes = String((await keys.get(personKey(session))) ?? '');
      return /^[\w-]{43}( [\w-]{43}){0,9}$/.test(hashes) ? hashes.split(' ') : undefined;
    },
  };
}
