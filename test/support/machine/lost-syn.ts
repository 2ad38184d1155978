// A host name with two IP addresses: one is unroutable, and the other loses the first SYN.
import { spawn } from 'node:child_process';
import dns from 'node:dns';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The server responds to each request with the JSON in its argument. With `backlog: 1`, Linux
 * queues two connections.
 */
const program = `
  const server = require('node:http').createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(process.argv[1]);
  });
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port));
`;

/** How long the backlog stays full. Linux resends a SYN after a second. */
const fullMs = 700;

/**
 * Resolves to a URL whose first connection takes a second. `order` lists the IP versions in the
 * order of the DNS response.
 */
export async function serverBehindLostSyn(
  t: TestContext,
  { answer, order }: { answer: object; order: readonly (4 | 6)[] },
): Promise<URL> {
  const server = spawn(process.execPath, ['-e', program, JSON.stringify(answer)]);
  t.after(() => server.kill('SIGKILL'));
  const [line] = await once(server.stdout, 'data');
  const port = Number(String(line));
  server.kill('SIGSTOP');
  const waiting: Socket[] = Array.from({ length: 12 }, () =>
    connect(port, '127.0.0.1').on('error', () => {}),
  );
  t.after(() => waiting.forEach((socket) => void socket.destroy()));
  await sleep(100);
  setTimeout(() => {
    for (const socket of waiting) socket.destroy();
    server.kill('SIGCONT');
  }, fullMs);

  const { lookup } = dns;
  const addresses = { 4: { address: '127.0.0.1', family: 4 }, 6: { address: '100::1', family: 6 } };
  const found = order.map((family) => addresses[family]);
  t.mock.method(dns, 'lookup', (name: string, options: dns.LookupAllOptions, done: Done) =>
    name === 'platform.test' ? done(null, found) : lookup(name, options, done),
  );
  return new URL(`http://platform.test:${port}`);
}

type Done = (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void;

/**
 * Tries up to three times, each time with a new server, because a busy machine may need more than
 * the allowed 1.5 seconds to notice a connection. A client that allows less than a second still
 * fails the test, because every attempt fails.
 */
export async function succeedsOnce(attempt: () => Promise<void>): Promise<void> {
  for (let left = 2; left > 0; left -= 1) {
    try {
      return await attempt();
    } catch {
      // Try again.
    }
  }
  await attempt();
}
