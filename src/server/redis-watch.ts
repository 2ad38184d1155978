// Looks at Redis again and again while the site runs: whether it takes what a login writes, and
// whether it has lost its data. Without a visitor, nothing else would show either.
import { randomUUID } from 'node:crypto';
import { tryKeyStore } from '../checks/redis.ts';
import { causeOf } from '../log/causes.ts';
import type { Log } from '../log/log.ts';
import { type KeyStore, keyPrefixes } from '../login/login.ts';

/** Under a prefix that an ACL for Lanyard permits anyway. No session has a key like it. */
export const markerKey = `${keyPrefixes.sessionEnd}marker`;
const markerSeconds = 400 * 24 * 3600;
const lostData =
  'Redis has lost its data: it was emptied, or restarted without it. Everybody is logged out and has to log in again';
const isAway = 'Redis is away: pages that need a login answer 503 until it is back';
const noWrites = 'Redis takes no writes: nobody can log in until it does';

export interface RedisWatch {
  /**
   * Tries what a login writes. Logs why Redis refuses it, and that it takes writes again; an error
   * if the data is gone. It never rejects. Instances share the marker of the data.
   */
  look(): Promise<void>;
  /**
   * To call when Redis is reached or lost, and with each new reason while it is away. Each cause is
   * logged once, by this or by a look, until Redis takes writes again.
   */
  onStateChange(isUp: boolean, reason?: unknown): void;
}

interface WatchOptions {
  readonly log: Log;
  /** Called with whether logins can be stored, as far as is known. */
  readonly onWritable?: ((isWritable: boolean) => void) | undefined;
  /** Called when the data is gone. */
  readonly onDataLoss?: (() => void) | undefined;
  /** What else to look for in Redis, at the same times. */
  readonly alsoLook?: () => Promise<void>;
}

export function watchRedis(
  keys: KeyStore,
  { log, onWritable = () => {}, onDataLoss, alsoLook }: WatchOptions,
): RedisWatch {
  /** What the log has named since Redis last took a write: codes of causes, or unknown errors. */
  const named = new Set<string>();
  let isRefusing = false;
  let marker: string | undefined;

  async function lookForMarker(): Promise<void> {
    await keys.setIfAbsent(markerKey, Buffer.from(randomUUID()), markerSeconds);
    await keys.expire(markerKey, markerSeconds);
    const found = (await keys.get(markerKey))?.toString();
    if (marker !== undefined && found !== marker) {
      log.error(lostData);
      onDataLoss?.();
    }
    marker = found;
  }

  function reportRefusal(error: unknown): void {
    onWritable(false);
    if (nameOnce(error, noWrites)) isRefusing = true;
  }

  /** Both a look and the connection may find out, the connection by several errors. */
  function nameOnce(err: unknown, message: string): boolean {
    const cause = causeOf(err);
    const name = cause?.code ?? String(err);
    if (named.has(name)) return false;
    named.add(name);
    log.error({ err, ...cause }, message);
    return true;
  }

  function reportWrites(): void {
    onWritable(true);
    if (isRefusing) log.info('Redis takes writes again');
    isRefusing = false;
    named.clear();
  }

  return {
    async look() {
      try {
        await tryKeyStore(keys);
        await lookForMarker();
        await alsoLook?.();
        reportWrites();
      } catch (error) {
        reportRefusal(error);
      }
    },

    onStateChange(isUp, reason) {
      if (isUp) return log.info('Redis is reached');
      onWritable(false);
      nameOnce(reason, isAway);
    },
  };
}
