// Encrypts sessions. Redis and the encryption keys together are not enough to decrypt one. The
// session id is also needed, and only the visitor's cookie has it.
import type { SessionData } from 'express-session';
import { decrypt, encrypt, type KeyRing, readHead, type ValueLabel } from '../crypto.ts';
import { sessionKey } from '../store/key-names.ts';
import { longestValue } from '../store/key-store.ts';

/** The version of the session format. An instance ignores sessions in any other format. */
const format = 4;

/** Throws an Error if the session is larger than `longestValue`. */
export function encryptSession(session: object, sessionId: string, keyRing: KeyRing): Buffer {
  // The label of the value already identifies the session, and the store sets `storedAs` again.
  const json = JSON.stringify({ ...session, storedAs: undefined });
  const value = encrypt(Buffer.from(json), keyRing, labelOf(sessionId));
  if (value.length <= longestValue) return value;
  throw new Error(`the session is too large: over ${longestValue} bytes`);
}

/**
 * Returns the session, or why it cannot be decrypted: `unreadable` if an instance with a different
 * version or key may be able to, otherwise `corrupt`.
 */
export function decryptSession(
  value: Buffer,
  sessionId: string,
  keyRing: KeyRing,
): SessionData | 'unreadable' | 'corrupt' {
  const json = decrypt(value, keyRing, labelOf(sessionId));
  if (json) return JSON.parse(json.toString());
  const head = readHead(value);
  if (!head) return 'corrupt';
  const isOurs = head.format === format && keyRing.some(({ id }) => id === head.keyId);
  return isOurs ? 'corrupt' : 'unreadable';
}

function labelOf(sessionId: string): ValueLabel {
  return {
    purpose: `session v${format}`,
    format,
    place: sessionKey(sessionId),
    secret: Buffer.from(sessionId),
  };
}
