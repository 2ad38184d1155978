// The key store in Redis. If Redis is down or slow, every call fails within half a second; once it
// is back, it is used again.
import { ClientOfflineError, RESP_TYPES } from 'redis';
import { LoginError } from '../login-error.ts';
import { type KeyStore, longestValue, mostMembers } from './key-store.ts';
import type { RedisClient } from './redis-client.ts';
import { connectRedis, type OnStateChange, type RedisConnection } from './redis-connection.ts';
import { isWrongServer } from './redis-renewal.ts';

export interface RedisKeysOptions {
  readonly onStateChange?: OnStateChange;
  /** How long a command may take, in milliseconds. Each page waits for one or two commands. */
  readonly deadlineMs?: number | undefined;
  /** Put before every key, such as `foxcon:`, where several apps share one Redis. Default: none. */
  readonly prefix?: string;
}

const defaultDeadlineMs = 500;
/** Stands for a value that this app did not write: one byte that means nothing. */
const foreignValue = Buffer.alloc(1);
const binary = { [RESP_TYPES.BLOB_STRING]: Buffer };

/**
 * Connects in the background, once the app has been created, and reconnects. While Redis is away,
 * every method rejects. `redisUrl`: a server, a cluster or sentinels (redis-address.ts).
 */
export function openRedisKeys(redisUrl: string, options: RedisKeysOptions = {}): KeyStore {
  const { onStateChange = () => {}, prefix = '' } = options;
  return createKeys(connectRedis(redisUrl, { onStateChange, prefix }), options);
}

/** Returns a key store that uses your own client, which must be connected. */
export function redisKeys(client: RedisClient, options: RedisKeysOptions = {}): KeyStore {
  const connection: RedisConnection = {
    client: () => client,
    lastError: () => undefined,
    whenWritable: async () => {},
    async renew(error) {
      throw error;
    },
    reportTimeout: () => {},
    close: () => void client.destroy(),
  };
  return createKeys(connection, options);
}

function createKeys(connection: RedisConnection, options: RedisKeysOptions): KeyStore {
  const run = createRun(connection, options);

  /** Instances may have different clocks: whatever they compare is a time of Redis. */
  async function now(): Promise<number> {
    const [seconds, microseconds] = await run(async (client) => (await clockOf(client)).time());
    return Number(seconds) * 1000 + Number(microseconds) / 1000;
  }

  const keys: KeyStore = {
    async ready() {
      await now();
      await connection.whenWritable();
    },
    now,
    ...valueCommands(run),
    ...setCommands(run, now),
    async close() {
      connection.close();
    },
  };
  return options.prefix ? withPrefix(keys, options.prefix) : keys;
}

function withPrefix(keys: KeyStore, prefix: string): KeyStore {
  return {
    ...keys,
    get: (key) => keys.get(prefix + key),
    setIfAbsent: (key, ...more) => keys.setIfAbsent(prefix + key, ...more),
    setIfPresent: (key, ...more) => keys.setIfPresent(prefix + key, ...more),
    expire: (key, seconds) => keys.expire(prefix + key, seconds),
    del: (all) => keys.del(all.map((key) => prefix + key)),
    addToSet: (key, ...more) => keys.addToSet(prefix + key, ...more),
    removeFromSet: (key, member) => keys.removeFromSet(prefix + key, member),
    membersOf: (key) => keys.membersOf(prefix + key),
  };
}

/** Every command is about one key, because the keys of a cluster are on several servers. */
type Run = <T>(command: (client: RedisClient) => Promise<T>) => Promise<T>;

function createRun(
  connection: RedisConnection,
  { deadlineMs = defaultDeadlineMs }: RedisKeysOptions,
): Run {
  return async (command) => {
    async function send() {
      const sentAt = performance.now();
      try {
        return await command(connection.client());
      } catch (error) {
        if (!isWrongServer(error)) throw error;
        await connection.renew(error, sentAt);
        return command(connection.client());
      }
    }
    try {
      return await withDeadline(send(), deadlineMs);
    } catch (error) {
      if (error instanceof RedisTimeout) connection.reportTimeout();
      // The client only says that it is not connected; the connection knows why.
      const isOffline = error instanceof ClientOfflineError;
      const cause = (isOffline && connection.lastError()) || error;
      throw new LoginError('service-unavailable', { retryAfterSeconds: 5, cause });
    }
  };
}

type Values = 'get' | 'setIfAbsent' | 'setIfPresent' | 'expire' | 'del';

function valueCommands(run: Run): Pick<KeyStore, Values> {
  async function set(
    key: string,
    value: Buffer,
    { condition, seconds }: { condition: 'NX' | 'XX'; seconds: number },
  ) {
    const expiration = { type: 'EX', value: seconds } as const;
    const answer = await run((client) => client.set(key, value, { condition, expiration }));
    return answer !== null;
  }

  return {
    async get(key) {
      // One byte more than a value may have. For a key that is not there, Redis returns no byte.
      const value = await run((client) =>
        client.withTypeMapping(binary).getRange(key, 0, longestValue).catch(foreignForWrongType),
      );
      if (!value?.length) return null;
      return value.length > longestValue ? foreignValue : value;
    },
    setIfAbsent: (key, value, seconds) => set(key, value, { condition: 'NX', seconds }),
    setIfPresent: (key, value, seconds) => set(key, value, { condition: 'XX', seconds }),
    async expire(key, seconds) {
      await run((client) => client.expire(key, seconds));
    },
    async del(keys) {
      await Promise.all(keys.map((key) => run((client) => client.del(key))));
    },
  };
}

type Sets = 'addToSet' | 'removeFromSet' | 'membersOf';

function setCommands(run: Run, now: KeyStore['now']): Pick<KeyStore, Sets> {
  return {
    async addToSet(key, member, seconds) {
      // The score of a member is its expiry in seconds. Expired members are removed.
      const nowSeconds = Math.ceil((await now()) / 1000);
      const added = { score: nowSeconds + seconds, value: member };
      // Sent together, but not as a transaction: where the default user is off, Redis leaves those
      // out when it reads its append-only file again (redis/redis#14541, valkey-io/valkey#3983).
      // If the connection breaks before the last of them, the next member sets the expiry.
      await run((client) =>
        Promise.all([
          client.zAdd(key, added),
          client.zRemRangeByScore(key, 0, nowSeconds),
          client.expire(key, seconds),
        ]),
      );
    },
    async removeFromSet(key, member) {
      await run((client) => client.zRem(key, member));
    },
    async membersOf(key) {
      const members = await run((client) => client.zRangeWithScores(key, -mostMembers, -1));
      return new Map(members.map(({ value, score }) => [value, score * 1000]));
    },
  };
}

/** Resolves to the server whose clock counts: in a cluster, the one that has a certain key. */
async function clockOf(client: RedisClient) {
  return 'getNodeClientForKey' in client ? client.getNodeClientForKey('clock') : client;
}

class RedisTimeout extends Error {
  readonly code = 'REDIS_TIMEOUT';
}

/** A frozen Redis never responds, and node-redis has no timeout for a command that was sent. */
async function withDeadline<T>(command: Promise<T>, deadlineMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new RedisTimeout(`Redis did not answer within ${deadlineMs} ms`)),
      deadlineMs,
    );
  });
  try {
    return await Promise.race([command, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/** Treats a key of another type, which this app did not write, as a corrupt value. */
function foreignForWrongType(error: Error): Buffer {
  if (error.message.startsWith('WRONGTYPE')) return foreignValue;
  throw error;
}
