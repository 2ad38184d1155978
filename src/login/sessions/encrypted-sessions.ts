// Stores encrypted sessions in a key store such as Redis, for any express-session app. The session
// store is connect-redis with a client that hashes keys and encrypts values.
import { RedisStore } from 'connect-redis';
import type { SessionData } from 'express-session';
import { fieldsOfLogin } from '../attendee.ts';
import { checkKeyRing, type KeyRing } from '../crypto.ts';
import { sessionKey } from '../store/key-names.ts';
import type { KeyStore } from '../store/key-store.ts';
import { createEndMarks, type EndMarks, rememberedSeconds } from './end-marks.ts';
import { decryptSession, encryptSession } from './session-encryption.ts';
import { type Sessions, standIn, standInOf } from './sessions.ts';

/**
 * How long a session lives: at most `idleSeconds` without a request, and never longer than
 * `absoluteSeconds`.
 */
export interface SessionLimits {
  readonly idleSeconds: number;
  readonly absoluteSeconds: number;
}

export const sessionLimits: SessionLimits = { idleSeconds: 30 * 60, absoluteSeconds: 12 * 3600 };

export interface EncryptedSessionsOptions {
  readonly keys: KeyStore;
  readonly encryptionKeys: KeyRing;
  /** Default: 30 minutes without a request, and at most 12 hours. */
  readonly limits?: SessionLimits;
  /** Receives the keys of sessions (key-names.ts) that were ended or replaced. */
  readonly onEnd?: (ended: readonly string[]) => void;
  /** Receives short messages for your log. They never contain personal data. */
  readonly warn?: (what: string) => void;
  readonly now?: () => number;
}

export interface EncryptedSessions extends Sessions {
  /** The store to pass to express-session: `session({ store })`. */
  readonly store: RedisStore;
}

declare module 'express-session' {
  interface SessionData {
    /** When the session was first stored (ms since 1970). The store sets this. */
    startedAt?: number;
  }
}

export function createEncryptedSessions(options: EncryptedSessionsOptions): EncryptedSessions {
  const { keys, encryptionKeys, limits = sessionLimits } = options;
  const { onEnd = () => {}, warn = () => {}, now = Date.now } = options;
  checkKeyRing(encryptionKeys);
  checkLimits(limits);
  const endMarks = createEndMarks({
    keys,
    lifeSeconds: rememberedSeconds,
    async deleteSessions(ended) {
      try {
        await keys.del(ended);
      } finally {
        onEnd(ended);
      }
    },
  });
  const store = new EncryptedStore({ keys, encryptionKeys, limits, endMarks, warn, now });
  return { store, keys, endMarks, longestSeconds: limits.absoluteSeconds };
}

/** With a limit of 0, each session would end at once. */
function checkLimits({ idleSeconds, absoluteSeconds }: SessionLimits): void {
  if (idleSeconds > 0 && absoluteSeconds > 0) return;
  throw new Error(
    'createEncryptedSessions: `limits` must be { idleSeconds, absoluteSeconds }, both more than 0.',
  );
}

interface StoreOptions {
  readonly keys: KeyStore;
  readonly encryptionKeys: KeyRing;
  readonly limits: SessionLimits;
  readonly endMarks: Pick<EndMarks, 'endOf'>;
  readonly warn: (what: string) => void;
  readonly now: () => number;
}

type Callback = NonNullable<Parameters<RedisStore['set']>[2]>;

const throwError: Callback = (error) => {
  if (error) throw error;
};

/** connect-redis with encryption. It neither stores nor extends a session that is not live. */
class EncryptedStore extends RedisStore {
  readonly #now: () => number;
  /** The JSON of each session as it was last stored. */
  readonly #stored = new WeakMap<SessionData, string>();

  constructor(options: StoreOptions) {
    const client = createEncryptingClient(options);
    super({ client, prefix: '', ttl: (session) => secondsLeft(session, options) });
    this.#now = options.now;
  }

  override async get(sessionId: string, callback?: Callback) {
    return super.get(sessionId, (error, session: SessionData | null) => {
      if (session) session.storedAs = sessionKey(sessionId);
      if (callback) return callback(error, session);
      if (error) throw error;
      return session;
    });
  }

