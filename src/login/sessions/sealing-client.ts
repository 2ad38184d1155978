// Adapts the key store to what connect-redis expects of its Redis client: it hashes each key and
// seals each value. Redis sees neither the id of a session nor what is in it.
import type { SessionData } from 'express-session';
import { type KeyRing, open, readHead, type SealLabel, seal } from '../crypto.ts';
import { sessionKey } from '../store/key-names.ts';
import { type KeyStore, longestValue } from '../store/key-store.ts';
import type { EndMarks } from './end-marks.ts';

declare module 'express-session' {
  interface SessionData {
    /** When the session was first stored (milliseconds since 1970). Set by the store. */
    startedAt?: number;
    /** Set by the store for a session that ended while this request was on its way. */
    hasEnded?: 'ended' | 'replaced' | 'unreadable';
  }
}

/** The commands of a Redis client that connect-redis 9 calls for one session. */
export interface SessionCommands {
  get(sessionId: string): Promise<string | null>;
  set(
    sessionId: string,
    json: string,
    options: { readonly expiration: { readonly type: 'EX'; readonly value: number } },
  ): Promise<void>;
  expire(sessionId: string, seconds: number): Promise<void>;
  del(sessionIds: readonly string[]): Promise<void>;
}

/** Upper bound of a map. It is cleared when full; a session is then extended once too often. */
const mostExtended = 10_000;

interface SealingClientOptions extends SessionLife {
  readonly keys: KeyStore;
  readonly encryptionKeys: KeyRing;
  readonly endMarks: Pick<EndMarks, 'endOf'>;
  /** Whether a login is about to replace the session with this key. */
  readonly isBeingReplaced: (key: string) => boolean;
  readonly warn: (what: string) => void;
}

/** A session ends after `idleSeconds` without a request, at the latest after `absoluteSeconds`. */
export interface SessionLimits {
  readonly idleSeconds: number;
  readonly absoluteSeconds: number;
}

/** The limits that ship. */
export const sessionLimits: SessionLimits = { idleSeconds: 30 * 60, absoluteSeconds: 12 * 3600 };

export interface SessionLife {
  readonly limits: SessionLimits;
  readonly now: () => number;
}

/** Returns how long a session lives without another request, in seconds. */
export function secondsLeft(
  { startedAt }: Pick<SessionData, 'startedAt'>,
  { limits, now }: SessionLife,
): number {
  const ageSeconds = startedAt === undefined ? 0 : (now() - startedAt) / 1000;
  return Math.min(limits.idleSeconds, Math.ceil(limits.absoluteSeconds - ageSeconds));
}

export function createSealingClient(options: SealingClientOptions): SessionCommands {
  const { keys, limits, endMarks, isBeingReplaced, now } = options;
  const { read, writeNew, overwrite } = createSealedJson(options);
  /** When this process last extended a session. */
  const extendedAt = new Map<string, number>();

  return {
    async get(sessionId) {
      const json = await read(sessionId);
      if (json !== null) return json;
      const end = await endMarks.endOf(sessionKey(sessionId));
      return end ? endedSession(end) : null;
    },

    /** A session that was stored before has `startedAt`. */
    async set(sessionId, json, { expiration }) {
      const session: SessionData = JSON.parse(json);
      const write = session.startedAt === undefined ? writeNew : overwrite;
      await write(sessionId, session, expiration.value);
    },

    /** Extends a session at most 30 times per `idleSeconds`, without making the page wait. */
    async expire(sessionId, seconds) {
      const sinceExtended = now() - (extendedAt.get(sessionId) ?? 0);
      if (sinceExtended < (limits.idleSeconds * 1000) / 30) return;
      if (extendedAt.size >= mostExtended) extendedAt.clear();
      extendedAt.set(sessionId, now());
      keys.expire(sessionKey(sessionId), seconds).catch(() => {});
    },

    /**
     * express-session deletes the old session before it stores the new one. We keep the old one
     * until the new one is stored, so that a failed login loses nothing and a concurrent log-out
     * always finds a session to end.
     */
    async del(sessionIds) {
      await keys.del(sessionIds.map(sessionKey).filter((key) => !isBeingReplaced(key)));
    },
  };
}

/** The version of the content. Instances leave sessions in another format alone. */
const format = 4;

/** Reads and writes the JSON of a session, as it is sealed in the key store. */
function createSealedJson(options: SealingClientOptions) {
  const { keys, encryptionKeys, warn, now } = options;

  /**
   * Resolves to the JSON of a session; to that of an empty one if only another instance can open
   * it. Deletes one that is too old, or that nobody can open.
   */
  async function read(sessionId: string): Promise<string | null> {
    const key = sessionKey(sessionId);
    const value = await keys.get(key);
    if (!value) return null;
    const json = open(value, encryptionKeys, labelOf(sessionId))?.toString();
    if (json === undefined && isOfAnotherVersion(value, encryptionKeys)) {
      warn('a session of another version or key is left alone');
      return endedSession('unreadable');
    }
    if (json !== undefined && secondsLeft(JSON.parse(json), options) > 0) return json;
    if (json === undefined) warn('a session that does not open was removed');
    await keys.del([key]);
    return null;
  }

  async function writeNew(sessionId: string, session: SessionData, seconds: number) {
    const value = sealed(sessionId, { ...session, startedAt: now() });
    const isNew = await keys.setIfAbsent(sessionKey(sessionId), value, seconds);
    // It was saved twice at the same moment.
    if (!isNew) await overwrite(sessionId, session, seconds);
  }

  /**
   * Does not write a session that was ended meanwhile. Who is logged in, and since when, is never
   * overwritten.
   */
  async function overwrite(sessionId: string, session: SessionData, seconds: number) {
    const json = await read(sessionId);
    if (json === null) return;
    const { hasEnded, attendee, startedAt }: SessionData = JSON.parse(json);
    if (hasEnded) return;
    const value = sealed(sessionId, { ...session, attendee, startedAt });
    await keys.setIfPresent(sessionKey(sessionId), value, seconds);
  }

  /** Throws an Error if the session is too long to be stored. */
  function sealed(sessionId: string, session: object): Buffer {
    const value = seal(Buffer.from(JSON.stringify(session)), encryptionKeys, labelOf(sessionId));
    if (value.length <= longestValue) return value;
    throw new Error(`a session may have at most ${longestValue} bytes, this one has more`);
  }

  return { read, writeNew, overwrite };
}

/** Whether another version of this app, or an instance with other keys, may be able to open it. */
function isOfAnotherVersion(value: Buffer, keyRing: KeyRing): boolean {
  const head = readHead(value);
  if (!head) return false;
  return head.format !== format || !keyRing.some(({ id }) => id === head.keyId);
}

/**
 * Returns the JSON of an empty session, for a request whose session has ended, or cannot be read
 * here. It sets no cookie and stores nothing.
 */
function endedSession(hasEnded: NonNullable<SessionData['hasEnded']>): string {
  return JSON.stringify({ cookie: { originalMaxAge: null }, hasEnded });
}

function labelOf(sessionId: string): SealLabel {
  return {
    purpose: `session v${format}`,
    format,
    place: sessionKey(sessionId),
    secret: Buffer.from(sessionId),
  };
}
