// Optional: logs a person out on all devices, for the person or for an operator. To do so, it
// stores which sessions belong to one person, under a keyed hash of the person's id.
import type { Request, Response } from 'express';
import type { LoginHooks, NewSession } from '../hooks.ts';
import { LoginError } from '../login-error.ts';
import type { LoginRequest } from '../pending-login.ts';
import type { KeyRing } from '../sessions/sealing.ts';
import { longestRequestSeconds } from '../sessions/session-ends.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { isSessionKey, keyPrefixes, personKey, sessionKey } from '../store/key-names.ts';
import { type KeyStore, mostMembers } from '../store/key-store.ts';
import { type PersonHashes, personHashes } from './person.ts';

export interface EndAllLogins extends LoginHooks {
  /**
   * Ends every session of a person, and every login that this person has not finished yet. Rejects
   * if it could not end them all.
   */
  endAllOf(userId: string): Promise<PersonHashes>;
  /**
   * The same, but for the session with this key. Resolves to when that was (ms since 1970, by the
   * clock of the store): a login that begins after it may succeed.
   */
  endOthersOf(userId: string, key: string): Promise<number>;
  /**
   * The same for the person whose session with this key a login has just replaced. Resolves to
   * undefined if there is no such person: then nothing was ended.
   */
  endAllOfReplaced(key: string): Promise<PersonHashes | undefined>;
  /** Resolves to the keys of a person's sessions, each with its latest end (ms since 1970). */
  sessionsOf(userId: string): Promise<Map<string, number>>;
}

interface EndAllLoginsOptions {
  readonly sessions: Sessions;
  readonly encryptionKeys: KeyRing;
  /** The maximum life of a session, in seconds. */
  readonly longestSessionSeconds: number;
}

/** A person has a handful of devices. A further login ends the oldest session. */
const mostSessions = 20;
/** Longer than a pending login (600 s) and its code exchange: no older login may succeed. */
const endMarkSeconds = 660;

export function endAllLogins(options: EndAllLoginsOptions): EndAllLogins {
  const { sessions, encryptionKeys, longestSessionSeconds } = options;
  const { keys } = sessions;
  const people = createPeople(keys);
  const { endAll, endTooMany } = createEnds(sessions, people);
  const hashesOf = (userId: string) => personHashes(encryptionKeys, userId);

  return {
    async sessionsOf(userId) {
      const members = await people.listed(hashesOf(userId));
      return new Map([...members].filter(([member]) => isSessionKey(member)));
    },

    async endAllOf(userId) {
      const hashes = hashesOf(userId);
      await endAll(hashes);
      return hashes;
    },

    endOthersOf: (userId, key) => endAll(hashesOf(userId), key),

    async endAllOfReplaced(key) {
      const hashes = await people.personOf(key);
      if (hashes) await endAll(hashes);
      return hashes;
    },

    // By the clock of the store, for instances may have different ones.
    async beforeLeaving(_req, _res, request) {
      request.beganAt = await keys.now();
    },

    async beforeStoring({ key, attendee, before }) {
      const [newest = ''] = hashesOf(attendee.userId);
      await people.add(newest, key, longestSessionSeconds);
      if (before?.userId !== undefined)
        await people.rememberPerson(before.key, hashesOf(before.userId));
    },

    async afterStoring(session) {
      const hashes = hashesOf(session.attendee.userId);
      if (!(await people.mayLogIn(hashes, session.pending))) throw new LoginError('login-again');
      await endTooMany(hashes, session);
    },

    afterEnd: ({ keys: ended, userId }) => people.remove(hashesOf(userId), ended),
  };
}

type People = ReturnType<typeof createPeople>;

