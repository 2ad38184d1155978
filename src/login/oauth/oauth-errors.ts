// Converts errors from the authorization server to LoginErrors.
import { connectionFailure } from '../connection-failure.ts';
import { LoginError } from '../login-error.ts';

/** An error from openid-client or `fetch`, or its `cause`. */
interface Failure {
  readonly name?: string;
  readonly message?: string;
  readonly code?: string;
  /** The OAuth error code (RFC 6749 5.2). */
  readonly error?: string;
  readonly status?: number;
  /** The response status of a proxy that did not open a tunnel. */
  readonly answered?: number;
  readonly headers?: Headers;
  readonly cause?: unknown;
}

/** Error codes that mean that the attendee denied the request, or could not be asked. */
const denials = [
  // RFC 6749 4.1.2.1
  'access_denied',
  // OpenID Connect Core 3.1.2.6
  'consent_required',
  'interaction_required',
  'login_required',
];

/** Some servers use their own codes for a denial, such as LinkedIn's `user_cancelled_login`. */
const denialWords = /cancel|den(ied|y)|declin/;

/** The error codes that are logged. An unknown code could contain anything. */
const knownErrors = [
  ...denials,
  // RFC 6749 4.1.2.1
  'invalid_request',
  'unauthorized_client',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
  // OpenID Connect Core 3.1.2.6
  'account_selection_required',
  'invalid_request_uri',
  'invalid_request_object',
  'request_not_supported',
  'request_uri_not_supported',
  'registration_not_supported',
  // RFC 6749 5.2, RFC 8707 2
  'invalid_client',
  'invalid_grant',
  'unsupported_grant_type',
  'invalid_target',
  // The first is from GitHub and Google, the second from Slack.
  'redirect_uri_mismatch',
  'bad_redirect_uri',
];

/** Some servers send codes in capitals. */
const knownError = (code: unknown) =>
  knownErrors.find((known) => known === String(code).toLowerCase());

/**
 * Returns an error for the log if the callback has a known error code. Alerts must not rely on the
 * code, because visitors can forge it.
 */
export function callbackError(code: unknown): (Error & { error: string }) | undefined {
  const error = knownError(code);
  if (error === undefined) return undefined;
  const message = 'the platform returned an error';
  return Object.assign(new Error(message), { error, code: codesOfErrors.get(error) });
}

export function isDenial(error: unknown): boolean {
  const code = String((error as Failure).error).toLowerCase();
  return denials.includes(code) || denialWords.test(code);
}

/**
 * Whether the callback itself contained a denial. A denial from the token endpoint is treated as a
 * server error, because the attendee has already agreed.
 */
export function isDenialOfCallback(error: unknown): boolean {
  return isFromCallback(error) && isDenial(error);
}

const isFromCallback = (error: unknown) => (error as Failure).name === 'AuthorizationResponseError';

/** Stands in for the missing code of a callback that has only an `error_description`. */
export const unnamedError = 'unnamed';

/**
 * Returns the callback's error code to show on the page, or undefined if there is none or it could
 * be a sentence or personal data.
 */
function shownCode({ error = '' }: Failure): string | undefined {
  return error !== unnamedError && /^[\w.-]{1,64}$/.test(error) ? error : undefined;
}

const usedCodeErrors = [
  // RFC 6749 5.2
  'invalid_grant',
  // Some servers use their own codes, such as GitHub's `bad_verification_code`.
  'invalid_code',
  'bad_verification_code',
  'code_already_used',
];

/** Whether an error says that an authorization code was already used or has expired. */
export const isUsedCodeError = (code: unknown) =>
  usedCodeErrors.includes(String(code).toLowerCase());

type Operation = 'Discover server' | 'Exchange code' | 'Request service token';

/**
 * Returns the error for a response that cannot be used. `what` must not quote the response, which
 * may contain secrets.
 */
export function unusableResponse(what: string): LoginError {
  const cause = new Error(`the platform sent ${what}`);
  return new LoginError('login-unavailable', { cause, code: 'platform-answer' });
}

/**
 * Converts an error from openid-client or `fetch`. Uses the status, headers and error codes,
 * because the error's class is the same for a 429, a malformed response and a redirect.
 */
export function toLoginError(error: unknown, operation: Operation): LoginError {
  if (error instanceof LoginError) return error;
  const { name, code: ownCode, error: oauthError, cause: inner } = error as Failure;
  const details = (inner ?? {}) as Failure;
  // The log contains only these fields, the error's name and the origin of a redirect, because the
  // original error may contain the response, the code or tokens.
  const known = {
    operation,
    answered: (error as Failure).status ?? details.status ?? details.answered,
    code: isRefusedTunnel(details) ? 'ERR_PROXY_TUNNEL' : (ownCode ?? details.code),
    error: knownError(oauthError),
    invalid: invalidPart(details),
  };
  const isTimeout = [name, details.name].includes('TimeoutError');
  const page = webPageIn(details);
  const cause = Object.assign(new Error(name), known, page);
  if (isRefusal(error, known.error))
    return new LoginError('login-refused', { cause, said: shownCode(error as Failure) });
  if (operation === 'Exchange code' && isUsedCodeError(oauthError))
    return new LoginError('login-again', { cause, code: 'login-code' });
  const code = page ? 'platform-web-page' : codeOf({ ...known, isTimeout });
  if (isTimeout) return new LoginError('login-unavailable', { status: 504, cause, code });
  // A 403 without JSON is probably from a bot filter in front of the platform, so the visitor may
  // try again.
  const isBotFilter =
    details.status === 403 && !details.headers?.get('content-type')?.includes('json');
  const isBusy = isBotFilter || known.answered === 429 || known.answered === 503;
  if (!isBusy) return new LoginError('login-unavailable', { cause, code });
  const retryAfterSeconds = secondsToWait(details.headers?.get('retry-after') ?? '');
  return new LoginError('login-unavailable', { status: 503, retryAfterSeconds, cause, code });
}

