// A real redis-server for one test: on a free port of this computer, empty, gone afterwards.
import { type ChildProcess, spawn } from 'node:child_process';
import { createClient, type RedisClientType } from 'redis';
import type { Lifetime } from './child-app.ts';
import { freePort } from './free-port.ts';

export interface TestRedis {
  readonly url: string;
  readonly process: ChildProcess;
  /** Answers every key with its value as text and its TTL in seconds (-1: none). */
  dump(): Promise<{ key: string; value: string; ttl: number }[]>;
  /** Sends one command, as redis-cli would. */
  command(...words: string[]): Promise<unknown>;
}

export async function startRedis(t: Lifetime, port?: number): Promise<TestRedis> {
  port ??= await freePort();
  const server = spawn('redis-server', [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ]);
  t.after(() => server.kill('SIGKILL'));
  for await (const chunk of server.stdout ?? []) if (String(chunk).includes('Ready to accept connections')) break;
  server.stdout?.resume();
  const url = `redis://127.0.0.1:${port}`;

  async function connected<T>(use: (client: RedisClientType) => Promise<T>): Promise<T> {
    const client: RedisClientType = createClient({ url });
    await client.connect();
    try {
      return await use(client);
    } finally {
      client.destroy();
    }
  }

  return {
    url,
    process: server,
    dump: () =>
      connected(async (client) => {
        const keys = await client.keys('*');
        return await Promise.all(
          keys.sort().map(async (key) => ({ key, value: await readValue(client, key), ttl: await client.ttl(key) })),
        );
      }),
    command: (...words) => connected((client) => client.sendCommand(words)),
  };
}

async function readValue(client: RedisClientType, key: string): Promise<string> {
  const isSet = (await client.type(key)) === 'zset';
  return isSet ? (await client.zRange(key, 0, -1)).join() : String(await client.get(key));
}
