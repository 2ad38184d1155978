import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { Lifetime } from './child-app.ts';

/**
 * Starts the server on a free port and resolves to its URL, without a trailing slash. After the
 * test, closes the server and, for HTTP, all its connections.
 */
export async function listen(
  t: Lifetime,
  server: Server | HttpServer,
  host: 'localhost' | '127.0.0.1' = 'localhost',
): Promise<string> {
  server.listen(0, host);
  await once(server, 'listening');
  t.after(() => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  const scheme = server instanceof TlsServer ? 'https' : 'http';
  return `${scheme}://${host}:${(server.address() as AddressInfo).port}`;
}
