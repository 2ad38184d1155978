// The key store for sessions, using a connection that survives Redis failures.
import { ClientOfflineError } from 'redis';
import {
  type KeyStore,
  LoginError,
  type RedisKeysOptions,
  redisCodeOf,
  redisKeys,
} from '../login/login.ts';
import { connectRedis, type OnStateChange, type RedisConnection } from './redis-connection.ts';
import { isWrongServer } from './redis-renewal.ts';

export interface OpenRedisKeys extends KeyStore {
  /**
   * Resolves if Redis responds and is not known to reject writes. A Redis that is full or cannot
   * save to disk counts as ready.
   */
  ready(): Promise<void>;
  close(): Promise<void>;
}

interface OpenOptions extends Pick<RedisKeysOptions, 'deadlineMs' | 'prefix'> {
  readonly onStateChange?: OnStateChange;
}

/**
 * Connects and reconnects in the background. While Redis is down, every method except `close`
 * rejects. `redisUrl` is the URL of a server, a cluster or sentinels (redis-url.ts).
 */
export function openRedisKeys(redisUrl: string, options: OpenOptions = {}): OpenRedisKeys {
  const { onStateChange = () => {}, prefix = '', deadlineMs } = options;
  const connection = connectRedis(redisUrl, {
    onStateChange: (isUp, reason) => onStateChange(isUp, reason && unavailable(reason)),
    prefix,
  });
  const onFailure = (error: unknown, sentAt: number) => handleFailure(error, sentAt, connection);
  const keys = redisKeys(connection.client, { prefix, deadlineMs, onFailure });
  return {
    ...keys,
    async ready() {
      await keys.now();
      await connection.whenWritable().catch((cause) => {
        // If saving to disk is the only problem, people who are logged in can see every page.
        if (redisCodeOf(cause) !== 'redis-disk') throw unavailable(cause);
      });
    },
    async close() {
      connection.close();
    },
  };
}

const unavailable = (cause: unknown) =>
  new LoginError('service-unavailable', { cause, code: redisCodeOf(cause) });

/**
 * Resolves to true if a retry may reach a different server, and otherwise rejects with the reason.
 */
async function handleFailure(
  error: unknown,
  sentAt: number,
  connection: RedisConnection,
): Promise<boolean> {
  if (isWrongServer(error)) {
    await connection.renew(error, sentAt);
    return true;
  }
  if (Object(error).code === 'redis-timeout') connection.reportTimeout();
  // The client's own error only says that it is offline.
  throw (error instanceof ClientOfflineError && connection.lastError()) || error;
}
