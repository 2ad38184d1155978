// A link between a target and what stands behind it (Redis, the convention's token endpoint): it can be slow, and counts what passes.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lifetime } from '../support/child-app.ts';

export interface Link {
  readonly port: number;
  /** How late everything arrives that the target sends, in milliseconds. */
  delayMs: number;
  /** How many bytes the target was sent so far. */
  readonly bytesAnswered: number;
}

/** Listens on a free port of this computer and passes everything on to `toPort`. */
export async function startLink(t: Lifetime, toPort: number): Promise<Link> {
  const link = { port: 0, delayMs: 0, bytesAnswered: 0 };
  const server = createServer((target) => {
    const behind = connect(toPort, '127.0.0.1');
    let before = Promise.resolve();
    target.on('data', (chunk) => {
      before = passOn(chunk, { to: behind, at: performance.now() + link.delayMs, before });
    });
    behind.on('data', (chunk) => {
      link.bytesAnswered += chunk.length;
    });
    behind.pipe(target);
    // Whoever hangs up, or is cut off, ends both sides.
    for (const [one, other] of [
      [target, behind],
      [behind, target],
    ] as const) {
      one.on('error', () => undefined).on('close', () => other.destroy());
    }
    t.after(() => target.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  link.port = (server.address() as AddressInfo).port;
  t.after(() => server.close());
  return link;
}

/** In the order in which it came, each piece at its own time: what is sent together arrives together. */
async function passOn(chunk: Buffer, { to, at, before }: { to: Socket; at: number; before: Promise<void> }) {
  await before;
  const rest = at - performance.now();
  if (rest > 0) await sleep(rest);
  to.write(chunk);
}
