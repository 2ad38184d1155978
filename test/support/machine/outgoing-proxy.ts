// A proxy for outgoing connections, which opens tunnels (CONNECT, RFC 9110 9.3.6). Nothing listens
// at the platform's URL, so only requests through the proxy reach the platform.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Lifetime } from './child-app.ts';
import { freePort } from './free-port.ts';
import { listen } from './listen.ts';

const proxyCredential = 'proxy-user:CANARY-of-the-proxy';
const expected = `Basic ${Buffer.from(proxyCredential).toString('base64')}`;

export async function startOutgoingProxy(t: Lifetime, platformUrl = 'http://127.0.0.1:9') {
  const platform = `127.0.0.1:${await freePort()}`;
  const proxy = { status: 200, hangsUp: false, tunnels: 0 };
  const sockets = new Set<Socket>();
  const hold = (socket: Socket) => {
    sockets.add(socket.on('error', () => {}));
    return socket;
  };
  const server = createServer((_req, res) => res.writeHead(500).end());
  server.on('connect', async (req, client: Socket) => {
    hold(client);
    if (proxy.hangsUp) return client.destroy();
    const isKnown = req.headers['proxy-authorization'] === expected;
    const refusal = isKnown ? proxy.status : 407;
    const status = [platform, new URL(platformUrl).host].includes(req.url ?? '') ? refusal : 404;
    if (status !== 200) return client.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    proxy.tunnels += 1;
    const { hostname, port } = new URL(platformUrl);
    const server = hold(connect(Number(port), hostname));
    await once(server, 'connect');
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    client.pipe(server).pipe(client);
  });
  const { host } = new URL(await listen(t, server, '127.0.0.1'));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  const urls = { platformUrl: `http://${platform}`, url: `http://${proxyCredential}@${host}` };
  return Object.assign(proxy, urls);
}
