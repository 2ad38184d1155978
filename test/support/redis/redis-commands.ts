// Records the commands that Redis receives, so that tests also see values that are deleted later.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { TestRedis } from './redis.ts';

export interface RedisCommands {
  heard(): string;
  /** Waits until all commands sent so far are recorded, then stops recording. */
  end(): Promise<void>;
}

export async function recordRedisCommands(redis: TestRedis): Promise<RedisCommands> {
  const { hostname, port } = new URL(redis.url);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  const closed = once(socket, 'close').catch(() => {});
  let received = '';
  socket.on('data', (text) => {
    received += text;
  });
  // Tests may kill their Redis, which breaks this connection.
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
