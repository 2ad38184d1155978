// Stores sessions in Redis for any express-session app: connect-redis with a client that hashes
// keys and encrypts values (encrypting-client.ts). Redis and the encryption keys together are not
// enough to open a session. The session id is also needed, and only the visitor's cookie has it.
import { RedisStore } from 'connect-redis';
import type { SessionData } from 'express-session';
import { fieldsOfLogin } from '../attendee.ts';
import { checkKeyRing, type KeyRing } from '../crypto.ts';
import { sessionKey } from '../store/key-names.ts';
import type { KeyStore } from '../store/key-store.ts';
import {
  createEncryptingClient,
  type SessionCommands,
  type SessionLimits,
  type SessionTimes,
  secondsLeft,
  sessionLimits,
} from './encrypting-client.ts';
import { createEndMarks, rememberedSeconds } from './end-marks.ts';
import type { Sessions } from './sessions.ts';

export interface EncryptedSessionsOptions {
  readonly keys: KeyStore;
  readonly encryptionKeys: KeyRing;
  /** How long a session lives. Default: 30 minutes without a request, and at most 12 hours. */
  readonly limits?: SessionLimits;
  /** Receives the keys of sessions (key-names.ts) that were ended or replaced. */
  readonly onEnd?: (ended: readonly string[]) => void;
  /** Receives short texts for your log. They never contain personal data. */
  readonly warn?: (what: string) => void;
  readonly now?: () => number;
}

export interface EncryptedSessions extends Sessions {
  /** The store for `session({ store })` of express-session. */
  readonly store: RedisStore;
}

export function createEncryptedSessions(options: EncryptedSessionsOptions): EncryptedSessions {
  const { keys, encryptionKeys, limits = sessionLimits } = options;
  const { onEnd = () => {}, warn = () => {}, now = Date.now } = options;
  checkKeyRing(encryptionKeys);
  checkLimits(limits);
  const times = { limits, now };
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
  const client = createEncryptingClient({ ...times, keys, encryptionKeys, endMarks, warn });
  return {
    store: new EncryptedStore(client, times),
    keys,
    endMarks,
    longestSeconds: limits.absoluteSeconds,
  };
}

/** With a limit of 0, each session would end at once. */
function checkLimits({ idleSeconds, absoluteSeconds }: SessionLimits): void {
  if (idleSeconds > 0 && absoluteSeconds > 0) return;
  throw new Error(
    'createEncryptedSessions: `limits` must be { idleSeconds, absoluteSeconds }, both more than 0.',
  );
}

type Callback = NonNullable<Parameters<RedisStore['set']>[2]>;

const throwError: Callback = (error) => {
  if (error) throw error;
};

/**
 * Removes the login's fields from a session to which the app has copied them, so that it is stored
 * like a new session. Passport copies all fields with `keepSessionInfo`.
 */
function removeCopiedFields(session: SessionData, key: string): void {
  if (session.storedAs === key) return;
  for (const field of fieldsOfLogin) delete session[field];
  session.storedAs = key;
}

/** Decides which sessions connect-redis writes and extends. */
class EncryptedStore extends RedisStore {
  readonly #now: () => number;
  /** The JSON of each session as it was last stored. */
  readonly #stored = new WeakMap<SessionData, string>();

  constructor(client: SessionCommands, times: SessionTimes) {
    super({ client, prefix: '', ttl: (session) => secondsLeft(session, times) });
    this.#now = times.now;
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
    // express-session saves a new session twice: when the login calls `save`, and at the end of the
    // response, because it does not notice a `save` of a session that it did not load.
    const isUnchanged = this.#stored.get(session) === JSON.stringify(session);
    if (session.notLive || isUnchanged) return callback(null);
    const startedAt = session.startedAt ?? this.#now();
    const json = JSON.stringify({ ...session, startedAt });
    return super.set(sessionId, session, (error) => {
      if (error) return callback(error);
      // A session with `startedAt` has been stored before, so the encrypting client overwrites it.
      session.startedAt = startedAt;
      this.#stored.set(session, json);
      return callback(null);
    });
  }

  override async touch(sessionId: string, session: SessionData, callback = throwError) {
    return session.notLive ? callback(null) : super.touch(sessionId, session, callback);
  }
}
