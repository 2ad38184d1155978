// Every key that the login stores in Redis. README.md lists the same keys; a test compares the two.
import { hashOf } from '../crypto.ts';

/** Only sessions hold personal data, and they are sealed; the rest are hashes, times and marks. */
export const keyPrefixes = {
  /** A session, sealed to its id. Kept until it ends. */
  session: 's:',
  /** What became of a session: `ended`, or the key of the session that replaced it. */
  sessionEnd: 'x:',
  /** The `state` of a login that was used. */
  usedState: 'u:',
  /** The keys of a person's sessions. */
  sessionsOfPerson: 'i:',
  /** When all logins of a person were ended. */
  endOfPerson: 'e:',
  /** Whose session has just been replaced, or ended by a log-out everywhere. */
  personOfPast: 'p:',
  /** That a person stopped sharing a scope. */
  stoppedScope: 'o:',
} as const;

/** Returns the key of a session: a hash of its id, so that no cookie can be made from it. */
export function sessionKey(sessionId: string): string {
  return keyPrefixes.session + hashOf(sessionId);
}

/** Whether a text that was read from the store is the key of a session. */
export function isSessionKey(text: string): boolean {
  return /^s:[\w-]{43}$/.test(text);
}

/** Returns the key that marks the end of a session. `key` is that of the session. */
export function sessionEndKey(key: string): string {
  return key.replace(keyPrefixes.session, keyPrefixes.sessionEnd);
}

/** Returns the key that says whose session it was. `key` is that of the session. */
export function personKey(key: string): string {
  return key.replace(keyPrefixes.session, keyPrefixes.personOfPast);
}

/** Returns the key that marks a `state` as used. */
export function usedStateKey(state: string): string {
  return keyPrefixes.usedState + hashOf(state);
}
