// A real redis-server with a separate TLS port.
import { selfSignedCertificate } from './certificate.ts';
import type { Lifetime } from './child-app.ts';
import { freePort } from './free-port.ts';
import { startRedis, type TestRedis } from './redis.ts';
import { temporaryFile } from './temporary-folder.ts';

interface TlsRedis extends TestRedis {
  /** `rediss://` with the TLS port. */
  readonly tlsUrl: string;
  readonly tlsPort: number;
  /** The certificate file that clients must trust. It is for `localhost`. */
  readonly certificate: string;
}

/** `clients`: whether they must also present a certificate. */
export async function startRedisWithTls(
  t: Lifetime,
  { args = [], clients = 'no' }: { args?: readonly string[]; clients?: 'yes' | 'no' } = {},
): Promise<TlsRedis> {
  const tlsPort = await freePort();
  const { cert, key } = selfSignedCertificate('localhost');
  const [certificate, keyFile] = [temporaryFile(t, cert), temporaryFile(t, key)];
  const redis = await startRedis(t, undefined, {
    args: [
      ...['--tls-port', `${tlsPort}`, '--tls-cert-file', certificate, '--tls-key-file', keyFile],
      ...['--tls-ca-cert-file', certificate, '--tls-auth-clients', clients],
      ...args,
    ],
  });
  return { ...redis, tlsUrl: `rediss://localhost:${tlsPort}`, tlsPort, certificate };
}
