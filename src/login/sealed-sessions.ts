// Sessions in Redis, for any express-session app: connect-redis with a client that hashes keys and
// seals values. Redis and the encryption keys together open no session: that also takes the session
// id, which is only in the visitor's cookie.
import { RedisStore } from 'connect-redis';
import type { SessionData } from 'express-session';
import { sessionKey } from './key-names.ts';
import type { KeyStore } from './key-store.ts';
import { checkKeyRing, type KeyRing, open, type SealLabel, seal } from './sealing.ts';
import { createSessionEnds, longestRequestSeconds } from './session-ends.ts';
import type { Sessions } from './sessions.ts';

declare module 'express-session' {
  interface SessionData {
    /** When the session was first stored (milliseconds since 1970). Set by the store. */
    startedAt?: number;
    /** Set by the store for a session that ended while this request was on its way. */
    hasEnded?: true;
  }
}

export interface SealedSessionsOptions {
  readonly keys: KeyStore;
  readonly encryptionKeys: KeyRing;
  readonly limits: SessionLimits;
  /** Called with a short text for your log, never with personal data. */
  readonly warn?: (what: string) => void;
  /** Returns milliseconds since 1970. */
  readonly now?: () => number;
}

/** A session ends after `idleSeconds` without a request, at the latest after `absoluteSeconds`. */
export interface SessionLimits {
  readonly idleSeconds: number;
  readonly absoluteSeconds: number;
}

export interface SealedSessions extends Sessions {
  /** For `session({ store })` of express-session. */
  readonly store: RedisStore;
}

/** The login writes these fields with the new session. Later writes of the host keep them. */
const writtenOnce = ['attendee', 'startedAt'] as const;
/** An empty session for a request whose session just ended. It sets no cookie, stores nothing. */
const endedSession = () => ({ cookie: { originalMaxAge: null }, hasEnded: true }) as SessionData;

export function createSealedSessions(options: SealedSessionsOptions): SealedSessions {
  const { keys, encryptionKeys, limits, warn = () => {}, now = Date.now } = options;
  checkKeyRing(encryptionKeys);
  const ends = createSessionEnds({ keys, lifeSeconds: longestRequestSeconds });
  /** Keys of sessions that a login is about to replace. */
  const beingReplaced = new Set<string>();
  /** The last JSON written for a session object. */
  const lastWritten = new WeakMap<object, string>();
  /** When this process last extended a session. */
  const touchedAt = new Map<string, number>();

  // A stand-in for a Redis client: connect-redis passes session ids as keys, sessions as values.
  const client = {
    async get(sessionId: string): Promise<SessionData | null> {
      const session = await read(sessionId);
      if (session) return session;
      return (await ends.isOver(sessionKey(sessionId))) ? endedSession() : null;
    },

    async set(
      sessionId: string,
      session: SessionData,
      { expiration }: { expiration: { value: number } },
    ): Promise<void> {
      if (session.hasEnded) return;
      // express-session saves a new session twice: on `save`, and at the end of the response.
      if (lastWritten.get(session) === JSON.stringify(session)) return;
      const isNew = session.startedAt === undefined;
      if (isNew) session.startedAt = now();
      const written = JSON.stringify(session);
      try {
        if (isNew)
          await keys.setIfAbsent(
            sessionKey(sessionId),
            sealed(sessionId, session),
            expiration.value,
          );
        else await overwrite(sessionId, session, expiration.value);
      } catch (error) {
        if (isNew) delete session.startedAt;
        throw error;
      }
      lastWritten.set(session, written);
    },

    /** Extends a session at most 30 times per `idleSeconds`, without making the page wait. */
    async expire(sessionId: string, seconds: number): Promise<void> {
      if (now() - (touchedAt.get(sessionId) ?? 0) < (limits.idleSeconds * 1000) / 30) return;
      if (touchedAt.size >= 10_000) touchedAt.clear();
      touchedAt.set(sessionId, now());
      keys.expire(sessionKey(sessionId), seconds).catch(() => {});
    },

    async del([sessionId = '']: string[]): Promise<void> {
      const key = sessionKey(sessionId);
      // At a login, express-session deletes the old session before it stores the new one. Keep the
      // old one until then, in case storing fails.
      if (!beingReplaced.delete(key)) await keys.del([key]);
    },
  };

  /** Does not write a session that was ended meanwhile. */
  async function overwrite(
    sessionId: string,
    session: SessionData,
    seconds: number,
  ): Promise<void> {
    const stored = await read(sessionId);
    if (!stored) return;
    const kept = Object.fromEntries(writtenOnce.map((field) => [field, stored[field]]));
    await keys.setIfPresent(
      sessionKey(sessionId),
      sealed(sessionId, { ...session, ...kept }),
      seconds,
    );
  }

  async function read(sessionId: string): Promise<SessionData | null> {
    const key = sessionKey(sessionId);
    const value = await keys.get(key);
    if (!value) return null;
    const plain = open(value, encryptionKeys, labelOf(sessionId));
    const session: SessionData | undefined = plain && JSON.parse(plain.toString());
    if (session && secondsLeft(session) > 0) return session;
    if (!session) warn('a session that does not open was removed');
    await keys.del([key]);
    return null;
  }

  function sealed(sessionId: string, session: SessionData): Buffer {
    return seal(Buffer.from(JSON.stringify(session)), encryptionKeys, labelOf(sessionId));
  }

  /** Returns how long a session lives without another request, in seconds. */
  function secondsLeft({ startedAt = now() }: SessionData): number {
    return Math.min(
      limits.idleSeconds,
      Math.ceil(limits.absoluteSeconds - (now() - startedAt) / 1000),
    );
  }

  async function end(key: string): Promise<string[]> {
    const ended = await ends.end(key);
    await keys.del(ended);
    return ended;
  }

  async function replace(
    before: string | undefined,
    startNew: () => Promise<string>,
  ): Promise<boolean> {
    if (before === undefined) {
      await startNew();
      return true;
    }
    beingReplaced.add(before);
    try {
      const after = await startNew();
      if (!(await ends.replace(before, after))) return false;
    } finally {
      beingReplaced.delete(before);
    }
    await keys.del([before]);
    return true;
  }

  // Sessions are serialized when they are sealed.
  const serializer = {
    parse: (session: unknown) => session as SessionData,
    stringify: (session: unknown) => session as string,
  };
  const store = new RedisStore({ client, prefix: '', serializer, ttl: secondsLeft });
  return {
    store,
    keys,
    replace,
    end,
    // The key store throws LoginErrors already.
    failureOf: (error) => error,
    // An ended session is not in the store any more.
    isOver: async () => false,
  };
}

/** The number is the format version: sessions in another format do not open. */
function labelOf(sessionId: string): SealLabel {
  return {
    purpose: 'session v3',
    place: sessionKey(sessionId),
    heldElsewhere: Buffer.from(sessionId),
  };
}
