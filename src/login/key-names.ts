// Every key that the login keeps in Redis. README.md tells the same table in words; a test compares the two.
import { createHash } from 'node:crypto';

/** What a key begins with. Only sessions hold anything personal, and they are sealed; the rest are hashes, times and marks. */
export const keyPrefixes = {
  /** A session, sealed to its id. Lives until it ends. */
  session: 's:',
  /** What became of a session: empty when it was ended, else the key of the session that took its place. */
  sessionEnd: 'x:',
  /** The `state` of a login that was finished. Lives as long as a pending login. */
  usedState: 'u:',
  /** The keys of a person's sessions (optional/end-all-logins.ts). */
  sessionsOfPerson: 'i:',
  /** When all logins of a person were ended (optional/end-all-logins.ts). */
  endOfPerson: 'e:',
} as const;

/** Returns the key of a session: a hash of its id, from which no cookie can be made. */
export function sessionKey(sessionId: string): string {
  return keyPrefixes.session + hash(sessionId);
}

/** Returns the key under which the end of a session is marked. */
export function sessionEndKey(key: string): string {
  return key.replace(keyPrefixes.session, keyPrefixes.sessionEnd);
}

/** Returns the key that a finished login leaves behind. */
export function usedStateKey(state: string): string {
  return keyPrefixes.usedState + hash(state);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
