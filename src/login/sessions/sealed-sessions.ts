// Sessions in Redis for any express-session app: connect-redis with a client that hashes keys and
// encrypts values. Redis and the encryption keys together open no session. The session id is also
// needed, which only the visitor's cookie has.
import { RedisStore } from 'connect-redis';
import type { SessionData } from 'express-session';
import { checkKeyRing, type KeyRing } from '../crypto.ts';
import type { KeyStore } from '../store/key-store.ts';
import { createEndMarks, longestRequestSeconds } from './end-marks.ts';
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
  /** Default: 30 minutes idle, 12 hours absolute. */
  readonly limits?: SessionLimits;
  /** Gets a short text for your log, never personal data. */
  readonly warn?: (what: string) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface SealedSessions extends Sessions {
  /** For `session({ store })` of express-session. */
  readonly store: RedisStore;
}

export function createSealedSessions(options: SealedSessionsOptions): SealedSessions {
  const { keys, encryptionKeys, limits = sessionLimits, warn = () => {}, now = Date.now } = options;
  checkKeyRing(encryptionKeys);
  checkLimits(limits);
  const life = { limits, now };
  const endMarks = createEndMarks({
    keys,
    lifeSeconds: longestRequestSeconds,
    remove: (ended) => keys.del(ended),
  });
  /** Sessions that logins are replacing now. Several logins may replace the same one. */
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
    // Ended sessions are deleted from the store.
    isOver: async () => false,
  };
}

/** Throws an Error. Without a limit, each session would end at once. */
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

/** Decides which sessions connect-redis writes and extends. */
class SealedStore extends RedisStore {
  readonly #now: () => number;
  /** The JSON of each session as it was last stored. */
  readonly #stored = new WeakMap<SessionData, string>();

  constructor(client: SessionCommands, life: SessionLife) {
    super({ client, prefix: '', ttl: (session) => secondsLeft(session, life) });
    this.#now = life.now;
  }

  /** Does not write ended or unchanged sessions. */
  override async set(sessionId: string, session: SessionData, callback = throwError) {
    // express-session saves a new session twice: on `save`, and at the end of the response.
    const isStored = this.#stored.get(session) === JSON.stringify(session);
    if (session.hasEnded || isStored) return callback(null);
    const startedAt = session.startedAt ?? this.#now();
    const json = JSON.stringify({ ...session, startedAt });
    return super.set(sessionId, session, (error) => {
      if (error) return callback(error);
      // Marks the session as stored, for the client.
      session.startedAt = startedAt;
      this.#stored.set(session, json);
      return callback(null);
    });
  }

  override async touch(sessionId: string, session: SessionData, callback = throwError) {
    return session.hasEnded ? callback(null) : super.touch(sessionId, session, callback);
  }
}
