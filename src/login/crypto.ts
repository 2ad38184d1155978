// Cryptography for the login code: encrypted values for cookies and Redis, keyed hashes, and random
// secrets.
import * as crypto from 'node:crypto';

/** A 32-byte master key. Each encrypted value contains the id of its key. */
export interface EncryptionKey {
  readonly id: string;
  readonly key: Buffer;
}

/** The encryption keys, newest first. The first key encrypts, and every key decrypts. */
export type KeyRing = readonly [EncryptionKey, ...EncryptionKey[]];

/**
 * What a value is for, and where it belongs. Decrypting a value requires the label that it was
 * encrypted with.
 */
export interface ValueLabel {
  /** The kind of value, so that a session is never read as a pending login. */
  readonly purpose: string;
  /**
   * The cookie's name or the session's key. A value that was moved to a different place is invalid.
   */
  readonly place: string;
  /** A secret that is not in the store, such as the session id. */
  readonly secret?: Buffer;
  /**
   * The format of the content, from 1 to 255, stored in the first byte of the encrypted value.
   * Default: 1.
   */
  readonly format?: number;
}

/**
 * Checks a key ring. Throws an Error unless it has at least one key, and each key has 32 bytes and
 * a unique id of 1 to 32 letters, digits, `_` or `-`.
 */
export function checkKeyRing(keyRing: KeyRing): void {
  const isValid = ({ id, key }: EncryptionKey) =>
    typeof id === 'string' &&
    /^[\w-]{1,32}$/.test(id) &&
    key instanceof Uint8Array &&
    key.length === 32;
  const isRing = Array.isArray(keyRing) && keyRing.length > 0 && keyRing.every(isValid);
  const hasOwnIds = isRing && new Set(keyRing.map(({ id }) => id)).size === keyRing.length;
  if (hasOwnIds) return;
  throw new Error(
    '`encryptionKeys` must be a list of { id, key }: each with a unique id of letters and digits, and a Buffer of 32 bytes.',
  );
}

const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts with AES-256-GCM. The key is derived from the newest master key, the purpose and
 * `secret` (HKDF, RFC 5869). The head and `place` are authenticated along with the value. Returns
 * the head (format, length of the key id, key id), IV, tag and ciphertext.
 */
export function encrypt(plain: Buffer, keyRing: KeyRing, label: ValueLabel): Buffer {
  const [newest] = keyRing;
  const iv = crypto.randomBytes(ivBytes);
  const cipher = crypto.createCipheriv('aes-256-gcm', keyFor(newest, label), iv);
  const { format = 1 } = label;
  const head = Buffer.concat([Buffer.from([format, newest.id.length]), Buffer.from(newest.id)]);
  cipher.setAAD(Buffer.concat([head, Buffer.from(label.place)]));
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([head, iv, cipher.getAuthTag(), ciphertext]);
}

/**
 * Decrypts a value from `encrypt`. Returns undefined if its key is unknown, if the label differs,
 * or if the value was changed.
 */
export function decrypt(value: Buffer, keyRing: KeyRing, label: ValueLabel): Buffer | undefined {
  const { format, keyId } = readHead(value) ?? {};
  const key = keyRing.find(({ id }) => id === keyId);
  if (format !== (label.format ?? 1) || !key) return undefined;
  const ivAt = 2 + key.id.length;
  const [tagAt, textAt] = [ivAt + ivBytes, ivAt + ivBytes + tagBytes];
  try {
    const [iv, authTagLength] = [value.subarray(ivAt, tagAt), tagBytes];
    const decipher = crypto.createDecipheriv('aes-256-gcm', keyFor(key, label), iv, {
      authTagLength,
    });
    decipher.setAAD(Buffer.concat([value.subarray(0, ivAt), Buffer.from(label.place)]));
    decipher.setAuthTag(value.subarray(tagAt, textAt));
    return Buffer.concat([decipher.update(value.subarray(textAt)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/**
 * Returns the format and the key id of a value from `encrypt`, or undefined for any other value.
 */
export function readHead(value: Buffer): { format: number; keyId: string } | undefined {
  const [format = 0, idLength = 0] = value;
  const keyId = value.subarray(2, 2 + idLength).toString('latin1');
  const isEncrypted = value.length >= 2 + idLength + ivBytes + tagBytes;
  return isEncrypted && /^[\w-]{1,32}$/.test(keyId) ? { format, keyId } : undefined;
}

/**
 * Returns a keyed hash (HMAC-SHA256, RFC 2104) of the text for each key, newest first. Without the
 * keys, nobody can find the text by hashing guesses.
 */
export function keyedHashes(
  keyRing: KeyRing,
  { purpose, text }: { purpose: string; text: string },
): string[] {
  const hmac = (key: EncryptionKey) => crypto.createHmac('sha256', purposeKey(key, purpose));
  return keyRing.map((key) => hmac(key).update(text).digest('base64url'));
}

/** Returns the SHA-256 of the text as base64url. */
export function hashOf(text: string): string {
  return crypto.hash('sha256', text, 'base64url');
}

/** Returns 256 random bits as base64url. */
export function randomSecret(): string {
  return crypto.randomBytes(32).toString('base64url');
}

/** Compares two secrets in constant time. */
export function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => crypto.createHash('sha256').update(text).digest();
  return crypto.timingSafeEqual(digest(a), digest(b));
}

/**
 * Caches the derived keys, because nearly every request needs one. The keys are KeyObjects, because
 * a cipher or an HMAC with a Buffer takes several times as long on Node 24.
 */
const purposeKeys = new WeakMap<EncryptionKey, Map<string, crypto.KeyObject>>();

function purposeKey(masterKey: EncryptionKey, purpose: string): crypto.KeyObject {
  const keysByPurpose = purposeKeys.get(masterKey) ?? new Map<string, crypto.KeyObject>();
  purposeKeys.set(masterKey, keysByPurpose);
  const { id, key } = masterKey;
  const derive = () =>
    Buffer.from(crypto.hkdfSync('sha256', key, 'lanyard sealing v1', `${purpose}\0${id}`, 32));
  const derived = keysByPurpose.get(purpose) ?? crypto.createSecretKey(derive());
  keysByPurpose.set(purpose, derived);
  return derived;
}

/**
 * Returns the key for a label. `secret` is mixed in with HMAC, on which HKDF-Expand is also based
 * (RFC 5869 2.3).
 */
function keyFor(masterKey: EncryptionKey, { purpose, secret }: ValueLabel): crypto.KeyObject {
  const key = purposeKey(masterKey, purpose);
  if (!secret) return key;
  return crypto.createSecretKey(crypto.createHmac('sha256', key).update(secret).digest());
}
