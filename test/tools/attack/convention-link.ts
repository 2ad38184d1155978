// A TLS link between a target and the convention's API. It can refuse connections, present another
// host's certificate, or respond by itself.
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { selfSignedCertificate } from '../../support/machine/certificate.ts';
import type { Lifetime } from '../../support/machine/child-app.ts';

export interface ConventionLink {
  readonly url: string;
  /** PEM with two certificates, for `localhost` and for another host. Targets trust both. */
  readonly trusted: string;
  /** Each of these faults lasts until `mend` is called. */
  refuse(): void;
  showOtherHost(): void;
  answerWith(bytes: string): void;
  mend(): Promise<void>;
}

export async function startConventionLink(t: Lifetime, toPort: number): Promise<ConventionLink> {
  const own = selfSignedCertificate();
  const others = selfSignedCertificate('other.example');
  const sockets = new Set<Socket>();
  let instead: string | undefined;
  const server = createServer(own, (target) => {
    sockets.add(target);
    target.once('close', () => sockets.delete(target));
    const answer = instead;
    if (answer === undefined) join(target, connect(toPort, '127.0.0.1'));
    else target.once('data', () => target.end(answer)).on('error', () => undefined);
  }).on('tlsClientError', () => undefined);
  // `localhost` may resolve to an IPv6 address.
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const disconnect = () => {
    for (const socket of sockets) socket.destroy();
  };
  t.after(() => {
    server.close();
    disconnect();
  });
  return {
    url: `https://localhost:${port}`,
    trusted: own.cert + others.cert,
    refuse() {
      server.close();
      disconnect();
    },
    showOtherHost() {
      server.setSecureContext(others);
      disconnect();
    },
    answerWith(bytes) {
      instead = bytes;
      disconnect();
    },
    async mend() {
      if (instead !== undefined) disconnect();
      instead = undefined;
      server.setSecureContext(own);
      if (server.listening) return;
      server.listen(port, 'localhost');
      await once(server, 'listening');
    },
  };
}

function join(target: Socket, convention: Socket): void {
  target.pipe(convention).pipe(target);
  target.on('error', () => undefined).once('close', () => convention.destroy());
  convention.on('error', () => undefined).once('close', () => target.destroy());
}
