// The proxy in front of several instances of the app: one address for visitors, kept connections to each instance.
// A request goes to the instance that its header X-Instance names, else to one by seeded chance; the answer says which it was.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { type Dispatcher, Pool } from 'undici';
import type { Lifetime } from './child-app.ts';
import { seededRandom } from './seeded-random.ts';

export interface FrontProxy {
  readonly url: string;
  /** From now on this instance takes requests at `origin`. */
  takeIn(instance: number, origin: string): void;
  /** It takes no new requests; resolves when those under way are answered and its connections are closed. */
  takeOut(instance: number): Promise<void>;
}

/** The header that sends a request to this instance. */
export function to(instance: number): Record<string, string> {
  return { 'x-instance': String(instance) };
}

/** Which instance answered. */
export function answeredBy(response: { headers: Headers }): number {
  return Number(response.headers.get('x-instance') ?? Number.NaN);
}

/** Starts the proxy on a free port of this computer, with no instance behind it yet; it ends with the test. */
export async function startFrontProxy(t: Lifetime): Promise<FrontProxy> {
  const chance = seededRandom(1);
  const pools = new Map<number, Pool>();
  /** Each request is somebody else's: thousands of visitors are played from this one computer. */
  const someAddress = () => `10.${[1, 2, 3].map(() => Math.floor(chance() * 256)).join('.')}`;
  const choose = () => [...pools.keys()][Math.floor(chance() * pools.size)];

  const server = createServer(async (req, res) => {
    const { 'x-instance': wanted, ...headers } = req.headers;
    const instance = Number(wanted ?? choose());
    try {
      const pool = pools.get(instance);
      if (!pool) throw Object.assign(new Error(), { code: 'no such instance' });
      const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
      const answer = await pool.request({
        method: req.method as Dispatcher.HttpMethod,
        path: req.url ?? '/',
        headers: { ...endToEnd(headers), 'x-forwarded-for': someAddress() },
        body: hasBody ? req : null,
      });
      res.writeHead(answer.statusCode, { ...endToEnd(answer.headers), ...to(instance) });
      // A visitor sees the headers when they leave the app, not with the first byte of the page.
      res.flushHeaders();
      await pipeline(answer.body, res);
    } catch (error) {
      if (res.headersSent) return void res.destroy();
      res.writeHead(502, { 'content-type': 'text/plain' }).end(`proxy: ${(error as NodeJS.ErrnoException).code}`);
    }
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  t.after(async () => {
    server.close().closeAllConnections();
    await Promise.all([...pools.values()].map((pool) => pool.destroy()));
  });

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    takeIn: (instance, origin) => void pools.set(instance, new Pool(origin)),
    async takeOut(instance) {
      const pool = pools.get(instance);
      pools.delete(instance);
      await pool?.close();
    },
  };
}

const hopByHop = ['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

/** Without what is said of one connection only (RFC 9110 7.6.1). */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.includes(name)));
}
