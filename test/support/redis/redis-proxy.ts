// A proxy between the apps and a real Redis that can delay commands and break connections.
import { connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Lifetime } from '../machine/child-app.ts';
import { listen } from '../machine/listen.ts';

export interface RedisProxy {
  readonly url: string;
  /**
   * Called with each command, such as `['SET', 's:…', …]`. If this function returns a promise, the
   * command and all later ones on the connection wait for it. Tests can replace the function at any
   * time.
   */
  before: (words: readonly string[]) => Promise<unknown> | undefined;
  cut(): void;
  mend(): void;
}

export async function startRedisProxy(t: Lifetime, redisUrl: string): Promise<RedisProxy> {
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
    // If one side closes, close the other side too.
    const end = () => [app, redis].forEach((socket) => void socket.destroy());
    pipeline(app, holdCommands, redis, app).then(end, end);
  });
  const url = await listen(t, server, '127.0.0.1');

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

  const slowRedis: RedisProxy = {
    url: url.replace('http:', 'redis:'),
    before: () => undefined,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isCut = false;
    },
  };
  t.after(() => slowRedis.cut());
  return slowRedis;
}

/**
 * Returns the first command in `bytes` (RESP: an array of bulk strings) and its length in bytes, or
 * undefined while it is incomplete.
 */
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
    // While the length is incomplete, `end` is NaN and the comparison is false.
    if (!(end + 2 <= bytes.length)) return undefined;
    words.push(bytes.toString('latin1', at, end));
    at = end + 2;
  }
  return { words, length: at };
}
