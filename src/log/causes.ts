// Names the cause of an error for the log: in one sentence, and as a short code that stays the
// same. docs/operate.md says for each what to do.

/** What an error and its causes say about themselves, outermost first. */
type Chain = readonly Record<string, unknown>[];
type Test = (chain: Chain) => boolean;

const longestChain = 6;
/** How Redis begins the answer to a command that it refuses. */
const redisWords = [
  'OOM',
  'WRONGPASS',
  'NOAUTH',
  'NOPERM',
  'READONLY',
  'MISCONF',
  'LOADING',
  'MASTERDOWN',
  'CLUSTERDOWN',
  'NOREPLICAS',
  'BUSY',
  'TRYAGAIN',
  'MOVED',
  'DENIED',
  'ERR',
];

/** Returns the word with which Redis refused a command, such as `OOM`. */
export function redisWordOf({ message = '' }: { message?: unknown }): string | undefined {
  const [first] = String(message).split(' ');
  return redisWords.find((word) => word === first);
}

/** True if any error of the chain has one of these values in this field. */
const has =
  (field: string, ...values: unknown[]): Test =>
  (chain) =>
    chain.some((error) => values.includes(error[field]));
const both =
  (...tests: Test[]): Test =>
  (chain) =>
    tests.every((test) => test(chain));
const either =
  (...tests: Test[]): Test =>
  (chain) =>
    tests.some((test) => test(chain));
const redis =
  (...words: string[]): Test =>
  (chain) =>
    chain.some((error) => words.includes(redisWordOf(error) ?? ''));

const says =
  (start: RegExp): Test =>
  (chain) =>
    chain.some(({ message }) => start.test(String(message)));

const refusedClient = either(
  has('error', 'invalid_client', 'unauthorized_client'),
  both(has('problem', 'login-unavailable'), has('code', 'OAUTH_WWW_AUTHENTICATE_CHALLENGE')),
);
const connectionFailed = has(
  'code',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
  'UND_ERR_SOCKET',
);
/** What the problem of a page says: only Redis makes these. */
const ofRedis = has('problem', 'service-unavailable', 'logged-out-here');
/** OpenSSL reads an answer without TLS as a broken one. */
const noTls = has(
  'code',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'EPROTO',
);
const certificateRefused: Test = (chain) =>
  chain.some(({ code }) => /CERT|SELF_SIGNED|^ERR_(TLS|SSL)/.test(String(code)));
const serverError: Test = (chain) =>
  chain.some(({ answered }) => typeof answered === 'number' && answered >= 500);

interface Cause {
  /** Never changes: alerts and searches may rely on it. */
  readonly code: string;
  readonly sentence: string;
  /** Whether the sentence is true of an error and its causes. */
  readonly test: Test;
}

