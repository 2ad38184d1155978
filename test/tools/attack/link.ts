// A TCP proxy between a target and a backend (Redis, the token endpoint). It counts bytes and can
// add a delay.
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lifetime } from '../../support/machine/child-app.ts';
import { listen } from '../../support/machine/listen.ts';

export interface Link {
  readonly port: number;
  delayMs: number;
  readonly bytesAnswered: number;
}

export async function startLink(t: Lifetime, toPort: number): Promise<Link> {
  const link = { port: 0, delayMs: 0, bytesAnswered: 0 };
  const server = createServer((target) => {
    const backend = connect(toPort, '127.0.0.1');
    let before = Promise.resolve();
    target.on('data', (chunk) => {
      before = forwardChunk(chunk, { to: backend, at: performance.now() + link.delayMs, before });
    });
    backend.on('data', (chunk) => {
      link.bytesAnswered += chunk.length;
    });
    backend.pipe(target);
    // If one side closes its connection, the other side is closed as well.
    for (const [one, other] of [
      [target, backend],
      [backend, target],
    ] as const) {
      one.on('error', () => undefined).on('close', () => other.destroy());
    }
    t.after(() => target.destroy());
  });
  link.port = Number(new URL(await listen(t, server, '127.0.0.1')).port);
  return link;
}

/**
 * Forwards chunks in order. Each chunk has its own delay, so chunks that were sent together arrive
 * together.
 */
async function forwardChunk(
  chunk: Buffer,
  { to, at, before }: { to: Socket; at: number; before: Promise<void> },
) {
  await before;
  const rest = at - performance.now();
  if (rest > 0) await sleep(rest);
  to.write(chunk);
}
