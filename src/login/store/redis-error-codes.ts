// Maps errors from Redis and node-redis to codes for the log.
import { connectionFailure } from '../connection-failure.ts';

export type RedisCode = `redis-${string}`;

/** Codes by the first word of an error reply. */
const codesOfWords: Readonly<Record<string, RedisCode>> = {
  OOM: 'redis-full',
  WRONGPASS: 'redis-login',
  NOAUTH: 'redis-login',
  NOPERM: 'redis-acl',
  READONLY: 'redis-replica',
  MOVED: 'redis-replica',
  DENIED: 'redis-protected',
  MISCONF: 'redis-disk',
  NOREPLICAS: 'redis-too-few-replicas',
  LOADING: 'redis-not-ready',
  MASTERDOWN: 'redis-not-ready',
  CLUSTERDOWN: 'redis-not-ready',
  BUSY: 'redis-not-ready',
};

/** Codes by the text of an `ERR` reply. */
const codesOfErr: readonly (readonly [begin: RegExp, code: RedisCode])[] = [
  // The reply from a Redis server without a password to a client that sends one without a user
  // name.
  [/^ERR AUTH /, 'redis-login'],
  [/^ERR max number of clients/, 'redis-connections'],
  [/^ERR No such master/, 'redis-master-name'],
  [/^ERR (DB index is out of range|invalid DB index|SELECT is not allowed)/, 'redis-database'],
];

/** Codes for node-redis errors without their own code, by class name. */
const codesOfClasses: Readonly<Record<string, RedisCode>> = {
  ErrorReply: 'redis-command',
  SimpleError: 'redis-command',
  BlobError: 'redis-command',
  SocketTimeoutError: 'redis-timeout',
  ConnectionTimeoutError: 'redis-timeout',
  ClientOfflineError: 'redis-away',
  ClientClosedError: 'redis-away',
  DisconnectsClientError: 'redis-away',
  RootNodesUnavailableError: 'redis-away',
  SocketClosedUnexpectedlyError: 'redis-away',
};

/**
 * Returns the code for an error from Redis, node-redis or the connection, or undefined if none
 * applies.
 */
export function redisCodeOf(error: unknown): RedisCode | undefined {
  const { message = '', code, constructor: { name = '' } = {} } = Object(error);
  if (/^redis-/.test(String(code))) return code;
  const [word = ''] = String(message).split(' ');
  if (code === 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED') return 'redis-wants-certificate';
  const failure = connectionFailure(code);
  if (failure) return `redis-${failure}`;
  const ofErr = codesOfErr.find(([begin]) => begin.test(message))?.[1];
  return codesOfWords[word] ?? ofErr ?? codesOfClasses[name];
}
