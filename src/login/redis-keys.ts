// The key store over Redis. A Redis that is away or slow is an error within half a second, and is used again when it is back.
import { createClient, RESP_TYPES, type RedisClientType } from 'redis';
import type { KeyStore } from './key-store.ts';
import { LoginError } from './login-error.ts';

export interface RedisKeysOptions {
  /** Called with `true` when Redis is reached, and with `false` and the reason when it is lost. */
  readonly onStateChange?: (up: boolean, reason?: unknown) => void;
  /** How long a command may take, in milliseconds. A page waits for one or two of them. */
  readonly deadlineMs?: number | undefined;
}

const usualDeadlineMs = 500;

/** Opens Redis and keeps reconnecting for as long as it is away. Returns at once: until Redis is reached, every verb rejects. */
export function openRedisKeys(redisUrl: string, options: RedisKeysOptions = {}): KeyStore {
  const client: RedisClientType = createClient({
    url: redisUrl,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 1000,
    // node-redis would make an abort signal for each command; our own deadline replaces it.
    commandOptions: { timeout: 0 },
    // A ping more often than the socket time-out: an idle connection stays, a frozen one is dropped.
    pingInterval: 3000,
    socket: {
      connectTimeout: 800,
      socketTimeout: 8000,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 2000) + Math.floor(Math.random() * 100),
    },
  });
  reportState(client, options.onStateChange ?? (() => {}));
  // A failure is heard by the listener; the client goes on trying.
  client.connect().catch(() => {});
  return redisKeys(client, options);
}

/** The key store over a client of your own, which must be connected. */
export function redisKeys(client: RedisClientType, { deadlineMs = usualDeadlineMs }: RedisKeysOptions = {}): KeyStore {
  const binary = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
  const inTime = <T>(command: Promise<T>) => withDeadline(command, deadlineMs);

  async function set(key: string, value: Buffer, { condition, seconds }: { condition: 'NX' | 'XX'; seconds: number }) {
    const answer = await inTime(client.set(key, value, { condition, expiration: { type: 'EX', value: seconds } }));
    return answer !== null;
  }

  return {
    get: (key) => inTime(binary.get(key).catch(emptyForWrongType)),
    setIfAbsent: (key, value, seconds) => set(key, value, { condition: 'NX', seconds }),
    setIfPresent: (key, value, seconds) => set(key, value, { condition: 'XX', seconds }),
    async expire(key, seconds) {
      await inTime(client.expire(key, seconds));
    },
    async del(keys) {
      await inTime(client.del(keys));
    },
    async addToSet(key, member, seconds) {
      // Sorted by the second in which each member expires; those that have expired go.
      const now = Math.ceil(Date.now() / 1000);
      const added = client.multi().zAdd(key, { score: now + seconds, value: member });
      await inTime(added.zRemRangeByScore(key, 0, now).expire(key, seconds).exec());
    },
    async removeFromSet(key, member) {
      await inTime(client.zRem(key, member));
    },
    async membersOf(key) {
      const members = await inTime(client.zRangeWithScores(key, 0, -1));
      return new Map(members.map(({ value, score }) => [value, score * 1000]));
    },
    async close() {
      client.destroy();
    },
  };
}

/** Tells each change once, however often the client tries. */
function reportState(client: RedisClientType, onStateChange: (up: boolean, reason?: unknown) => void): void {
  let isUp: boolean | undefined;
  const become = (up: boolean, reason?: unknown) => {
    if (isUp !== up) onStateChange(up, reason);
    isUp = up;
  };
  client.on('ready', () => become(true));
  client.on('error', (error) => become(false, error));
}

/** A frozen Redis answers nothing at all, and node-redis does not time out a command that was written. */
async function withDeadline<T>(command: Promise<T>, deadlineMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, deadlineMs, new Error(`Redis did not answer within ${deadlineMs} ms`));
  });
  try {
    return await Promise.race([command, deadline]);
  } catch (cause) {
    throw new LoginError('service-unavailable', { retryAfterSeconds: 5, cause });
  } finally {
    clearTimeout(timer);
  }
}

/** A key of another type holds nothing of ours: it counts as a corrupt value. */
function emptyForWrongType(error: Error): Buffer {
  if (error.message.startsWith('WRONGTYPE')) return Buffer.alloc(0);
  throw error;
}
