// A proxy between the apps and a real Redis: it can hold a command back, break every connection, and let all pass again.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Lifetime } from './child-app.ts';

export interface SlowRedis {
  readonly url: string;
  /**
   * Waited for before a command reaches Redis, and with it whatever follows on the same connection; may be changed at any time.
   * `words` as redis-cli would have them: `['SET', 's:…', …]`.
   */
  before: (words: readonly string[]) => Promise<unknown> | undefined;
  /** Breaks every connection and refuses new ones until `mend`. */
  cut(): void;
  mend(): void;
}

/** Starts the proxy on a free port of this computer; it lets everything pass until told otherwise, and ends with the test. */
export async function startSlowRedis(t: Lifetime, redisUrl: string): Promise<SlowRedis> {
  const { hostname, port } = new URL(redisUrl);
  const sockets = new Set<Socket>();
  let isCut = false;

  const server = createServer((app) => {
    if (isCut) return void app.destroy();
    const redis = connect(Number(port), hostname);
    for (const socket of [app, redis]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
    // One of the two went away: so does the other.
    const end = () => [app, redis].forEach((socket) => void socket.destroy());
    pipeline(app, holdCommands, redis, app).then(end, end);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function* holdCommands(chunks: AsyncIterable<Buffer>) {
    let bytes = Buffer.alloc(0);
    for await (const chunk of chunks) {
      bytes = Buffer.concat([bytes, chunk]);
      for (let command = readCommand(bytes); command; command = readCommand(bytes)) {
        await slowRedis.before(command.words);
        yield bytes.subarray(0, command.length);
        bytes = bytes.subarray(command.length);
      }
    }
  }

  const slowRedis: SlowRedis = {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    before: () => undefined,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isCut = false;
    },
  };
  t.after(() => {
    slowRedis.cut();
    server.close();
  });
  return slowRedis;
}

/** The first command in `bytes` and its length there, or undefined while it is not whole (RESP: an array of bulk strings). */
function readCommand(bytes: Buffer): { words: string[]; length: number } | undefined {
  let at = 0;
  const readNumber = () => {
    const end = bytes.indexOf('\r\n', at);
    const number = end < 0 ? Number.NaN : Number(bytes.toString('latin1', at + 1, end));
    at = end + 2;
    return number;
  };
  const words: string[] = [];
  for (let rest = readNumber(); rest !== 0; rest -= 1) {
    const end = readNumber() + at;
    // Not a number where a length is still under way: every comparison is false.
    if (!(end + 2 <= bytes.length)) return undefined;
    words.push(bytes.toString('latin1', at, end));
    at = end + 2;
  }
  return { words, length: at };
}
