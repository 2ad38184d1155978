// This site's key store: the login's, on a connection that outlives every failure of Redis.
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
  /** Resolves if Redis responds and, as far as is known, takes writes. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

interface OpenOptions extends Pick<RedisKeysOptions, 'deadlineMs' | 'prefix'> {
  readonly onStateChange?: OnStateChange;
}

/**
 * Connects in the background, once the app has been created, and reconnects. While Redis is away,
 * every method rejects. `redisUrl`: a server, a cluster or sentinels (redis-address.ts).
 */
export function openRedisKeys(redisUrl: string, options: OpenOptions = {}): OpenRedisKeys {
  const { onStateChange = () => {}, prefix = '', deadlineMs } = options;
  const connection = connectRedis(redisUrl, {
    onStateChange: (isUp, reason) => onStateChange(isUp, reason && unavailable(reason)),
    prefix,
  });
  const onRefusal = (error: unknown, sentAt: number) => handleRefusal(error, sentAt, connection);
  const keys = redisKeys(connection.client, { prefix, deadlineMs, onRefusal });
  return {
    ...keys,
    async ready() {
      await keys.now();
      await connection.whenWritable().catch((cause) => {
        throw unavailable(cause);
      });
    },
    async close() {
      connection.close();
    },
  };
}

/** The error that the key store would reject with: it has the code of the cause. */
const unavailable = (cause: unknown) =>
  new LoginError('service-unavailable', { cause, code: redisCodeOf(cause) });

/** Resolves to true if another server may do what this one refused; else rejects. */
async function handleRefusal(
  error: unknown,
  sentAt: number,
  connection: RedisConnection,
): Promise<boolean> {
  if (isWrongServer(error)) {
    await connection.renew(error, sentAt);
    return true;
  }
  if (Object(error).code === 'redis-timeout') connection.reportTimeout();
  // The client only says that it is not connected; the connection knows why.
  throw (error instanceof ClientOfflineError && connection.lastError()) || error;
}
