// Formats the host and port that a server listens on, for the log, errors and the doctor.
import { isIPv6 } from 'node:net';

interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Returns the host and port as in a URL: `127.0.0.1:3000` or `[::]:3000`. */
export function hostAndPort({ host, port }: ListenAddress): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Returns the URL for a client on this computer. Not every system can connect to 0.0.0.0 or ::. */
export function localUrlOf({ host, port }: ListenAddress): URL {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return new URL(`http://${hostAndPort({ host: reachable, port })}`);
}
