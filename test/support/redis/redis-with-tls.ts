import { selfSignedCertificate } from '../machine/certificate.ts';
import type { Lifetime } from '../machine/child-app.ts';
import { freePort } from '../machine/free-port.ts';
import { temporaryFile } from '../machine/temporary-folder.ts';
import { startRedis, type TestRedis } from './redis.ts';

interface TlsRedis extends TestRedis {
  readonly tlsUrl: string;
  readonly tlsPort: number;
  /** The path of the certificate that clients must trust, which is valid for `localhost`. */
  readonly certificate: string;
}

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