/** The first whose test is true is the cause: what is more precise comes before. */
const causes: readonly Cause[] = [
  { code: 'redis-full', sentence: 'Redis is full', test: redis('OOM') },
  {
    code: 'redis-login',
    sentence: 'Redis refuses the user name or the password of REDIS_URL',
    // A Redis without a password refuses any that is given, with ERR.
    test: either(redis('WRONGPASS', 'NOAUTH'), says(/^ERR AUTH /)),
  },
  {
    code: 'redis-acl',
    sentence: 'Redis does not permit the user of REDIS_URL a command or a key',
    test: redis('NOPERM'),
  },
  {
    code: 'redis-replica',
    sentence: 'Redis is a replica, which takes no writes',
    test: redis('READONLY', 'MOVED'),
  },
  {
    code: 'redis-protected',
    sentence: 'Redis is in protected mode, so it accepts its own computer only',
    test: redis('DENIED'),
  },
  {
    code: 'redis-connections',
    sentence: 'Redis has as many connections as it permits',
    test: says(/^ERR max number of clients/),
  },
  {
    code: 'redis-disk',
    sentence: 'Redis cannot save to its disk, so it takes no writes',
    test: redis('MISCONF'),
  },
  {
    code: 'redis-too-few-replicas',
    sentence: 'Redis has too few replicas, so it takes no writes',
    test: redis('NOREPLICAS'),
  },
  {
    code: 'redis-not-ready',
    sentence: 'Redis is there, but not ready',
    test: redis('LOADING', 'MASTERDOWN', 'CLUSTERDOWN', 'BUSY'),
  },
  {
    code: 'redis-master-name',
    sentence: 'the sentinels do not know the master of REDIS_URL',
    test: says(/^ERR No such master/),
  },
  {
    code: 'redis-database',
    sentence: 'Redis has no database with the number in REDIS_URL',
    test: says(/^ERR (DB index is out of range|invalid DB index|SELECT is not allowed)/),
  },
  {
    code: 'redis-command',
    sentence: 'Redis refuses a command',
    test: either(redis('ERR', 'TRYAGAIN'), has('type', 'ErrorReply', 'SimpleError', 'BlobError')),
  },
  {
    code: 'redis-timeout',
    sentence: 'Redis does not answer in time',
    test: either(
      has('code', 'REDIS_TIMEOUT'),
      has('type', 'SocketTimeoutError', 'ConnectionTimeoutError'),
    ),
  },
  {
    code: 'redis-wants-tls',
    sentence: 'Redis takes connections with TLS only',
    test: has('code', 'REDIS_WANTS_TLS'),
  },
  {
    code: 'redis-no-tls',
    sentence: 'Redis has no TLS at the port in REDIS_URL',
    test: either(has('code', 'REDIS_NO_TLS'), both(ofRedis, noTls)),
  },
  {
    code: 'redis-wants-certificate',
    sentence: 'Redis wants a certificate from this site',
    test: both(ofRedis, has('code', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED')),
  },
  {
    code: 'redis-certificate',
    sentence: 'the certificate of Redis is not trusted',
    test: both(ofRedis, certificateRefused),
  },
  {
    code: 'redis-away',
    sentence: 'Redis cannot be reached',
    test: either(
      has('type', 'ClientOfflineError', 'SocketClosedUnexpectedlyError', 'ClientClosedError'),
      has('type', 'DisconnectsClientError', 'RootNodesUnavailableError'),
      both(ofRedis, connectionFailed),
    ),
  },
  {
    code: 'platform-credential',
    sentence: 'the service credential was refused',
    test: both(
      has('operation', 'Request service token'),
      either(refusedClient, has('error', 'invalid_scope')),
    ),
  },
  {
    code: 'platform-client',
    sentence: 'the platform refuses OAUTH_CLIENT_ID or OAUTH_CLIENT_SECRET',
    test: refusedClient,
  },
  {
    code: 'platform-scope',
    sentence: 'the platform refuses one of OAUTH_SCOPES',
    test: has('error', 'invalid_scope'),
  },
  {
    code: 'platform-name',
    sentence: 'the platform has a different name than OAUTH_ISSUER',
    test: has('invalid', 'iss', 'id_token-iss'),
  },
  {
    code: 'platform-id-token',
    sentence: 'the id_token of the platform is not valid',
    test: (chain) => chain.some(({ invalid }) => String(invalid).startsWith('id_token-')),
  },
  {
    code: 'login-code',
    sentence: 'the code of a login was used before, or came too late',
    test: has('error', 'invalid_grant'),
  },
  {
    code: 'login-not-shared',
    sentence: 'the attendee did not agree, or could not be asked',
    test: has('problem', 'not-shared'),
  },
  {
    code: 'platform-no-tls',
    sentence: 'the platform has no TLS at the address in CONVENTION_URL',
    test: noTls,
  },
  {
    code: 'platform-certificate',
    sentence: 'the certificate of the platform is not trusted',
    test: certificateRefused,
  },
  {
    code: 'platform-slow-down',
    sentence: 'the platform asks this site to slow down',
    test: has('answered', 429),
  },
  {
    code: 'platform-queue',
    sentence: 'too many calls to the platform wait for their turn',
    test: (chain) => chain.at(-1)?.kind === 'busy' && chain.at(-1)?.answered === undefined,
  },
  {
    code: 'platform-timeout',
    sentence: 'the platform does not answer in time',
    test: either(has('status', 504), has('name', 'TimeoutError', 'ConnectTimeoutError')),
  },
  { code: 'platform-away', sentence: 'the platform cannot be reached', test: connectionFailed },
  {
    code: 'platform-error',
    sentence: 'the platform has an error of its own',
    test: either(serverError, has('error', 'server_error', 'temporarily_unavailable')),
  },
  {
    code: 'platform-refuses',
    sentence: 'the platform, or a shield in front of it, refuses this site',
    test: has('answered', 401, 403),
  },
  {
    code: 'platform-answer',
    sentence: 'the platform answers otherwise than docs/interface.md says',
    test: either(
      has('kind', 'invalid-answer', 'not-found', 'conflict', 'unavailable'),
      has('problem', 'login-unavailable'),
    ),
  },
  {
    code: 'proxy-https',
    sentence: 'the proxy does not say that visitors use https',
    test: has('problem', 'set-trust-proxy'),
  },
  {
    code: 'browser-cookies',
    sentence: 'the browser keeps no cookies of this site',
    test: has('problem', 'cookies-blocked', 'login-loop'),
  },
  {
    code: 'login-again',
    sentence: 'a login came back twice, too late, or to another browser',
    test: has('problem', 'login-again'),
  },
  {
    code: 'form-refused',
    sentence: 'a form was not sent by a page of this site',
    test: has('problem', 'unchecked-request'),
  },
  { code: 'limit', sentence: 'a limit was reached', test: has('problem', 'too-often') },
  {
    code: 'not-found',
    sentence: 'no page has this address, which is not logged',
    test: has('problem', 'not-found'),
  },
  { code: 'defect', sentence: 'a defect of Lanyard', test: has('problem', 'internal') },
];

/** All sentences with their codes, in the order in which docs/operate.md lists them. */
export const knownCauses: readonly Pick<Cause, 'code' | 'sentence'>[] = causes;

/**
 * Returns the sentence for an error; undefined if there is none. `problem`: what its page says, if
 * the error itself does not.
 */
export function causeOf(error: unknown, problem?: string): string | undefined {
  return findCause(error, problem)?.sentence;
}

/** Returns what the log says about the cause of an error: nothing if there is none. */
export function causeFields(error: unknown, problem?: string): { cause?: string; code?: string } {
  const found = findCause(error, problem);
  return found ? { cause: found.sentence, code: found.code } : {};
}

function findCause(error: unknown, problem?: string): Cause | undefined {
  const chain = [...(problem ? [{ problem }] : []), ...chainOf(error)];
  return causes.find(({ test }) => test(chain));
}

function chainOf(error: unknown): Chain {
  const chain: Record<string, unknown>[] = [];
  for (let next = error; next instanceof Error && chain.length < longestChain; next = next.cause) {
    const { name, message } = next;
    chain.push({ ...next, name, message, type: next.constructor.name });
  }
  return chain;
}
