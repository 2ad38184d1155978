// Names the cause of an error in one sentence for the log. docs/operate.md says for each sentence
// what to do.

/** What an error and its causes say about themselves, outermost first. */
type Chain = readonly Record<string, unknown>[];
type Test = (chain: Chain) => boolean;

const longestChain = 6;
/** How Redis begins the answer to a command that it refuses. */
const redisWords = [
  ...['OOM', 'WRONGPASS', 'NOAUTH', 'NOPERM', 'READONLY', 'MISCONF', 'LOADING', 'MASTERDOWN'],
  ...['CLUSTERDOWN', 'NOREPLICAS', 'BUSY', 'TRYAGAIN', 'MOVED', 'ERR'],
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

const refusedClient = either(
  has('error', 'invalid_client', 'unauthorized_client'),
  both(has('problem', 'login-unavailable'), has('code', 'OAUTH_WWW_AUTHENTICATE_CHALLENGE')),
);
const connectionFailed = has(
  'code',
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ETIMEDOUT', 'EPIPE', 'UND_ERR_SOCKET'],
);
const certificateRefused: Test = (chain) =>
  chain.some(({ code }) => /CERT|SELF_SIGNED|^ERR_(TLS|SSL)|^EPROTO$/.test(String(code)));
const serverError: Test = (chain) =>
  chain.some(({ answered, status, problem }) => {
    // The status of our own page is that of the error with a `problem`.
    const upstream = answered ?? (problem === undefined ? status : undefined);
    return typeof upstream === 'number' && upstream >= 500 && upstream !== 503;
  });

/** Each sentence, and the errors that it is for. The first that fits is taken. */
const causes: Readonly<Record<string, Test>> = {
  'Redis is full': redis('OOM'),
  'Redis refuses the user name or the password of REDIS_URL': redis('WRONGPASS', 'NOAUTH'),
  'Redis does not permit the user of REDIS_URL a command or a key': redis('NOPERM'),
  'Redis is a replica, which takes no writes': redis('READONLY', 'MOVED'),
  'Redis cannot save to its disk, so it takes no writes': redis('MISCONF'),
  'Redis has too few replicas, so it takes no writes': redis('NOREPLICAS'),
  'Redis is there, but not ready': redis('LOADING', 'MASTERDOWN', 'CLUSTERDOWN', 'BUSY'),
  'the sentinels do not know the master of REDIS_URL': (chain) =>
    chain.some(({ message }) => String(message).startsWith('ERR No such master')),
  'Redis refuses a command': redis('ERR', 'TRYAGAIN'),
  'Redis does not answer in time': either(
    has('code', 'REDIS_TIMEOUT'),
    has('type', 'SocketTimeoutError', 'ConnectionTimeoutError'),
  ),
  'Redis cannot be reached': either(
    has('type', 'ClientOfflineError', 'SocketClosedUnexpectedlyError', 'ClientClosedError'),
    has('type', 'DisconnectsClientError', 'RootNodesUnavailableError'),
    both(has('problem', 'service-unavailable', 'logged-out-here'), connectionFailed),
  ),
  'the service credential was refused': both(
    has('operation', 'Request service token'),
    either(refusedClient, has('error', 'invalid_scope')),
  ),
  'the platform refuses OAUTH_CLIENT_ID or OAUTH_CLIENT_SECRET': refusedClient,
  'the platform refuses one of OAUTH_SCOPES': has('error', 'invalid_scope'),
  'the platform has a different name than OAUTH_ISSUER': has('invalid', 'iss', 'id_token-iss'),
  'the id_token of the platform is not valid': (chain) =>
    chain.some(({ invalid }) => String(invalid).startsWith('id_token-')),
  'the code of a login was used before, or came too late': has('error', 'invalid_grant'),
  'the attendee did not agree, or could not be asked': has('problem', 'not-shared'),
  'the certificate of the platform is not trusted': certificateRefused,
  'the platform asks this site to slow down': either(
    has('answered', 429),
    both(has('problem', 'login-unavailable'), has('status', 429)),
  ),
  'too many calls to the platform wait for their turn': (chain) =>
    chain.at(-1)?.kind === 'busy' && chain.at(-1)?.answered === undefined,
  'the platform does not answer in time': either(
    has('status', 504),
    has('name', 'TimeoutError', 'ConnectTimeoutError'),
  ),
  'the platform cannot be reached': connectionFailed,
  'the platform has an error of its own': either(
    serverError,
    has('error', 'server_error', 'temporarily_unavailable'),
    has('answered', 503),
  ),
  'the platform, or a shield in front of it, refuses this site': either(
    has('answered', 401, 403),
    both(has('problem', 'login-unavailable'), has('status', 401, 403, 503)),
  ),
  'the platform answers otherwise than docs/interface.md says': either(
    has('kind', 'invalid-answer', 'not-found', 'conflict', 'unavailable'),
    has('problem', 'login-unavailable'),
  ),
  'the proxy does not say that visitors use https': has('problem', 'set-trust-proxy'),
  'the browser keeps no cookies of this site': has('problem', 'cookies-blocked', 'login-loop'),
  'a login came back twice, too late, or to another browser': has('problem', 'login-again'),
  'a form was not sent by a page of this site': has('problem', 'unchecked-request'),
  'a limit was reached': has('problem', 'too-often'),
  'no page has this address, which is not logged': has('problem', 'not-found'),
  'a defect of Lanyard': has('problem', 'internal'),
};

/** All sentences, in the order in which docs/operate.md lists them. */
export const causeSentences = Object.keys(causes);

/**
 * Returns the sentence for an error; undefined if there is none. `problem`: what its page says, if
 * the error itself does not.
 */
export function causeOf(error: unknown, problem?: string): string | undefined {
  const chain = [...(problem ? [{ problem }] : []), ...chainOf(error)];
  return causeSentences.find((sentence) => causes[sentence]?.(chain));
}

function chainOf(error: unknown): Chain {
  const chain: Record<string, unknown>[] = [];
  for (let next = error; next instanceof Error && chain.length < longestChain; next = next.cause) {
    const { name, message } = next;
    chain.push({ ...next, name, message, type: next.constructor.name });
  }
  return chain;
}