/** Whether the server ended the login for a reason of its own, which need not be a fault. */
const isRefusal = (error: unknown, known: string | undefined) => isFromCallback(error) && !known;

/** Whether a proxy rejected the connection, as Node reports it with NODE_USE_ENV_PROXY=1. */
function isRefusedTunnel({ cause }: Failure): boolean {
  return cause instanceof Error && cause.message.startsWith('Proxy response (');
}

/**
 * Detects a redirect, or a web page with a 2xx status, instead of the server's response. Returns
 * the origin of the redirect, if there is one. The path is dropped, because it may contain personal
 * data. Returns undefined for any other response.
 */
function webPageIn({ status = 0, headers }: Failure): { location?: string } | undefined {
  const isRedirect = status >= 300 && status < 400;
  const isHtml = /^text\/html\b/i.test(headers?.get('content-type') ?? '');
  if (!isRedirect && !(isHtml && status >= 200 && status < 300)) return undefined;
  const location = originOf(headers?.get('location') ?? '');
  return { ...(location && { location }) };
}

function originOf(address: string): string | undefined {
  try {
    return new URL(address).origin;
  } catch {
    return undefined;
  }
}

interface Known {
  readonly operation: Operation;
  readonly answered: number | undefined;
  readonly code: string | undefined;
  readonly error: string | undefined;
  readonly invalid: string | undefined;
  readonly isTimeout: boolean;
}

/** Returns our code for the log: the most specific one that fits the failure. */
function codeOf({ operation, answered, code, error = '', invalid, isTimeout }: Known): string {
  const failure = connectionFailure(code);
  if (failure) return `platform-${failure}`;
  const isClientChallenge = code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE';
  const said = isClientChallenge ? 'platform-client' : codesOfErrors.get(error);
  const isOfClient = said === 'platform-client' || said === 'platform-scope';
  const isRefused = isOfClient || (!said && [401, 403].includes(answered ?? 0));
  if (isRefused && operation === 'Request service token') return 'platform-credential';
  if (said) return said;
  if (invalid === 'iss' || invalid === 'id_token-iss') return 'platform-name';
  if (invalid?.startsWith('id_token-')) return 'platform-id-token';
  if (isTimeout) return 'platform-timeout';
  // An error in the platform's own format has no OAuth error code, so only its status is known.
  if (operation === 'Exchange code' && answered === 400) return 'platform-request';
  return codeOfStatus(answered);
}

/** Maps OAuth error codes to our codes for the log. */
export const codesOfErrors: ReadonlyMap<string, string> = new Map([
  ['invalid_client', 'platform-client'],
  ['unauthorized_client', 'platform-client'],
  ['invalid_scope', 'platform-scope'],
  ['invalid_request', 'platform-request'],
  ['redirect_uri_mismatch', 'platform-redirect-uri'],
  ['bad_redirect_uri', 'platform-redirect-uri'],
  ['server_error', 'platform-error'],
  ['temporarily_unavailable', 'platform-error'],
]);

function codeOfStatus(status = 0): string {
  if (status === 429) return 'platform-slow-down';
  if (status >= 500) return 'platform-error';
  return [401, 403].includes(status) ? 'platform-refuses' : 'platform-answer';
}

const longestWaitSeconds = 3600;
const usualWaitSeconds = 30;

/**
 * Returns the seconds in Retry-After (RFC 9110 10.2.3), from 1 to 3,600. Default: 30. The header
 * may contain seconds or a date. Some servers send a fraction or a unit, and some proxies join
 * several headers.
 */
function secondsToWait(retryAfter: string): number {
  const [, amount] = /^(\d+(?:\.\d+)?) ?(?:s|sec|seconds?)?(?:,|$)/i.exec(retryAfter) ?? [];
  const zone = /(GMT|UTC|Z|[+-]\d\d:?\d\d)$/i.test(retryAfter) ? '' : 'Z';
  const date = /\d:\d\d:\d\d/.test(retryAfter) ? Date.parse(retryAfter + zone) : Number.NaN;
  const seconds = amount === undefined ? (date - Date.now()) / 1000 : Number(amount);
  if (Number.isNaN(seconds)) return usualWaitSeconds;
  return Math.min(Math.max(Math.ceil(seconds), 1), longestWaitSeconds);
}

/**
 * Returns the part of a response that openid-client rejects, such as `iss` or `id_token-nonce`. The
 * part is read from openid-client's messages, which are fixed and do not quote values.
 */
function invalidPart({ message = '' }: Failure): string | undefined {
  if (/^unexpected "iss"|parameter "iss"|body "issuer"/.test(message)) return 'iss';
  const [, claim, field] = /(?:JWT|ID Token) "?(\w+)|body "(\w+)"/.exec(message) ?? [];
  return claim ? `id_token-${claim}` : field;
}