/** What the store knows of a person, who is named by keyed hashes. */
function createPeople(keys: KeyStore) {
  const listKey = (hash: string) => keyPrefixes.sessionsOfPerson + hash;
  const endKey = (hash: string) => keyPrefixes.endOfPerson + hash;

  async function membersOf(setKeys: string[]): Promise<Map<string, number>> {
    const sets = await Promise.all(setKeys.map((key) => keys.membersOf(key)));
    return new Map(sets.flatMap((members) => [...members]));
  }

  return {
    /** Resolves to the keys of a person's sessions, and to what somebody else put among them. */
    listed: (hashes: PersonHashes) => membersOf(hashes.map(listKey)),

    add: (hash: string, key: string, seconds: number) => keys.addToSet(listKey(hash), key, seconds),

    async remove(hashes: PersonHashes, members: readonly string[]): Promise<void> {
      for (const hash of hashes) {
        for (const member of members) await keys.removeFromSet(listKey(hash), member);
      }
    },

    async markEnd(hashes: PersonHashes): Promise<number> {
      const endedAt = await keys.now();
      for (const hash of hashes) await keys.addToSet(endKey(hash), String(endedAt), endMarkSeconds);
      return endedAt;
    },

    /** Whether a login began after the last end, and not so long ago that its mark has expired. */
    async mayLogIn(
      hashes: PersonHashes,
      { beganAt = 0 }: Readonly<LoginRequest>,
    ): Promise<boolean> {
      const marks = [...(await membersOf(hashes.map(endKey))).keys()];
      const isTooOld = (await keys.now()) - beganAt >= endMarkSeconds * 1000;
      return !isTooOld && !marks.some((endedAt) => Number(endedAt) >= beganAt);
    },

    /** Stores whose session it was that a login is about to replace. */
    async rememberPerson(key: string, hashes: PersonHashes): Promise<void> {
      const person = Buffer.from(hashes.join(' '));
      await keys.setIfAbsent(personKey(key), person, longestRequestSeconds);
    },

    async personOf(key: string): Promise<string[] | undefined> {
      const hashes = String((await keys.get(personKey(key))) ?? '');
      return /^[\w-]{43}( [\w-]{43}){0,9}$/.test(hashes) ? hashes.split(' ') : undefined;
    },
  };
}

function createEnds(sessions: Sessions, people: People) {
  async function endListed(hashes: PersonHashes, members: Iterable<string>): Promise<void> {
    for (const member of members)
      await people.remove(hashes, isSessionKey(member) ? await sessions.end(member) : [member]);
  }

  return {
    // This marks the end, then reads the list. A login adds itself to the list, then reads the
    // mark: one of the two always sees the other.
    async endAll(hashes: PersonHashes, kept?: string): Promise<number> {
      const endedAt = await people.markEnd(hashes);
      const listed = [...(await people.listed(hashes)).keys()];
      await endListed(
        hashes,
        listed.filter((member) => member !== kept),
      );
      // Only somebody else writes so many. What is behind them has not been read, let alone ended.
      if (listed.length >= mostMembers) throw new LoginError('service-unavailable');
      return endedAt;
    },

    /** Keeps the new session, and those that end last, because they were started last. */
    async endTooMany(hashes: PersonHashes, { key, before }: NewSession): Promise<void> {
      const listed = [...(await people.listed(hashes))];
      const oldestFirst = listed.sort(([, a], [, b]) => a - b).map(([member]) => member);
      const others = oldestFirst.filter((member) => member !== key && member !== before?.key);
      await endListed(hashes, others.slice(0, 1 - mostSessions));
    },
  };
}

interface LogOutEverywhereOptions {
  readonly endAll: EndAllLogins;
  readonly logOut: (req: Request, res: Response) => Promise<void>;
}

/** Ends all logins of the attendee of this request, and resolves to who that is. */
export type LogOutEverywhere = (req: Request, res: Response) => Promise<PersonHashes>;

/**
 * Returns a function that ends all logins of the attendee of this request, and resolves to who that
 * is. If a login has just replaced the session, that is known for a minute. Rejects with LoginError
 * `nothing-saved` if the session has ended: it is then unknown whose it was.
 */
export function createLogOutEverywhere({
  endAll,
  logOut,
}: LogOutEverywhereOptions): LogOutEverywhere {
  return async (req, res) => {
    if (req.sessionFailure) throw req.sessionFailure;
    const { attendee } = req.session ?? {};
    const person = attendee
      ? await endAll.endAllOf(attendee.userId)
      : await endAll.endAllOfReplaced(sessionKey(req.sessionID ?? ''));
    if (!person) throw new LoginError('nothing-saved');
    await logOut(req, res);
    return person;
  };
}
