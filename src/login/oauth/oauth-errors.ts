// What went wrong at the authorization server, as an error that the app can show.
import { LoginError } from '../login-error.ts';

/** What openid-client, its `cause` or `fetch` may have set. */
interface Failure {
  readonly name?: string;
  readonly message?: string;
  readonly code?: string;
  /** The OAuth error code (RFC 6749 5.2). */
  readonly error?: string;
  readonly status?: number;
  readonly headers?: Headers;
  readonly cause?: unknown;
}

/** Error codes of an attendee who did not agree, or could not be asked. */
const denials = [
  // RFC 6749 4.1.2.1
  'access_denied',
  // OpenID Connect Core 3.1.2.6
  'consent_required',
  'interaction_required',
  'login_required',
];

/** All error codes that a callback may bring: only these are logged, never a visitor's text. */
const callbackErrors = [
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
  // Not for a callback, but sent by some servers (RFC 6749 5.2, RFC 8707 2)
  'invalid_client',
  'invalid_target',
];

/** Returns the error code as an error for the log; undefined if it is not a known one. */
export function callbackError(code: unknown): (Error & { error: string }) | undefined {
  const error = callbackErrors.find((known) => known === code);
  if (error === undefined) return undefined;
  return Object.assign(new Error('the convention came back with an error'), { error });
}

/** Whether the callback says that the attendee shares nothing. */
export function isDenial(error: unknown): boolean {
  const { error: oauthError = '' } = error as Failure;
  return denials.includes(oauthError);
}

/** The same of an error of the code exchange: a token endpoint knows nothing about a denial. */
export function isDenialOfCallback(error: unknown): boolean {
  return isFromCallback(error) && isDenial(error);
}

const isFromCallback = (error: unknown) => (error as Failure).name === 'AuthorizationResponseError';

/** What servers call a code that was used or has expired: RFC 6749 5.2, then codes of their own. */
const usedCodeErrors = [
  'invalid_grant',
  'invalid_code',
  'bad_verification_code',
  'code_already_used',
];

/** What was asked of the authorization server. */
type Operation = 'Discover server' | 'Exchange code' | 'Request service token';

/** `what` must not quote the response: it may hold secrets. */
export function unusableResponse(what: string): LoginError {
  return new LoginError('login-unavailable', { cause: new Error(`the convention sent ${what}`) });
}

/**
 * Goes by cause and status: a 429, a broken answer and a redirect have the same error class.
 * `operation` says for the log what was asked.
 */
export function toLoginError(error: unknown, operation: Operation): LoginError {
  if (error instanceof LoginError) return error;
  const { name, code, error: oauthError, cause: inner } = error as Failure;
  const details = (inner ?? {}) as Failure;
  const status = (error as Failure).status ?? details.status;
  // Only what an operator needs: the error itself carries the answer, the code or tokens.
  const cause = Object.assign(new Error(name), {
    operation,
    answered: status,
    code: code ?? details.code,
    error: isFromCallback(error) ? callbackError(oauthError)?.error : oauthError,
    invalid: invalidPart(details),
  });
  // A new login will work.
  if (usedCodeErrors.includes(oauthError ?? '')) return new LoginError('login-again', { cause });
  if ([name, details.name].includes('TimeoutError'))
    return new LoginError('login-unavailable', { status: 504, cause });
  // A 403 without JSON comes from a bot filter in front of the platform, not from the platform.
  const isBotFilter =
    details.status === 403 && !details.headers?.get('content-type')?.includes('json');
  const isBusy = isBotFilter || status === 429 || status === 503;
  if (!isBusy) return new LoginError('login-unavailable', { cause });
  const retryAfterSeconds = secondsToWait(details.headers?.get('retry-after') ?? '');
  return new LoginError('login-unavailable', { status: 503, retryAfterSeconds, cause });
}

const longestWaitSeconds = 60;
const usualWaitSeconds = 30;

/** Reads Retry-After (RFC 9110 10.2.3: seconds or a date) as 1 to 60 seconds; else 30 seconds. */
function secondsToWait(retryAfter: string): number {
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000);
  return Number.isNaN(seconds)
    ? usualWaitSeconds
    : Math.min(Math.max(seconds, 1), longestWaitSeconds);
}

/**
 * Returns which part of an answer openid-client refuses, such as `id_token-nonce`, or `iss` of the
 * callback or of the discovered server. Its messages are fixed texts, which quote no value.
 */
function invalidPart({ message = '' }: Failure): string | undefined {
  if (/^unexpected "iss"|parameter "iss"|body "issuer"/.test(message)) return 'iss';
  const [, claim, field] = /(?:JWT|ID Token) "?(\w+)|body "(\w+)"/.exec(message) ?? [];
  return claim ? `id_token-${claim}` : field;
}

/**
 * Whether the convention refuses the client itself: its id, its secret or its scopes (RFC 6749
 * 5.2).
 */
export function isClientRefused(error: unknown): boolean {
  const { error: code = '', answered = 0 } = Object(Object(error).cause) as Failure & {
    answered?: number;
  };
  return (
    ['invalid_client', 'unauthorized_client', 'invalid_scope'].includes(code) ||
    [401, 403].includes(answered)
  );
}
