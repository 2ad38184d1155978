import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RedisClientType } from 'redis';
import { createClientOfServer } from '../../../src/redis/redis-client.ts';
import { markerKey } from '../../../src/server/redis-watch.ts';
import type { Lifetime } from '../machine/child-app.ts';
import { freePort } from '../machine/free-port.ts';
import { shared } from '../machine/shared.ts';
import { temporaryFolder } from '../machine/temporary-folder.ts';

export interface TestRedis {
  readonly url: string;
  /** For tests that stop or kill Redis. Throws on the shared server. */
  readonly process: ChildProcess;
  /** Values as text. `ttl` is in seconds, or -1 without expiry. */
  dump(): Promise<{ key: string; value: string; ttl: number }[]>;
  /** Sends one command. Each word is one argument, as in redis-cli. */
  command(...words: string[]): Promise<unknown>;
}

interface RedisOptions {
  readonly args?: readonly string[];
  /** The user for `dump` and `command`, as `name:password`. */
  readonly user?: string;
}

const withoutDisk = [
  ...['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
  ...['--maxmemory', '256mb', '--maxmemory-policy', 'noeviction'],
];

export async function startRedis(
  t: Lifetime,
  port?: number,
  { args = [], user }: RedisOptions = {},
): Promise<TestRedis> {
  port ??= await freePort();
  // If a test makes Redis write to disk, the files go into a temporary folder.
  const own = ['--port', String(port), '--dir', temporaryFolder(t)];
  const server = spawn('redis-server', [...withoutDisk, ...own, ...args]);
  const url = `redis://${user ? `${user}@` : ''}127.0.0.1:${port}`;
  const client = createClientOfServer({ url, socket: { reconnectStrategy: false } });
  // Without a listener, killing Redis would crash the test process. The next command rejects
  // anyway.
  client.on('error', () => {});
  t.after(async () => {
    if (client.isOpen) client.destroy();
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  });
  for await (const chunk of server.stdout)
    if (String(chunk).includes('Ready to accept connections')) break;
  server.stdout.resume();

  async function connected(): Promise<RedisClientType> {
    if (!client.isOpen) await client.connect();
    return client;
  }
  return {
    url,
    process: server,
    async dump() {
      const redis = await connected();
      const keys = (await redis.keys('*')).sort();
      return await Promise.all(
        keys.map(async (key) => ({
          key,
          value: await readValue(redis, key),
          ttl: await redis.ttl(key),
        })),
      );
    },
    command: async (...words) => (await connected()).sendCommand(words),
  };
}

/** Returns all keys except those that instances write to check Redis. */
export async function keysOfRequests(redis: Pick<TestRedis, 'command'>): Promise<string[]> {
  const keys = (await redis.command('KEYS', '*')) as string[];
  return keys.filter((key) => !key.startsWith(markerKey) && !/^.:probe/.test(key));
}

const sharedServer = shared(['ProcessWrap'], (lifetime) => startRedis(lifetime));

/**
 * Returns an empty Redis that all tests in this process share. A test that stops, kills or
 * reconfigures Redis must start its own.
 */
export async function sharedRedis(): Promise<TestRedis> {
  const redis = await sharedServer();
  await redis.command('FLUSHALL');
  return {
    ...redis,
    get process(): never {
      throw new Error(
        'this Redis belongs to other tests too: start the app with { ownRedis: true }',
      );
    },
  };
}

async function readValue(client: RedisClientType, key: string): Promise<string> {
  const isSet = (await client.type(key)) === 'zset';
  return isSet ? (await client.zRange(key, 0, -1)).join() : String(await client.get(key));
}
