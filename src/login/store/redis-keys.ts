// Stores keys in Redis, with the app's own client. By default, commands time out after half a
// second.
import { RESP_TYPES } from 'redis';
import { LoginError } from '../login-error.ts';
import { type KeyStore, longestValue, mostMembers } from './key-store.ts';
import { redisCodeOf } from './redis-error-codes.ts';

/**
 * The Redis commands that the login needs. Every node-redis client supports them, whether for a
 * server, a cluster or sentinels.
 */
export interface RedisCommands {
  time(): Promise<unknown>;
  set(key: string, value: Buffer, options: SetOptions): Promise<unknown>;
  getRange(key: string, first: number, last: number): Promise<unknown>;
  expire(key: string, seconds: number): Promise<unknown>;
  del(key: string): Promise<unknown>;
  zAdd(key: string, member: { score: number; value: string }): Promise<unknown>;
  zRemRangeByScore(key: string, lowest: number, highest: number): Promise<unknown>;
  zRem(key: string, member: string): Promise<unknown>;
  zRangeWithScores(key: string, first: number, last: number): Promise<unknown>;
  withCommandOptions(options: CommandOptions): unknown;
  /** Returns the client of the node that holds this key. Only a cluster has this method. */
  readonly getNodeClientForKey?: (key: string) => unknown;
}

interface SetOptions {
  readonly condition: 'NX' | 'XX';
  readonly expiration: { readonly type: 'EX'; readonly value: number };
}

interface CommandOptions {
  /** How long a command may wait in the client's queue, in milliseconds. */
  readonly timeout?: number;
  readonly typeMapping?: { [RESP_TYPES.BLOB_STRING]?: typeof Buffer };
}

export interface RedisKeysOptions {
  /** Prefix of all keys, such as `foxcon:`, if several apps share a Redis server. Default: none. */
  readonly prefix?: string;
  /**
   * Timeout of a command in milliseconds. Most pages wait for one or two commands. Default: 500.
   */
  readonly deadlineMs?: number | undefined;
  /**
   * Called when a command fails. `sentAt` is when the command was sent (performance.now()). Resolve
   * to true to retry the command within its timeout. If this rejects before the timeout, the
   * rejection is the `cause` of our error.
   */
  readonly onFailure?: (error: unknown, sentAt: number) => Promise<boolean>;
}

const defaultDeadlineMs = 500;
/** Returned instead of a value that this app did not write. It is never a valid value. */
const foreignValue = Buffer.alloc(1);

/**
 * Creates a key store that uses your connected client. If your app replaces its client, pass a
 * function that returns the current one.
 */
export function redisKeys(
  client: RedisCommands | (() => RedisCommands),
  options: RedisKeysOptions = {},
): KeyStore {
  const run = createRun(typeof client === 'function' ? client : () => client, options);
  const keys = createKeys(run);
  return options.prefix ? withPrefix(keys, options.prefix) : keys;
}

function createKeys(run: Run): KeyStore {
  /** Resolves to the time on the Redis server, because the instances' clocks differ. */
  async function now(): Promise<number> {
    const reply = await run(async ({ text }) => (await clockOf(text)).time());
    const [seconds, microseconds] = reply as [seconds: string, microseconds: string];
    return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
  }
  return { now, ...valueCommands(run), ...setCommands(run, now) };
}

function withPrefix(keys: KeyStore, prefix: string): KeyStore {
  return {
    now: keys.now,
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

/** The client in two variants: with text replies, and with binary replies. */
interface Client {
  readonly text: RedisCommands;
  readonly binary: RedisCommands;
}

/**
 * Runs a command that uses one key. A cluster spreads its keys over several servers, so a command
 * must not use more than one key.
 */
type Run = <T>(command: (client: Client) => Promise<T>) => Promise<T>;

function createRun(
  currentClient: () => RedisCommands,
  { deadlineMs = defaultDeadlineMs, onFailure = async () => false }: RedisKeysOptions,
): Run {
  const clients = new WeakMap<RedisCommands, Client>();

  function clientNow(): Client {
    const current = currentClient();
    const client = clients.get(current) ?? withOptions(current, deadlineMs);
    clients.set(current, client);
    return client;
  }

  // `async` turns an exception from `onFailure` into a rejection.
  const report = async (error: unknown, sentAt: number) => onFailure(error, sentAt);

  return async (command) => {
    const sentAt = performance.now();
    const send = async () => command(clientNow());

    async function sendAgain(error: unknown) {
      const mayRetry = await report(error, sentAt);
      if (mayRetry !== true || performance.now() - sentAt >= deadlineMs) throw error;
      return send();
    }
    try {
      return await withDeadline(send().catch(sendAgain), deadlineMs);
    } catch (cause) {
      if (cause instanceof RedisTimeout) report(cause, sentAt).catch(() => {});
      const code = redisCodeOf(cause);
      throw new LoginError('service-unavailable', { retryAfterSeconds: 5, cause, code });
    }
  };
}

/**
 * Returns both variants of the client. By default, an offline client queues commands. Queued
 * commands get a timeout, so that none is sent after the visitor has received an error.
 */
function withOptions(client: RedisCommands, deadlineMs: number): Client {
  const { options } = client as { options?: { disableOfflineQueue?: boolean } };
  const timeout = options?.disableOfflineQueue ? 0 : deadlineMs;
  const withMapping = (typeMapping: CommandOptions['typeMapping'] & {}) =>
    client.withCommandOptions({ timeout, typeMapping }) as RedisCommands;
  return { text: withMapping({}), binary: withMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }) };
}

