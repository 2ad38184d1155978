// Checks that all running instances have the same keys: an instance without a key cannot read the
// sessions that others encrypt with it. Each instance publishes fingerprints of its keys in Redis,
// where they expire after a minute.
import { createHmac } from 'node:crypto';
import { type EncryptionKey, type KeyStore, keyPrefixes } from '../login/login.ts';

const ringsKey = `${keyPrefixes.sessionEnd}marker-rings`;
const publishedForSeconds = 60;
/**
 * Instances publish every ten seconds. An instance that has not published for this long has
 * probably stopped.
 */
const longestSilenceMs = 25_000;
/**
 * How long instances may have different keys after a restart. During a key rotation, instances
 * restart one at a time.
 */
const rotationMs = 300_000;

export interface Rings {
  /** The first key encrypts, and every key decrypts. */
  readonly encryptionKeys: readonly EncryptionKey[];
  /** The first secret signs cookies, and every secret verifies them. */
  readonly sessionSecrets: readonly string[];
}

interface Instance {
  /** When the instance first published, by the key store's clock, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly prints: readonly (readonly string[])[];
}

/** The code of the cause (log/causes.ts), which shows which setting differs. */
export type RingConflict = 'keys-encryption' | 'keys-session';
const conflicts: readonly RingConflict[] = ['keys-encryption', 'keys-session'];

/** `instance` is a unique id without spaces. */
export function createRingPublisher(
  keys: KeyStore,
  { instance, ...rings }: Rings & { instance: string },
) {
  const prints = [
    rings.encryptionKeys.map(({ id, key }) => `${id}:${fingerprint(key)}`).join(),
    rings.sessionSecrets.map((secret) => fingerprint(secret)).join(),
  ];
  let member: string | undefined;

  return {
    /** Call this every ten seconds. */
    async publish(): Promise<void> {
      member ??= [instance, Math.round(await keys.now()), ...prints].join(' ');
      await keys.addToSet(ringsKey, member, publishedForSeconds);
    },
    /** Call this when the instance stops, because its replacement may have different keys. */
    async withdraw(): Promise<void> {
      if (member) await keys.removeFromSet(ringsKey, member);
    },
  };
}

/**
 * Resolves to a conflict, or to undefined. Two instances conflict if they share no key, or if one
 * still lacks the other's first key five minutes after both have started.
 */
export async function findRingConflict(keys: KeyStore): Promise<RingConflict | undefined> {
  const [now, members] = [await keys.now(), await keys.membersOf(ringsKey)];
  const instances = [...members]
    .filter(([, expiresAt]) => expiresAt - now > 1000 * publishedForSeconds - longestSilenceMs)
    .flatMap(([member]) => readInstance(member) ?? []);
  const pairs = instances.flatMap((one) => instances.map((other) => [one, other] as const));
  return conflicts.find((_conflict, ring) =>
    pairs.some(([one, other]) => {
      const [mine = [], theirs = []] = [one.prints[ring], other.prints[ring]];
      const isRotating = now - Math.max(one.startedAt, other.startedAt) < rotationMs;
      const isReadable = theirs.includes(mine[0] ?? '');
      return !isReadable && !(isRotating && mine.some((print) => theirs.includes(print)));
    }),
  );
}

/** Returns undefined for an entry that another program wrote. */
function readInstance(member: string): Instance | undefined {
  const [, startedAt, ...prints] = /^\S+ (\d+) (\S+) (\S+)$/.exec(member) ?? [];
  if (startedAt === undefined) return undefined;
  return { startedAt: Number(startedAt), prints: prints.map((list) => list.split(',')) };
}

/** Uses the key as the HMAC key, so the fingerprint does not reveal it. */
function fingerprint(key: Buffer | string): string {
  return createHmac('sha256', key).update('lanyard key ring').digest('base64url').slice(0, 16);
}
