// Finds a free port on 127.0.0.1 for a server that another process will start. Outgoing connections
// use ports from 32768 upwards, so a lower port stays free until the server listens.
import { once } from 'node:events';
import { createServer } from 'node:net';

const [lowest, highest] = [12_000, 32_000];
// Starts at a random port, so that concurrent processes rarely choose the same one.
let next = lowest + Math.floor(Math.random() * (highest - lowest));

export async function freePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = port < highest ? port + 1 : lowest;
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
