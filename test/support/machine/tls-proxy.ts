import { createServer } from 'node:https';
import type { TestContext } from 'node:test';
import { forward, sendOn } from '../app/forward.ts';
import { type Certificate, selfSignedCertificate } from './certificate.ts';
import { listen } from './listen.ts';

export interface TlsProxy {
  readonly url: string;
  readonly certificate: Certificate;
  forwardTo(appUrl: string): void;
}

export async function startTlsProxy(t: TestContext): Promise<TlsProxy> {
  let app = '';
  const certificate = selfSignedCertificate();
  const server = createServer(certificate, async (request, response) => {
    const added = {
      'x-forwarded-proto': 'https',
      'x-forwarded-for': request.socket.remoteAddress ?? '',
    };
    try {
      sendOn(response, await forward(app, request, added));
    } catch {
      // When a test ends, the app may stop before the browser sends its last request.
      response.destroy();
    }
  });
  return {
    url: await listen(t, server),
    certificate,
    forwardTo: (appUrl) => {
      app = appUrl;
    },
  };
}
