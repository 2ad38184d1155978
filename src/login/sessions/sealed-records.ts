// Sessions as they stand in Redis: sealed, under hashed keys.
import type { SessionData } from 'express-session';
import { sessionKey } from '../store/key-names.ts';
import { type KeyStore, longestValue } from '../store/key-store.ts';
import { type KeyRing, open, readHead, type SealLabel, seal } from './sealing.ts';

declare module 'express-session' {
  interface SessionData {
    /** When the session was first stored (milliseconds since 1970). Set by the store. */
    startedAt?: number;
    /** Set by the store for a session that ended while this request was on its way. */
    hasEnded?: 'ended' | 'replaced' | 'unreadable';
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

/** The version of what is stored. Instances leave sessions in another format alone. */
const format = 4;
/** The login writes these fields with the new session. Later writes of the host keep them. */
const writtenOnce = ['attendee', 'startedAt'] as const;

export type SealedRecords = ReturnType<typeof createSealedRecords>;

export function createSealedRecords(options: SealedSessionsOptions) {
  const { keys, encryptionKeys, limits, warn = () => {}, now = Date.now } = options;

  async function read(sessionId: string): Promise<SessionData | null> {
    const key = sessionKey(sessionId);
    const value = await keys.get(key);
    if (!value) return null;
    const plain = open(value, encryptionKeys, labelOf(sessionId));
    if (!plain && isOfOthers(value, encryptionKeys)) {
      warn('a session of another version or key is left alone');
      return endedSession('unreadable');
    }
    const session: SessionData | undefined = plain && JSON.parse(plain.toString());
    if (session && secondsLeft(session) > 0) return session;
    if (!session) warn('a session that does not open was removed');
    await keys.del([key]);
    return null;
  }

  /** Sets `startedAt`. Returns the JSON of the session. */
  async function writeNew(sessionId: string, session: SessionData, seconds: number) {
    session.startedAt = now();
    const written = JSON.stringify(session);
    try {
      await keys.setIfAbsent(sessionKey(sessionId), sealed(sessionId, session), seconds);
    } catch (error) {
      delete session.startedAt;
      throw error;
    }
    return written;
  }

  /** Does not write a session that was ended meanwhile. Returns the JSON of the session. */
  async function overwrite(sessionId: string, session: SessionData, seconds: number) {
    const written = JSON.stringify(session);
    const stored = await read(sessionId);
    if (!stored || stored.hasEnded) return written;
    const kept = Object.fromEntries(writtenOnce.map((field) => [field, stored[field]]));
    const value = sealed(sessionId, { ...session, ...kept });
    await keys.setIfPresent(sessionKey(sessionId), value, seconds);
    return written;
  }

  /** Throws an Error if the session is too long to be stored. */
  function sealed(sessionId: string, session: SessionData): Buffer {
    const value = seal(Buffer.from(JSON.stringify(session)), encryptionKeys, labelOf(sessionId));
    if (value.length <= longestValue) return value;
    throw new Error(`a session may have at most ${longestValue} bytes, this one has more`);
  }

  /** Returns how long a session lives without another request, in seconds. */
  function secondsLeft({ startedAt = now() }: SessionData): number {
    return Math.min(
      limits.idleSeconds,
      Math.ceil(limits.absoluteSeconds - (now() - startedAt) / 1000),
    );
  }

  return { read, writeNew, overwrite, secondsLeft };
}

/** Whether another version of this app, or an instance with other keys, may be able to open it. */
function isOfOthers(value: Buffer, keyRing: KeyRing): boolean {
  const head = readHead(value);
  if (!head) return false;
  return head.format !== format || !keyRing.some(({ id }) => id === head.keyId);
}

/**
 * Returns an empty session for a request whose session has ended, or cannot be read here. It sets
 * no cookie and stores nothing.
 */
export function endedSession(hasEnded: NonNullable<SessionData['hasEnded']>): SessionData {
  return { cookie: { originalMaxAge: null }, hasEnded } as SessionData;
}

function labelOf(sessionId: string): SealLabel {
  return {
    purpose: `session v${format}`,
    format,
    place: sessionKey(sessionId),
    heldElsewhere: Buffer.from(sessionId),
  };
}
