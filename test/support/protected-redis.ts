// A server that answers as Redis 7 in protected mode does to another computer.
import { createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { listen } from './listen.ts';

/** The beginning is recorded; three sentences on how to switch protected mode off are left out. */
const answer =
  '-DENIED Redis is running in protected mode because protected mode is enabled and no password is set for the default user. In this mode connections are only accepted from the loopback interface.\r\n';

/** Resolves to its address. It closes each connection at once, whatever it is asked. */
export async function startProtectedServer(t: TestContext): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {}).end(answer, () => socket.resetAndDestroy());
  });
  return (await listen(t, server, '127.0.0.1')).replace('http:', 'redis:');
}
