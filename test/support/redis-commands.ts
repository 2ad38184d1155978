// Hears what Redis is told, also what is deleted again before a test looks.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { TestRedis } from './redis.ts';

export interface RedisCommands {
  /** Every command so far with all its words, as Redis writes them for MONITOR. */
  heard(): string;
  /** Resolves when everything that Redis was told is heard. Ends the listening. */
  end(): Promise<void>;
}

/** Listens to a Redis from now on. */
export async function listenToRedis(redis: TestRedis): Promise<RedisCommands> {
  const { hostname, port } = new URL(redis.url);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  const closed = once(socket, 'close').catch(() => {});
  let heard = '';
  socket.on('data', (text) => {
    heard += text;
  });
  // A test may kill its Redis.
  socket.on('error', () => {});
  socket.write('MONITOR\r\n');
  await once(socket, 'data');
  return {
    heard: () => heard,
    async end() {
      const last = `the last command of ${port} ${heard.length}`;
      redis.command('ECHO', last).catch(() => {});
      while (!heard.includes(last) && !socket.closed) await Promise.race([once(socket, 'data'), closed]);
      socket.destroy();
    },
  };
}
