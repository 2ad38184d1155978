// The Redis client for connect-redis: hashes each key and encrypts each value, so that Redis sees
// neither ids nor contents of sessions.
import type { SessionData } from 'express-session';
import { type KeyRing, open, readHead, type SealLabel, seal } from '../crypto.ts';
import { sessionKey } from '../store/key-names.ts';
import { type KeyStore, longestValue } from '../store/key-store.ts';
import type { EndMarks } from './end-marks.ts';

declare module 'express-session' {
  interface SessionData {
    /** When the session was first stored (ms since 1970). Set by the store. */
    startedAt?: number;
    /** Set by the store if the session has just ended, or cannot be read here. */
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

/** Upper bound of a map. It is cleared when full; sessions are then extended once too often. */
const mostExtended = 10_000;

interface SealingClientOptions extends SessionLife {
  readonly keys: KeyStore;
  readonly encryptionKeys: KeyRing;
  readonly endMarks: Pick<EndMarks, 'endOf'>;
  /** Whether a login is about to replace the session with this key. */
  readonly isBeingReplaced: (key: string) => boolean;
  readonly warn: (what: string) => void;
}

/**
 * How long a session lives: at most `idleSeconds` without a request, and never longer than
 * `absoluteSeconds`.
 */
export interface SessionLimits {
  readonly idleSeconds: number;
  readonly absoluteSeconds: number;
}

/** The limits of an app that sets none. */
export const sessionLimits: SessionLimits = { idleSeconds: 30 * 60, absoluteSeconds: 12 * 3600 };

export interface SessionLife {
  readonly limits: SessionLimits;
  readonly now: () => number;
}

/** Returns the seconds until the session expires without another request. */
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

    /** Only a session that was stored before has `startedAt`. */
    async set(sessionId, json, { expiration }) {
      const session: SessionData = JSON.parse(json);
      const write = session.startedAt === undefined ? writeNew : overwrite;
      await write(sessionId, session, expiration.value);
    },

    /** Extends a session at most 30 times per `idleSeconds`. The page does not wait for it. */
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

/** The version of the content. Instances ignore sessions in another format. */
const format = 4;

function createSealedJson(options: SealingClientOptions) {
  const { keys, encryptionKeys, warn, now } = options;

  /**
   * Resolves to the JSON of a session, or of an empty one if only another instance can open it.
   * Deletes sessions that have expired or that no instance can open.
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
    // Two requests saved it at the same time.
    if (!isNew) await overwrite(sessionId, session, seconds);
  }

  /**
   * Does not write a session that has ended. Never overwrites `attendee` and `startedAt`.
   */
  async function overwrite(sessionId: string, session: SessionData, seconds: number) {
    const json = await read(sessionId);
    if (json === null) return;
    const { hasEnded, attendee, startedAt }: SessionData = JSON.parse(json);
    if (hasEnded) return;
    const value = sealed(sessionId, { ...session, attendee, startedAt });
    await keys.setIfPresent(sessionKey(sessionId), value, seconds);
  }

  /** Throws an Error if the session is too large. */
  function sealed(sessionId: string, session: object): Buffer {
    const value = seal(Buffer.from(JSON.stringify(session)), encryptionKeys, labelOf(sessionId));
    if (value.length <= longestValue) return value;
    throw new Error(`the session is too large: over ${longestValue} bytes`);
  }

  return { read, writeNew, overwrite };
}

/** Whether an instance of another version, or with other keys, may be able to open it. */
function isOfAnotherVersion(value: Buffer, keyRing: KeyRing): boolean {
  const head = readHead(value);
  if (!head) return false;
  return head.format !== format || !keyRing.some(({ id }) => id === head.keyId);
}

/**
 * Returns the JSON of an empty session, for a request whose session has ended or is unreadable. It
 * sets no cookie and is not stored.
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
