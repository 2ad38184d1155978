// Optional: logs a person out on all devices, for the person or for an operator. To do so, it
// stores which sessions belong to one person, under a keyed hash of the person's id.
import type { Attendee } from '../attendee.ts';
import type { LoginHooks, NewSession } from '../hooks.ts';
import { LoginError } from '../login-error.ts';
import type { LoginRequest } from '../pending-login.ts';
import type { KeyRing } from '../sessions/sealing.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { isSessionKey } from '../store/key-names.ts';
import { mostMembers } from '../store/key-store.ts';
import {
  createPersonStore,
  type PersonHashes,
  type PersonStore,
  personHashes,
  serverSessionHashes,
} from './person.ts';

declare module '../pending-login.ts' {
  interface LoginRequest {
    /** When the login began, by the clock of the key store (ms since 1970). */
    beganAt?: number;
  }
}

export interface EndAllLogins extends LoginHooks {
  /**
   * Ends every session of a person, and every login that this person has not finished yet. Rejects
   * if it could not end them all.
   */
  endAllOf(userId: string): Promise<PersonHashes>;
  /**
   * The same, but for the session with this key. Resolves to what the pending login of a session
   * must have in order to succeed after that.
   */
  endOthersOf(userId: string, key: string): Promise<Pick<LoginRequest, 'beganAt'>>;
  /**
   * The same for the person whose session with this key a login has just replaced. Resolves to
   * undefined if there is no such person: then nothing was ended.
   */
  endAllOfReplaced(key: string): Promise<PersonHashes | undefined>;
  /**
   * Ends the sessions of a session at the server, and the logins of it that are not finished yet.
   * Resolves to whether there was any session.
   */
  endAllOfServerSession(session: string): Promise<boolean>;
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

export function endAllLogins(options: EndAllLoginsOptions): EndAllLogins {
  const { sessions, encryptionKeys, longestSessionSeconds: seconds } = options;
  const { keys } = sessions;
  const store = createPersonStore(keys);
  const { endAll, endTooMany } = createEnds(sessions, store);
  const personOf = (userId: string) => personHashes(encryptionKeys, userId);

  return {
    async sessionsOf(userId) {
      const listed = await store.sessionsOf(personOf(userId));
      return new Map([...listed].filter(([key]) => isSessionKey(key)));
    },

    async endAllOf(userId) {
      const person = personOf(userId);
      await endAll(person);
      return person;
    },

    async endOthersOf(userId, key) {
      const endedAt = await endAll(personOf(userId), key);
      return { beganAt: endedAt + 1 };
    },

    async endAllOfReplaced(key) {
      const person = await store.personOfReplaced(key);
      if (person) await endAll(person);
      return person;
    },

    async endAllOfServerSession(session) {
      const owner = serverSessionHashes(encryptionKeys, session);
      const { size } = await store.sessionsOf(owner);
      await endAll(owner);
      return size > 0;
    },

    // By the clock of the store, for instances may have different ones.
    async beforeLeaving(_req, _res, request) {
      request.beganAt = await keys.now();
    },

    async beforeStoring({ key, attendee, before }) {
      for (const owner of ownersOf(attendee, encryptionKeys))
        await store.addSession(owner, { key, seconds });
      if (before?.userId !== undefined)
        await store.storeReplaced(before.key, personOf(before.userId));
    },

    async afterStoring(session) {
      const { attendee, pending } = session;
      for (const owner of ownersOf(attendee, encryptionKeys))
        if (!(await store.mayLogIn(owner, pending.beganAt ?? 0)))
          throw new LoginError('login-again');
      await endTooMany(personOf(attendee.userId), session);
    },

    afterEnd: ({ keys: ended, userId }) => store.removeSessions(personOf(userId), ended),
  };
}

/** Under what a login is listed, and what may have ended it. */
function ownersOf({ userId, serverSession }: Attendee, encryptionKeys: KeyRing): PersonHashes[] {
  const person = personHashes(encryptionKeys, userId);
  return serverSession ? [person, serverSessionHashes(encryptionKeys, serverSession)] : [person];
}

function createEnds(sessions: Sessions, store: PersonStore) {
  async function endListed(person: PersonHashes, listed: readonly string[]): Promise<void> {
    for (const key of listed)
      await store.removeSessions(person, isSessionKey(key) ? await sessions.end(key) : [key]);
  }

  return {
    // This marks the end, then reads the list. A login adds itself to the list, then reads the
    // mark: one of the two always sees the other.
    async endAll(person: PersonHashes, kept?: string): Promise<number> {
      const endedAt = await store.markEnd(person);
      const listed = [...(await store.sessionsOf(person)).keys()];
      const others = listed.filter((key) => key !== kept);
      await endListed(person, others);
      // Only somebody else writes so many. What is behind them has not been read, let alone ended.
      if (listed.length >= mostMembers) throw new LoginError('service-unavailable');
      return endedAt;
    },

    /** Keeps the new session, and those that end last, because they were started last. */
    async endTooMany(person: PersonHashes, { key: newest, before }: NewSession): Promise<void> {
      const listed = [...(await store.sessionsOf(person))];
      const oldestFirst = listed.sort(([, a], [, b]) => a - b).map(([key]) => key);
      const others = oldestFirst.filter((key) => key !== newest && key !== before?.key);
      await endListed(person, others.slice(0, 1 - mostSessions));
    },
  };
}
