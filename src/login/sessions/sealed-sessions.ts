// Sessions in Redis, for any express-session app: connect-redis with a client that hashes keys and
// seals values. Redis and the encryption keys together open no session: that also takes the session
// id, which is only in the visitor's cookie.
import { RedisStore } from 'connect-redis';
import type { SessionData } from 'express-session';
import { sessionKey } from '../store/key-names.ts';
import {
  createSealedRecords,
  endedSession,
  type SealedRecords,
  type SealedSessionsOptions,
} from './sealed-records.ts';
import { checkKeyRing } from './sealing.ts';
import { createSessionEnds, longestRequestSeconds, type SessionEnds } from './session-ends.ts';
import type { Sessions } from './sessions.ts';

export interface SealedSessions extends Sessions {
  /** For `session({ store })` of express-session. */
  readonly store: RedisStore;
}

export function createSealedSessions(options: SealedSessionsOptions): SealedSessions {
  const { keys, encryptionKeys } = options;
  checkKeyRing(encryptionKeys);
  const ends = createSessionEnds({
    keys,
    lifeSeconds: longestRequestSeconds,
    remove: (ended) => keys.del(ended),
  });
  const records = createSealedRecords(options);
  /** The key of the session that a login is about to replace, once for each such login. */
  const beingReplaced: string[] = [];
  const client = createClient({ ...options, ends, records, beingReplaced });
  // Sessions are serialized when they are sealed.
  const serializer = {
    parse: (session: unknown) => session as SessionData,
    stringify: (session: unknown) => session as string,
  };

  const ttl = (session: SessionData) =>
    session.hasEnded ? neverExtended : records.secondsLeft(session);

  async function replace(
    before: string | undefined,
    startNew: () => Promise<string>,
  ): Promise<string[] | undefined> {
    if (before === undefined) {
      await startNew();
      return [];
    }
    beingReplaced.push(before);
    try {
      return await ends.replace(before, await startNew());
    } finally {
      beingReplaced.splice(beingReplaced.indexOf(before), 1);
    }
  }

  return {
    store: new RedisStore({ client, prefix: '', serializer, ttl }),
    keys,
    replace,
    end: ends.end,
    // The key store throws LoginErrors already.
    failureOf: (error) => error,
    // An ended session is not in the store any more.
    isOver: async () => false,
  };
}

/** Stands for the life of a session that has ended, or that another instance reads. */
const neverExtended = Number.POSITIVE_INFINITY;

interface ClientOptions extends Pick<SealedSessionsOptions, 'keys' | 'limits' | 'now'> {
  readonly ends: SessionEnds;
  readonly records: SealedRecords;
  readonly beingReplaced: readonly string[];
}

/**
 * A stand-in for a Redis client: connect-redis passes session ids as keys, sessions as values.
 */
function createClient(options: ClientOptions) {
  const { keys, limits, ends, records, beingReplaced, now = Date.now } = options;
  /** The last JSON written for a session object. */
  const lastWritten = new WeakMap<object, string>();
  /** When this process last extended a session. */
  const touchedAt = new Map<string, number>();

  return {
    async get(sessionId: string): Promise<SessionData | null> {
      const session = await records.read(sessionId);
      if (session) return session;
      const end = await ends.endOf(sessionKey(sessionId));
      return end ? endedSession(end) : null;
    },

    async set(
      sessionId: string,
      session: SessionData,
      { expiration }: { expiration: { value: number } },
    ): Promise<void> {
      if (session.hasEnded) return;
      // express-session saves a new session twice: on `save`, and at the end of the response.
      if (lastWritten.get(session) === JSON.stringify(session)) return;
      const write = session.startedAt === undefined ? records.writeNew : records.overwrite;
      const written = await write(sessionId, session, expiration.value);
      lastWritten.set(session, written);
    },

    /** Extends a session at most 30 times per `idleSeconds`, without making the page wait. */
    async expire(sessionId: string, seconds: number): Promise<void> {
      if (seconds === neverExtended) return;
      if (now() - (touchedAt.get(sessionId) ?? 0) < (limits.idleSeconds * 1000) / 30) return;
      if (touchedAt.size >= 10_000) touchedAt.clear();
      touchedAt.set(sessionId, now());
      keys.expire(sessionKey(sessionId), seconds).catch(() => {});
    },

    async del([sessionId = '']: string[]): Promise<void> {
      const key = sessionKey(sessionId);
      // At a login, express-session deletes the old session before it stores the new one. Keep the
      // old one until it is marked: storing may fail, and a log-out must find one of the two.
      if (!beingReplaced.includes(key)) await keys.del([key]);
    },
  };
}
