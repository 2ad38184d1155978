// The key store in Redis. If Redis is down or slow, every call fails within half a second; once it
// is back, it is used again.
import { createClient, RESP_TYPES, type RedisClientType } from 'redis';
import { type KeyStore, longestValue, mostMembers } from './key-store.ts';
import { LoginError } from './login-error.ts';

export interface RedisKeysOptions {
  /**
   * Called with `true` when Redis connects, and with `false` and the reason when it is lost, or
   * cannot be reached again for another reason.
   */
  readonly onStateChange?: (up: boolean, reason?: unknown) => void;
  /** How long a command may take, in milliseconds. Each page waits for one or two commands. */
  readonly deadlineMs?: number | undefined;
}

const defaultDeadlineMs = 500;
/** Stands for a value that this app did not write: one byte that means nothing. */
const foreignValue = Buffer.alloc(1);

/**
 * Connects in the background, once the app has been created, and reconnects. While Redis is down,
 * every method rejects.
 */
export function openRedisKeys(redisUrl: string, options: RedisKeysOptions = {}): KeyStore {
  const client: RedisClientType = createClient({
    url: redisUrl,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 1000,
    // node-redis would create an abort signal for each command. `withDeadline` replaces it.
    commandOptions: { timeout: 0 },
    // More often than the socket timeout: keeps an idle connection, drops a frozen one.
    pingInterval: 3000,
    socket: {
      connectTimeout: 800,
      socketTimeout: 8000,
      reconnectStrategy: (retries) =>
        Math.min(50 * 2 ** retries, 2000) + Math.floor(Math.random() * 100),
    },
  });
  reportState(client, options.onStateChange ?? (() => {}));
  // Not at once: while the app is being created, nobody would see that the connection is there, and
  // its deadline would pass. The error listener reports a failure; the client keeps trying.
  const start = setImmediate(() => client.connect().catch(() => {}));
  const keys = redisKeys(client, options);
  return {
    ...keys,
    async close() {
      clearImmediate(start);
      if (client.isOpen) await keys.close();
    },
  };
}

/** Returns a key store that uses your own client, which must be connected. */
export function redisKeys(
  client: RedisClientType,
  { deadlineMs = defaultDeadlineMs }: RedisKeysOptions = {},
): KeyStore {
  const binary = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
  const inTime = <T>(command: Promise<T>) => withDeadline(command, deadlineMs);

  async function set(
    key: string,
    value: Buffer,
    { condition, seconds }: { condition: 'NX' | 'XX'; seconds: number },
  ) {
    const answer = await inTime(
      client.set(key, value, { condition, expiration: { type: 'EX', value: seconds } }),
    );
    return answer !== null;
  }

  /** Instances may have different clocks: whatever they compare is a time of Redis. */
  async function now(): Promise<number> {
    const [seconds, microseconds] = await inTime(client.time());
    return Number(seconds) * 1000 + Number(microseconds) / 1000;
  }

  return {
    now,
    async get(key) {
      // One byte more than a value may have. For a key that is not there, Redis returns no byte.
      const value = await inTime(binary.getRange(key, 0, longestValue).catch(foreignForWrongType));
      if (!value?.length) return null;
      return value.length > longestValue ? foreignValue : value;
    },
    setIfAbsent: (key, value, seconds) => set(key, value, { condition: 'NX', seconds }),
    setIfPresent: (key, value, seconds) => set(key, value, { condition: 'XX', seconds }),
    async expire(key, seconds) {
      await inTime(client.expire(key, seconds));
    },
    async del(keys) {
      await inTime(client.del(keys));
    },
    async addToSet(key, member, seconds) {
      // The score of a member is its expiry in seconds. Expired members are removed.
      const nowSeconds = Math.ceil((await now()) / 1000);
      const added = client.multi().zAdd(key, { score: nowSeconds + seconds, value: member });
      await inTime(added.zRemRangeByScore(key, 0, nowSeconds).expire(key, seconds).exec());
    },
    async removeFromSet(key, member) {
      await inTime(client.zRem(key, member));
    },
    async membersOf(key) {
      const members = await inTime(client.zRangeWithScores(key, -mostMembers, -1));
      return new Map(members.map(({ value, score }) => [value, score * 1000]));
    },
    async close() {
      client.destroy();
    },
  };
}

/**
 * Reports each change once, however often the client retries; while Redis is away, also each new
 * reason, because the first may only be that the connection was closed.
 */
function reportState(
  client: RedisClientType,
  onStateChange: (up: boolean, reason?: unknown) => void,
): void {
  const reasons = new Set<string>();
  client.on('ready', () => {
    reasons.clear();
    onStateChange(true);
  });
  client.on('error', (error: Error & { code?: string }) => {
    const [firstWord] = error.message.split(' ');
    const reason = `${error.constructor.name} ${error.code} ${firstWord}`;
    if (!reasons.has(reason)) onStateChange(false, error);
    reasons.add(reason);
  });
}

/** A frozen Redis never responds, and node-redis has no timeout for a command that was sent. */
async function withDeadline<T>(command: Promise<T>, deadlineMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`Redis did not answer within ${deadlineMs} ms`);
      reject(Object.assign(error, { code: 'REDIS_TIMEOUT' }));
    }, deadlineMs);
  });
  try {
    return await Promise.race([command, deadline]);
  } catch (cause) {
    throw new LoginError('service-unavailable', { retryAfterSeconds: 5, cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Treats a key of another type, which this app did not write, as a corrupt value. */
function foreignForWrongType(error: Error): Buffer {
  if (error.message.startsWith('WRONGTYPE')) return foreignValue;
  throw error;
}
