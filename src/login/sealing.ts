// Sealing: authenticated encryption for what must leave the process, into a cookie or into Redis. Steps 3 and 5 of the story.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** A master key of 32 bytes. Its id travels with whatever it sealed. */
export interface EncryptionKey {
  readonly id: string;
  readonly key: Buffer;
}

/** Newest first: the first key seals, every key opens. */
export type KeyRing = readonly [EncryptionKey, ...EncryptionKey[]];

/** What a sealed value is for. It opens only under the same label. */
export interface SealLabel {
  /** Separates kinds: a sealed session is never a pending login. */
  readonly purpose: string;
  /** Where the value is kept (cookie name, Redis key): it cannot be moved elsewhere. */
  readonly place: string;
  /** A secret that the store does not have (the session id): without it the master key opens nothing. */
  readonly heldElsewhere?: Buffer;
}

const version = 1;
const ivBytes = 12;
const tagBytes = 16;
const salt = 'lanyard sealing v1';

/**
 * Encrypts with AES-256-GCM under a key derived for this label alone (HKDF-SHA256, RFC 5869).
 * Answers version, key id, IV, tag and ciphertext in one buffer.
 */
export function seal(plain: Buffer, keyRing: KeyRing, label: SealLabel): Buffer {
  const [newest] = keyRing;
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', derivedKey(newest, label), iv);
  const head = Buffer.concat([Buffer.from([version, newest.id.length]), Buffer.from(newest.id)]);
  cipher.setAAD(Buffer.concat([head, Buffer.from(label.place)]));
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([head, iv, cipher.getAuthTag(), ciphertext]);
}

/** Decrypts what `seal` made. Answers undefined for anything else: another label, an unknown key, a changed or foreign value. */
export function open(sealed: Buffer, keyRing: KeyRing, label: SealLabel): Buffer | undefined {
  const headBytes = 2 + (sealed[1] ?? 0);
  if (sealed[0] !== version || sealed.length < headBytes + ivBytes + tagBytes) return undefined;
  const head = sealed.subarray(0, headBytes);
  const key = keyRing.find(({ id }) => id === head.subarray(2).toString());
  if (!key) return undefined;
  const iv = sealed.subarray(headBytes, headBytes + ivBytes);
  const tag = sealed.subarray(headBytes + ivBytes, headBytes + ivBytes + tagBytes);
  try {
    const decipher = createDecipheriv('aes-256-gcm', derivedKey(key, label), iv, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.concat([head, Buffer.from(label.place)]));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(headBytes + ivBytes + tagBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** Compares in a time that tells nothing of where two secrets differ. */
export function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function derivedKey({ id, key }: EncryptionKey, { purpose, heldElsewhere }: SealLabel): Buffer {
  const material = heldElsewhere ? Buffer.concat([key, heldElsewhere]) : key;
  return Buffer.from(hkdfSync('sha256', material, salt, `${purpose}\0${id}`, 32));
}
