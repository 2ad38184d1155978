// The proxy that stands in front of the app in production: it speaks TLS with visitors, and tells the app so.
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { type Certificate, selfSignedCertificate } from './certificate.ts';
import { forward, sendOn } from './forward.ts';

export interface TlsProxy {
  /** https://localhost:<port> */
  readonly url: string;
  /** What a visitor has to trust. */
  readonly certificate: Certificate;
  /** Says where the app is. */
  standBefore(appUrl: string): void;
}

export async function startTlsProxy(t: TestContext): Promise<TlsProxy> {
  let app = '';
  const certificate = selfSignedCertificate();
  const server = createServer(certificate, async (request, response) => {
    const added = { 'x-forwarded-proto': 'https', 'x-forwarded-for': request.socket.remoteAddress ?? '' };
    try {
      sendOn(response, await forward(app, request, added));
    } catch {
      // The app went first, at the end of the test, while a browser still asked for something.
      response.destroy();
    }
  }).listen(0, 'localhost');
  await once(server, 'listening');
  t.after(() => server.close().closeAllConnections());
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    certificate,
    standBefore: (appUrl) => {
      app = appUrl;
    },
  };
}
