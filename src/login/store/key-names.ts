// The names of all keys that the login code stores in Redis. A test compares them with
// docs/reference.md.
import { hashOf } from '../crypto.ts';

/** Key prefixes, by kind of value. Only sessions contain personal data, and they are encrypted. */
export const keyPrefixes = {
  /** A session. Its session id is needed to decrypt it. */
  session: 's:',
  /** How a session ended: `ended` and when, or the key of the session that replaced it. */
  sessionEnd: 'x:',
  /** A `state` that was used. */
  usedState: 'u:',
  /** The keys of a person's sessions. */
  sessionsOfPerson: 'i:',
  /** The times at which all sessions of a person were ended. */
  endOfAll: 'e:',
  /** The person whose session was just replaced, or ended by logging out on all devices. */
  personOfPast: 'p:',
  /** A scope that a person stopped sharing. */
  stoppedScope: 'o:',
} as const;

/** Returns the key of a session: a hash of its id. Nobody can forge a cookie from this hash. */
export function sessionKey(sessionId: string): string {
  return keyPrefixes.session + hashOf(sessionId);
}

/** Whether a string read from the store is a session's key. */
export function isSessionKey(text: string): boolean {
  return /^s:[\w-]{43}$/.test(text);
}

/** Returns the key of a session's end mark. `key` is the result of `sessionKey`. */
export function sessionEndKey(key: string): string {
  return key.replace(keyPrefixes.session, keyPrefixes.sessionEnd);
}

/**
 * Returns the key under which a session's person is stored. `key` is the result of `sessionKey`.
 */
export function personKey(key: string): string {
  return key.replace(keyPrefixes.session, keyPrefixes.personOfPast);
}

export function usedStateKey(state: string): string {
  return keyPrefixes.usedState + hashOf(state);
}
