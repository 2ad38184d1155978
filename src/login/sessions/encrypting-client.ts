// The Redis client that connect-redis gets: hashes each key and encrypts each value, so that Redis
// sees neither ids nor contents of sessions.
import type { SessionData } from 'express-session';
import { type KeyRing, open, readHead, type SealLabel, seal } from '../crypto.ts';
import { sessionKey } from '../store/key-names.ts';
import { type KeyStore, longestValue } from '../store/key-store.ts';
import type { EndMarks } from './end-marks.ts';
import { standIn, standInOf } from './sessions.ts';

declare module 'express-session' {
  interface SessionData {
    /** When the session was first stored (ms since 1970). The store sets this. */
    startedAt?: number;
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

/**
 * Maximum size of the map `extendedAt`. The map is cleared when full, and sessions are then
 * extended once more than necessary.
 */
const mostExtended = 10_000;

interface EncryptingClientOptions extends SessionTimes {
  readonly keys: KeyStore;
  readonly encryptionKeys: KeyRing;
  readonly endMarks: Pick<EndMarks, 'endOf'>;
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

export const sessionLimits: SessionLimits = { idleSeconds: 30 * 60, absoluteSeconds: 12 * 3600 };

export interface SessionTimes {
  readonly limits: SessionLimits;
  readonly now: () => number;
}

/** Returns the seconds until the session expires without another request. */
export function secondsLeft(
  { startedAt }: Pick<SessionData, 'startedAt'>,
  { limits, now }: SessionTimes,
): number {
  const ageSeconds = startedAt === undefined ? 0 : (now() - startedAt) / 1000;
  return Math.min(limits.idleSeconds, Math.ceil(limits.absoluteSeconds - ageSeconds));
}

export function createEncryptingClient(options: EncryptingClientOptions): SessionCommands {
  const { keys, limits, endMarks, now } = options;
  const { read, writeNew, overwrite } = createEncryptedJson(options);
  /** When this process last extended each session (ms since 1970). */
  const extendedAt = new Map<string, number>();

  return {
    async get(sessionId) {
      const json = await read(sessionId);
      if (json !== null) return json;
      const end = await endMarks.endOf(sessionKey(sessionId));
      return end ? JSON.stringify(standInOf(end)) : null;
    },

    /** `startedAt` is only set if the session was stored before. */
    async set(sessionId, json, { expiration }) {
      const session: SessionData = JSON.parse(json);
      const write = session.startedAt === undefined ? writeNew : overwrite;
      await write(sessionId, session, expiration.value);
    },

    /**
     * Extends a session, at most 30 times per `idleSeconds`. Errors are ignored, and the page does
     * not wait for Redis.
     */
    async expire(sessionId, seconds) {
      const sinceExtended = now() - (extendedAt.get(sessionId) ?? 0);
      if (sinceExtended < (limits.idleSeconds * 1000) / 30) return;
      if (extendedAt.size >= mostExtended) extendedAt.clear();
      extendedAt.set(sessionId, now());
      keys.expire(sessionKey(sessionId), seconds).catch(() => {});
    },

    async del(sessionIds) {
      await keys.del(sessionIds.map(sessionKey));
    },
  };
}

/** The version of the session format. An instance ignores sessions in any other format. */
const format = 4;

function createEncryptedJson(options: EncryptingClientOptions) {
  const { keys, encryptionKeys, warn, now } = options;

  /**
   * Resolves to the JSON of a session, or of a stand-in if only another instance can open it.
   * A session that has expired or that no instance can open is deleted.
   */
  async function read(sessionId: string): Promise<string | null> {
    const key = sessionKey(sessionId);
    const value = await keys.get(key);
    if (!value) return null;
    const json = open(value, encryptionKeys, labelOf(sessionId))?.toString();
    if (json === undefined && isOfAnotherVersion(value, encryptionKeys)) {
      warn('cannot read a session from another version, or with an unknown key: left unchanged');
      return JSON.stringify(standIn('unreadable'));
    }
    if (json !== undefined && secondsLeft(JSON.parse(json), options) > 0) return json;
    if (json === undefined) warn('removed a session that cannot be decrypted');
    await keys.del([key]);
    return null;
  }

  async function writeNew(sessionId: string, session: SessionData, seconds: number) {
    const value = sealed(sessionId, { ...session, startedAt: now() });
    const isNew = await keys.setIfAbsent(sessionKey(sessionId), value, seconds);
    // The request saves twice at the same time, or Redis lost its reply to the first command.
    if (!isNew) await overwrite(sessionId, session, seconds);
  }

  /**
   * Overwrites a session, unless it has ended. `attendee` and `startedAt` keep their stored values.
   */
  async function overwrite(sessionId: string, session: SessionData, seconds: number) {
    const json = await read(sessionId);
    if (json === null) return;
    const { notLive, attendee, startedAt }: SessionData = JSON.parse(json);
    if (notLive) return;
    const value = sealed(sessionId, { ...session, attendee, startedAt });
    await keys.setIfPresent(sessionKey(sessionId), value, seconds);
  }

  function sealed(sessionId: string, session: object): Buffer {
    // The label of the value already names the session, and the store sets `storedAs` again.
    const json = JSON.stringify({ ...session, storedAs: undefined });
    const value = seal(Buffer.from(json), encryptionKeys, labelOf(sessionId));
    if (value.length <= longestValue) return value;
    throw new Error(`the session is too large: over ${longestValue} bytes`);
  }

  return { read, writeNew, overwrite };
}

/** Whether an instance of another version, or with other keys, may be able to open a value. */
function isOfAnotherVersion(value: Buffer, keyRing: KeyRing): boolean {
  const head = readHead(value);
  if (!head) return false;
  return head.format !== format || !keyRing.some(({ id }) => id === head.keyId);
}

function labelOf(sessionId: string): SealLabel {
  return {
    purpose: `session v${format}`,
    format,
    place: sessionKey(sessionId),
    secret: Buffer.from(sessionId),
  };
}
