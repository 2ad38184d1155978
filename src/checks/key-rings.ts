// Do all running instances have the same keys? If not, each login works with some of them only.
// Each instance says in Redis, for a minute, what it has: fingerprints, from which nobody can make
// a key.
import { createHmac } from 'node:crypto';
import { type EncryptionKey, type KeyStore, keyPrefixes } from '../login/login.ts';

const ringsKey = `${keyPrefixes.sessionEnd}marker-rings`;
const saidForSeconds = 60;
/** Every ten seconds an instance says it again: one that is silent for longer has ended. */
const longestSilenceMs = 25_000;
/** While keys are rotated, instances restart one after the other. */
const rotationMs = 300_000;

export interface Rings {
  /** The first one seals, all of them open. */
  readonly encryptionKeys: readonly EncryptionKey[];
  /** The first one signs. */
  readonly sessionSecrets: readonly string[];
}

interface Instance {
  /** When it started, by the clock of the key store (ms since 1970). */
  readonly startedAt: number;
  readonly prints: readonly (readonly string[])[];
}

/** The code of the cause: which setting differs. */
export type RingConflict = 'keys-encryption' | 'keys-session';
const conflicts: readonly RingConflict[] = ['keys-encryption', 'keys-session'];

/** `instance`: any text of its own, without spaces. */
export function createRingSign(
  keys: KeyStore,
  { instance, ...rings }: Rings & { instance: string },
) {
  const prints = [
    rings.encryptionKeys.map(({ id, key }) => `${id}:${fingerprint(key)}`).join(),
    rings.sessionSecrets.map((secret) => fingerprint(secret)).join(),
  ];
  let member: string | undefined;

  return {
    /** To call every ten seconds. */
    async show(): Promise<void> {
      member ??= [instance, Math.round(await keys.now()), ...prints].join(' ');
      await keys.addToSet(ringsKey, member, saidForSeconds);
    },
    /** To call when the instance ends: the next one with its name may have other keys. */
    async takeAway(): Promise<void> {
      if (member) await keys.removeFromSet(ringsKey, member);
    },
  };
}

/**
 * Resolves to what differs between running instances: two share no key at all, or one of them has
 * lacked for five minutes the key that another one uses.
 */
export async function findRingConflict(keys: KeyStore): Promise<RingConflict | undefined> {
  const [now, members] = [await keys.now(), await keys.membersOf(ringsKey)];
  const instances = [...members]
    .filter(([, expiresAt]) => expiresAt - now > 1000 * saidForSeconds - longestSilenceMs)
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

/** Returns undefined for what somebody else wrote there. */
function readInstance(member: string): Instance | undefined {
  const [, startedAt, ...prints] = /^\S+ (\d+) (\S+) (\S+)$/.exec(member) ?? [];
  if (startedAt === undefined) return undefined;
  return { startedAt: Number(startedAt), prints: prints.map((list) => list.split(',')) };
}

/** Keyed with the key itself: without it, nobody can try whether they guessed it. */
function fingerprint(key: Buffer | string): string {
  return createHmac('sha256', key).update('lanyard key ring').digest('base64url').slice(0, 16);
}
