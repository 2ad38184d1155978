// Hears what Redis is told, also what is deleted again before a test looks.
import { once } from 'node:events';
import { connect } from 'node:net';

export interface RedisCommands {
  /** Every command so far with all its words, as Redis writes them for MONITOR. */
  heard(): string;
  /** Resolves when Redis has ended and nothing more can come; waits half a second at most. */
  end(): Promise<void>;
}

export async function listenToRedis(redisUrl: string): Promise<RedisCommands> {
  const { hostname, port } = new URL(redisUrl);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  let heard = '';
  socket.on('data', (text) => {
    heard += text;
  });
  // Redis is killed in many a test, and after each.
  socket.on('error', () => {});
  socket.write('MONITOR\r\n');
  await once(socket, 'data');
  return {
    heard: () => heard,
    async end() {
      if (!socket.closed) await once(socket, 'close', { signal: AbortSignal.timeout(500) }).catch(() => {});
      socket.destroy();
    },
  };
}