type Values = 'get' | 'setIfAbsent' | 'setIfPresent' | 'expire' | 'del';

function valueCommands(run: Run): Pick<KeyStore, Values> {
  async function set(
    key: string,
    value: Buffer,
    { condition, seconds }: { condition: 'NX' | 'XX'; seconds: number },
  ) {
    const expiration = { type: 'EX', value: seconds } as const;
    const reply = await run(({ text }) => text.set(key, value, { condition, expiration }));
    return reply !== null;
  }

  return {
    async get(key) {
      // Reads one byte more than allowed, to detect longer values. For a key that does not exist,
      // Redis returns an empty string.
      const reply = await run(({ binary }) =>
        binary.getRange(key, 0, longestValue).catch(foreignForWrongType),
      );
      const value = reply as Buffer;
      if (value.length === 0) return null;
      return value.length > longestValue ? foreignValue : value;
    },
    setIfAbsent: (key, value, seconds) => set(key, value, { condition: 'NX', seconds }),
    setIfPresent: (key, value, seconds) => set(key, value, { condition: 'XX', seconds }),
    async expire(key, seconds) {
      await run(({ text }) => text.expire(key, seconds));
    },
    async del(keys) {
      await Promise.all(keys.map((key) => run(({ text }) => text.del(key))));
    },
  };
}

type Sets = 'addToSet' | 'removeFromSet' | 'membersOf';

function setCommands(run: Run, now: KeyStore['now']): Pick<KeyStore, Sets> {
  return {
    async addToSet(key, member, seconds) {
      // The score of a member is its expiry, in seconds since 1970.
      const nowSeconds = Math.ceil((await now()) / 1000);
      const added = { score: nowSeconds + seconds, value: member };
      // These commands are not a transaction. If the default user is disabled, Redis skips
      // transactions when it loads its append-only file (redis/redis#14541, valkey-io/valkey#3983).
      // If the connection breaks before EXPIRE, the next member sets the expiry.
      await run(({ text }) =>
        Promise.all([
          text.zAdd(key, added),
          text.zRemRangeByScore(key, 0, nowSeconds),
          text.expire(key, seconds),
        ]),
      );
    },
    async removeFromSet(key, member) {
      await run(({ text }) => text.zRem(key, member));
    },
    async membersOf(key) {
      const reply = await run(({ text }) => text.zRangeWithScores(key, -mostMembers, -1));
      const members = reply as { value: string; score: number }[];
      return new Map(members.map(({ value, score }) => [value, score * 1000]));
    },
  };
}

/**
 * Returns the client for the server whose clock is used. In a cluster, that is the server for the
 * key `clock`, so that all instances read the same clock.
 */
async function clockOf(client: RedisCommands): Promise<RedisCommands> {
  const server = await client.getNodeClientForKey?.('clock');
  return (server as RedisCommands | undefined) ?? client;
}

class RedisTimeout extends Error {
  readonly code = 'redis-timeout';
}

/**
 * Rejects after a timeout, because node-redis does not time out a command that was already sent to
 * a frozen Redis.
 */
async function withDeadline<T>(command: Promise<T>, deadlineMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new RedisTimeout(`Redis did not respond within ${deadlineMs} ms`)),
      deadlineMs,
    );
  });
  try {
    return await Promise.race([command, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns `foreignValue` if the key has a different type, because this app did not write it.
 * Rethrows any other error.
 */
function foreignForWrongType(error: Error): Buffer {
  if (error.message.startsWith('WRONGTYPE')) return foreignValue;
  throw error;
}
