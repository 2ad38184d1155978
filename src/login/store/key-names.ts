// All keys of the login in Redis. A test compares them with docs/reference.md.
import { hashOf } from '../crypto.ts';

/** Only sessions contain personal data, and they are encrypted. */
export const keyPrefixes = {
  /** A session, encrypted with its id. */
  session: 's:',
  /** `ended`, or the key of the session that replaced this one. */
  sessionEnd: 'x:',
  /** A used `state`. */
  usedState: 'u:',
  /** The keys of a person's sessions. */
  sessionsOfPerson: 'i:',
  /** When all logins of a person were ended. */
  endOfPerson: 'e:',
  /** The person of a session that was just replaced, or ended by a log-out everywhere. */
  personOfPast: 'p:',
  /** A scope that a person stopped sharing. */
  stoppedScope: 'o:',
} as const;

/** A hash of the session id, from which nobody can make a cookie. */
export function sessionKey(sessionId: string): string {
  return keyPrefixes.session + hashOf(sessionId);
}

/** Whether a text that was read from the store is the key of a session. */
export function isSessionKey(text: string): boolean {
  return /^s:[\w-]{43}$/.test(text);
}

/** `key` is the key of the session. */
export function sessionEndKey(key: string): string {
  return key.replace(keyPrefixes.session, keyPrefixes.sessionEnd);
}

/** `key` is the key of the session. */
export function personKey(key: string): string {
  return key.replace(keyPrefixes.session, keyPrefixes.personOfPast);
}

export function usedStateKey(state: string): string {
  return keyPrefixes.usedState + hashOf(state);
}