  override async set(sessionId: string, session: SessionData, callback = throwError) {
    removeCopiedFields(session, sessionKey(sessionId));
    const startedAt = session.startedAt ?? this.#now();
    let json: string;
    try {
      json = JSON.stringify({ ...session, startedAt });
    } catch (error) {
      // The app has put something into the session that JSON cannot represent, such as a BigInt.
      return callback(error);
    }
    // express-session saves the new session of a login twice: when the login calls `save`, and at
    // the end of the response, because it does not notice a `save` of a session that the login
    // generated.
    if (session.notLive || this.#stored.get(session) === json) return callback(null);
    return super.set(sessionId, session, (error) => {
      if (error) return callback(error);
      // From now on, the client overwrites this session, instead of creating it.
      session.startedAt = startedAt;
      this.#stored.set(session, json);
      return callback(null);
    });
  }

  override async touch(sessionId: string, session: SessionData, callback = throwError) {
    return session.notLive ? callback(null) : super.touch(sessionId, session, callback);
  }
}

/**
 * Removes the login's fields from a session to which the app has copied them, so that it is stored
 * like a new session. Passport copies all fields with `keepSessionInfo`.
 */
function removeCopiedFields(session: SessionData, key: string): void {
  if (session.storedAs === key) return;
  for (const field of fieldsOfLogin) delete session[field];
  session.storedAs = key;
}

/** Returns the seconds until the session expires, unless another request extends it. */
function secondsLeft(
  { startedAt }: Pick<SessionData, 'startedAt'>,
  { limits, now }: Pick<StoreOptions, 'limits' | 'now'>,
): number {
  const ageSeconds = startedAt === undefined ? 0 : (now() - startedAt) / 1000;
  return Math.min(limits.idleSeconds, Math.ceil(limits.absoluteSeconds - ageSeconds));
}

/** The commands of a Redis client that connect-redis 9 calls for one session. */
interface SessionCommands {
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

function createEncryptingClient(options: StoreOptions): SessionCommands {
  const { keys, encryptionKeys, limits, endMarks, warn, now } = options;
  /** When this process last extended each session (ms since 1970). */
  const extendedAt = new Map<string, number>();

  /** Reads a session, and deletes one that has expired or that no instance can decrypt. */
  async function read(sessionId: string): Promise<SessionData | null> {
    const key = sessionKey(sessionId);
    const value = await keys.get(key);
    if (!value) return null;
    const session = decryptSession(value, sessionId, encryptionKeys);
    if (session === 'unreadable') {
      warn('cannot read a session from another version, or with an unknown key: left unchanged');
      return standIn('unreadable');
    }
    if (session !== 'corrupt' && secondsLeft(session, options) > 0) return session;
    if (session === 'corrupt') warn('removed a session that cannot be decrypted');
    await keys.del([key]);
    return null;
  }

  return {
    async get(sessionId) {
      const session = await read(sessionId);
      const end = session ? undefined : await endMarks.endOf(sessionKey(sessionId));
      const found = end ? standInOf(end) : session;
      return found && JSON.stringify(found);
    },

    /** Stores a new session, or overwrites one that is still live. */
    async set(sessionId, json, { expiration }) {
      const [key, seconds] = [sessionKey(sessionId), expiration.value];
      const session: SessionData = JSON.parse(json);
      const isFirstSave = session.startedAt === undefined;
      if (isFirstSave) {
        const created = { ...session, startedAt: now() };
        const value = encryptSession(created, sessionId, encryptionKeys);
        if (await keys.setIfAbsent(key, value, seconds)) return;
        // The request is saving twice at once, or the reply to an earlier attempt was lost.
      }
      const stored = await read(sessionId);
      if (!stored || stored.notLive) return;
      // The app cannot change who is logged in.
      const { attendee, startedAt } = stored;
      const value = encryptSession({ ...session, attendee, startedAt }, sessionId, encryptionKeys);
      await keys.setIfPresent(key, value, seconds);
    },

    /**
     * Extends a session, unless this process did so within the last 1/30 of `idleSeconds`. Errors
     * are ignored, and the page does not wait for Redis.
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
