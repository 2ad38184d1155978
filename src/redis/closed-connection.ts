// Finds out why Redis accepts connections and then closes them.
import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectWithTls } from 'node:tls';
import { ConnectionTimeoutError, ErrorReply, SocketClosedUnexpectedlyError } from 'redis';
import type { RedisUrl } from './redis-url.ts';

/** Timeout of each probe, in milliseconds. */
const replyMs = 500;

/**
 * Resolves to a more specific error, or to `error` itself. Before the first command arrives, Redis
 * sends a message if it has too many connections or is in protected mode. node-redis loses that
 * message, because it sends a command at once. If only one side uses TLS, the error's `code` is
 * redis-wants-tls or redis-no-tls.
 */
export async function explainRefusal(
  error: Error & { code?: string },
  { hosts, tls }: RedisUrl,
  signal?: AbortSignal,
): Promise<Error> {
  if (!isUnexplained(error)) return error;
  const reasons = await Promise.all(hosts.map((host) => probeServer({ ...host, tls }, signal)));
  return reasons.find((reason) => reason !== undefined) ?? error;
}

function isUnexplained(error: Error & { code?: string }): boolean {
  return (
    error instanceof SocketClosedUnexpectedlyError ||
    error instanceof ConnectionTimeoutError ||
    ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')
  );
}

type Server = RedisUrl['hosts'][number] & Pick<RedisUrl, 'tls'>;

async function probeServer(server: Server, signal?: AbortSignal): Promise<Error | undefined> {
  const [greeting = ''] = (await send('', server, signal)).split('\r\n');
  if (greeting.startsWith('-')) return new ErrorReply(greeting.slice(1));
  if (!server.tls)
    return (await speaksTls(server, signal))
      ? codedError('redis-wants-tls', 'Redis accepts TLS only')
      : undefined;
  return /^[+-]/.test(await send('PING\r\n', server, signal))
    ? codedError('redis-no-tls', 'Redis does not use TLS')
    : undefined;
}

/**
 * Resolves to the reply, or to '' if none arrives in time. With an empty command, it only waits for
 * a greeting.
 */
async function send(command: string, server: Server, signal?: AbortSignal): Promise<string> {
  const socket = connect(server).on('error', () => {});
  if (command) socket.write(command);
  const reply = once(socket, 'data', { signal: inTime(signal) });
  return reply.then(String, () => '').finally(() => socket.destroy());
}

/** Accepts any certificate, because nothing is sent after the handshake. */
async function speaksTls(server: Server, signal?: AbortSignal): Promise<boolean> {
  const socket = connectWithTls({ ...server, rejectUnauthorized: false }).on('error', () => {});
  const isSecure = once(socket, 'secureConnect', { signal: inTime(signal) });
  return isSecure
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}

function inTime(signal?: AbortSignal): AbortSignal {
  return AbortSignal.any([AbortSignal.timeout(replyMs), ...(signal ? [signal] : [])]);
}

function codedError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
