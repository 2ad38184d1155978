// A reverse proxy with one URL for visitors and keep-alive connections to several app instances.
// The request header X-Instance selects the instance. Without this header, a seeded random
// generator selects it. The response header X-Instance names the instance that responded.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type Dispatcher, Pool } from 'undici';
import type { Lifetime } from '../machine/child-app.ts';
import { listen } from '../machine/listen.ts';
import { seededRandom } from '../machine/seeded-random.ts';

export interface FrontProxy {
  readonly url: string;
  addInstance(instance: number, origin: string): void;
  /**
   * Stops sending requests to the instance. Resolves when pending requests have completed and its
   * connections are closed.
   */
  removeInstance(instance: number): Promise<void>;
}

export function to(instance: number): Record<string, string> {
  return { 'x-instance': String(instance) };
}

/** Returns NaN for a response from the proxy itself. */
export function respondingInstance(response: { headers: Headers }): number {
  return Number(response.headers.get('x-instance') ?? Number.NaN);
}

export async function startFrontProxy(t: Lifetime): Promise<FrontProxy> {
  const random = seededRandom(1);
  const pools = new Map<number, Pool>();
  // Requests without X-Forwarded-For get a random IP address, because the tests simulate thousands
  // of visitors and the app limits the requests from one address.
  const randomAddress = () => `10.${[1, 2, 3].map(() => Math.floor(random() * 256)).join('.')}`;
  const randomInstance = () => [...pools.keys()][Math.floor(random() * pools.size)];

  const server = createServer(async (req, res) => {
    const { 'x-instance': wanted, ...headers } = req.headers;
    const instance = Number(wanted ?? randomInstance());
    try {
      const pool = pools.get(instance);
      if (!pool) throw Object.assign(new Error(), { code: 'no such instance' });
      const hasBody =
        headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
      const forwarded = await pool.request({
        method: req.method as Dispatcher.HttpMethod,
        path: req.url ?? '/',
        headers: { 'x-forwarded-for': randomAddress(), ...endToEnd(headers) },
        body: hasBody ? req : null,
      });
      res.writeHead(forwarded.statusCode, { ...endToEnd(forwarded.headers), ...to(instance) });
      // Visitors must receive the headers when the app sends them, not with the first byte of the
      // body.
      res.flushHeaders();
      await pipeline(forwarded.body, res);
    } catch (error) {
      if (res.headersSent) return void res.destroy();
      res
        .writeHead(502, { 'content-type': 'text/plain' })
        .end(`proxy: ${(error as NodeJS.ErrnoException).code}`);
    }
  });
  const url = await listen(t, server);
  t.after(() => Promise.all([...pools.values()].map((pool) => pool.destroy())));

  return {
    url,
    addInstance: (instance, origin) => void pools.set(instance, new Pool(origin)),
    async removeInstance(instance) {
      const pool = pools.get(instance);
      pools.delete(instance);
      await pool?.close();
    },
  };
}

const hopByHop = ['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

/** Removes hop-by-hop headers (RFC 9110 section 7.6.1). */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.includes(name)));
}
