import { createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { listen } from '../machine/listen.ts';

/**
 * The start of a recorded Redis reply. Three sentences about disabling protected mode are left out.
 */
const reply =
  '-DENIED Redis is running in protected mode because protected mode is enabled and no password is set for the default user. In this mode connections are only accepted from the loopback interface.\r\n';

/**
 * Starts a server that replies as Redis 7 in protected mode does to other computers, and then
 * resets the connection. Resolves to the server's URL.
 */
export async function startProtectedServer(t: TestContext): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {}).end(reply, () => socket.resetAndDestroy());
  });
  return (await listen(t, server, '127.0.0.1')).replace('http:', 'redis:');
}
