// Stores sessions in Redis for any express-session app: connect-redis with a client that hashes
// keys and encrypts values. Redis and the encryption keys together are not enough to open a
// session. The session id is also needed, and only the visitor's cookie contains it.
import { RedisStore } from 'connect-redis';
import type { SessionData } from 'express-session';
import { fieldsOfLogin } from '../attendee.ts';
import { checkKeyRing, type KeyRing } from '../crypto.ts';
import { sessionKey } from '../store/key-names.ts';
import type { KeyStore } from '../store/key-store.ts';
import { createEndMarks, rememberedSeconds } from './end-marks.ts';
import {
  createSealingClient,
  type SessionCommands,
  type SessionLife,
  type SessionLimits,
  secondsLeft,
  sessionLimits,
} from './sealing-client.ts';
import type { Sessions } from './sessions.ts';

export interface SealedSessionsOptions {
  readonly keys: KeyStore;
  readonly encryptionKeys: KeyRing;
  /** How long a session lives. Default: 30 minutes without a request, and at most 12 hours. */
  readonly limits?: SessionLimits;
  /** Receives short texts for your log. They never contain personal data. */
  readonly warn?: (what: string) => void;
  readonly now?: () => number;
}

export interface SealedSessions extends Sessions {
  /** The store for `session({ store })` of express-session. */
  readonly store: RedisStore;
}

export function createSealedSessions(options: SealedSessionsOptions): SealedSessions {
  const { keys, encryptionKeys, limits = sessionLimits, warn = () => {}, now = Date.now } = options;
  checkKeyRing(encryptionKeys);
  checkLimits(limits);
  const life = { limits, now };
  const endMarks = createEndMarks({
    keys,
    lifeSeconds: rememberedSeconds,
    remove: (ended) => keys.del(ended),
  });
  /**
   * The sessions that logins are replacing at this moment. Several logins may replace the same one.
   */
  const replacements = new Set<{ readonly key: string }>();
  const isBeingReplaced = (key: string) => [...replacements].some((login) => login.key === key);
  const client = createSealingClient({
    ...life,
    keys,
    encryptionKeys,
    endMarks,
    isBeingReplaced,
    warn,
  });

  async function replace(
    before: string | undefined,
    startNew: () => Promise<string>,
  ): Promise<string[] | undefined> {
    if (before === undefined) {
      await startNew();
      return [];
    }
    const login = { key: before };
    replacements.add(login);
    try {
      return await endMarks.replace(before, await startNew());
    } finally {
      replacements.delete(login);
    }
  }

  return {
    store: new SealedStore(client, life),
    keys,
    longestSeconds: limits.absoluteSeconds,
    replace,
    end: endMarks.end,
    // Ended sessions are deleted, so a session in this store has never ended.
    endOf: async () => undefined,
  };
}

/** With a limit of 0, each session would end at once. */
function checkLimits({ idleSeconds, absoluteSeconds }: SessionLimits): void {
  if (idleSeconds > 0 && absoluteSeconds > 0) return;
  throw new Error(
    'createSealedSessions: `limits` must be { idleSeconds, absoluteSeconds }, both more than 0.',
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
class SealedStore extends RedisStore {
  readonly #now: () => number;
  /** The JSON of each session as it was last stored. */
  readonly #stored = new WeakMap<SessionData, string>();

  constructor(client: SessionCommands, life: SessionLife) {
    super({ client, prefix: '', ttl: (session) => secondsLeft(session, life) });
    this.#now = life.now;
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
    // express-session saves a new session twice: when `save` is called, and at the end of the
    // response.
    const isStored = this.#stored.get(session) === JSON.stringify(session);
    if (session.hasEnded || isStored) return callback(null);
    const startedAt = session.startedAt ?? this.#now();
    const json = JSON.stringify({ ...session, startedAt });
    return super.set(sessionId, session, (error) => {
      if (error) return callback(error);
      // A session with `startedAt` has been stored before, so the sealing client overwrites it.
      session.startedAt = startedAt;
      this.#stored.set(session, json);
      return callback(null);
    });
  }

  override async touch(sessionId: string, session: SessionData, callback = throwError) {
    return session.hasEnded ? callback(null) : super.touch(sessionId, session, callback);
  }
}
