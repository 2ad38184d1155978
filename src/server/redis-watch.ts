// Checks Redis while the site runs: whether it accepts the writes that logins need, and whether it
// has lost its data. Otherwise visitors would be the first to notice.
import { randomUUID } from 'node:crypto';
import { tryKeyStore } from '../checks/redis.ts';
import { causeOf } from '../log/causes.ts';
import type { Log } from '../log/log.ts';
import { type KeyStore, keyPrefixes } from '../login/login.ts';

/**
 * The key of a random value. If the value changes, Redis has lost its data. The key has the prefix
 * of end marks, because the ACL permits that prefix. No session's end mark has this key.
 */
export const markerKey = `${keyPrefixes.sessionEnd}marker`;
const markerSeconds = 400 * 24 * 3600;
const lostData =
  'Redis has lost its data: it was emptied, or restarted without its data. Everybody has to log in again';
const isAway = 'Redis is away: pages that need a login return 503 until it is back';
const noWrites = 'Redis accepts no writes: nobody can log in until it does';

export interface RedisWatch {
  /**
   * Runs every command that logins need. Logs each new failure, each recovery and any data loss.
   * Never rejects.
   */
  check(): Promise<void>;
  /** Call this when the connection opens or fails. Logs each cause once until Redis recovers. */
  onStateChange(isUp: boolean, reason?: unknown): void;
}

interface WatchOptions {
  readonly log: Log;
  readonly onWritable?: ((isWritable: boolean) => void) | undefined;
  readonly onDataLoss?: (() => void) | undefined;
  /** Another check that needs Redis and runs at the same interval. */
  readonly alsoCheck?: () => Promise<void>;
}

export function watchRedis(
  keys: KeyStore,
  { log, onWritable = () => {}, onDataLoss, alsoCheck }: WatchOptions,
): RedisWatch {
  /** The causes logged since the last successful check. */
  const logged = new Set<string>();
  let isRefusing = false;
  let marker: string | undefined;

  async function checkMarker(): Promise<void> {
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
    if (logOnce(error, noWrites)) isRefusing = true;
  }

  /**
   * Logs each cause only once, although the checks and the connection may report it several times.
   * Returns whether it logged the cause.
   */
  function logOnce(err: unknown, message: string): boolean {
    const cause = causeOf(err);
    const name = cause?.code ?? String(err);
    if (logged.has(name)) return false;
    logged.add(name);
    log.error({ err, ...cause }, message);
    return true;
  }

  function reportWrites(): void {
    onWritable(true);
    if (isRefusing) log.info('Redis accepts writes again');
    isRefusing = false;
    logged.clear();
  }

  return {
    async check() {
      try {
        await tryKeyStore(keys);
        await checkMarker();
        await alsoCheck?.();
        reportWrites();
      } catch (error) {
        reportRefusal(error);
      }
    },

    onStateChange(isUp, reason) {
      if (isUp) return log.info('connected to Redis');
      onWritable(false);
      logOnce(reason, isAway);
    },
  };
}
