// Records every command that Redis receives, including writes that are deleted again.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { TestRedis } from './redis.ts';

export interface RedisCommands {
  /** Returns every command so far with its arguments, in the format of MONITOR. */
  heard(): string;
  /** Resolves when every command sent so far is recorded, then stops recording. */
  end(): Promise<void>;
}

/** Starts recording the commands of a Redis server. */
export async function recordRedisCommands(redis: TestRedis): Promise<RedisCommands> {
  const { hostname, port } = new URL(redis.url);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  const closed = once(socket, 'close').catch(() => {});
  let received = '';
  socket.on('data', (text) => {
    received += text;
  });
  // A test may kill its Redis.
  socket.on('error', () => {});
  socket.write('MONITOR\r\n');
  await once(socket, 'data');
  return {
    heard: () => received,
    async end() {
      const last = `the last command of ${port} ${received.length}`;
      redis.command('ECHO', last).catch(() => {});
      while (!received.includes(last) && !socket.closed)
        await Promise.race([once(socket, 'data'), closed]);
      socket.destroy();
    },
  };
}
