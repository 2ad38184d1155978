// The key store of production: the verbs that logins need, over Redis. Whoever copies src/login copies this file beside it.
import { createClient, RESP_TYPES } from 'redis';
import { type KeyStore, LoginError } from './login/login.ts';

/** Milliseconds. A page waits for several commands, and must be answered within a second. */
const usualDeadlineMs = 500;

/**
 * Opens Redis and keeps reconnecting for as long as it is away. Answers at once: until Redis is there, every verb throws.
 * `onStateChange` hears `true` when Redis is reached and `false` with the reason when it is lost.
 */
export function openRedisStore(
  redisUrl: string,
  onStateChange: (up: boolean, reason?: unknown) => void,
  options: { deadlineMs?: number | undefined } = {},
): KeyStore {
  const withDeadline = createDeadline(options.deadlineMs ?? usualDeadlineMs);
  let up: boolean | undefined;
  const become = (state: boolean, reason?: unknown) => {
    if (up !== state) onStateChange(state, reason);
    up = state;
  };
  const client = createClient({
    url: redisUrl,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 1000,
    // node-redis would make an abort signal for each command; our own deadline below replaces it.
    commandOptions: { timeout: 0 },
    // A ping more often than the socket time-out: an idle connection stays, a frozen one is dropped.
    pingInterval: 3000,
    socket: {
      connectTimeout: 800,
      socketTimeout: 8000,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 2000) + Math.floor(Math.random() * 100),
    },
  });
  client.on('ready', () => become(true));
  client.on('error', (error) => become(false, error));
  // Failures are heard by the listener above; the client goes on trying.
  client.connect().catch(() => undefined);
  const binary = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });

  return {
    get: (key) => withDeadline(binary.get(key).catch(emptyForWrongType)),
    setIfAbsent: async (key, value, seconds) => {
      const answer = await withDeadline(
        client.set(key, value, { condition: 'NX', expiration: { type: 'EX', value: seconds } }),
      );
      return answer !== null;
    },
    expire: async (key, seconds) => void (await withDeadline(client.expire(key, seconds))),
    del: async (keys) => void (await withDeadline(client.del(keys))),
    addToSet: async (key, member, seconds) => {
      // Sorted by the second in which each member ends; those that have ended go.
      const now = Math.ceil(Date.now() / 1000);
      const added = client.multi().zAdd(key, { score: now + seconds, value: member });
      await withDeadline(added.zRemRangeByScore(key, 0, now).expire(key, seconds).exec());
    },
    removeFromSet: async (key, member) => void (await withDeadline(client.zRem(key, member))),
    membersOf: async (key) => {
      const members = await withDeadline(client.zRangeWithScores(key, 0, -1));
      return new Map(members.map(({ value, score }) => [value, score * 1000]));
    },
    close: async () => client.destroy(),
  };
}

/** A frozen Redis answers nothing at all, and a command once written is not timed out by node-redis. */
function createDeadline(ms: number) {
  return async <T>(command: Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_, reject) => {
      timer = setTimeout(reject, ms, new Error(`Redis did not answer within ${ms} ms`));
    });
    try {
      return await Promise.race([command, deadline]);
    } catch (cause) {
      throw new LoginError('service-unavailable', { retryAfterSeconds: 5, cause });
    } finally {
      clearTimeout(timer);
    }
  };
}

/** A key that is no string holds nothing of ours: as good as a corrupt value. */
function emptyForWrongType(error: Error): Buffer {
  if (error.message.startsWith('WRONGTYPE')) return Buffer.alloc(0);
  throw error;
}
