// What went wrong at the authorization server, as an error that the app can show.
import { LoginError } from './login-error.ts';

/** What openid-client, its `cause` or `fetch` may have set. */
interface Failure {
  readonly name?: string;
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

/** Whether the callback says that the attendee shares nothing. */
export function isDenial(error: unknown): boolean {
  const { error: oauthError = '' } = error as Failure;
  return denials.includes(oauthError);
}

/** `what` must not quote the answer: it may hold secrets. */
export function unusableAnswer(what: string): LoginError {
  return new LoginError('login-unavailable', { cause: new Error(`the convention sent ${what}`) });
}

/** Goes by cause and status: a 429, a broken answer and a redirect have the same error class. */
export function classify(error: unknown): LoginError {
  if (error instanceof LoginError) return error;
  const { name, code, error: oauthError, cause: inner } = error as Failure;
  const details = (inner ?? {}) as Failure;
  // Only what an operator needs: the error itself carries the answer, the code or tokens.
  const cause = Object.assign(new Error(name), {
    code: code ?? details.code,
    error: oauthError,
    status: details.status,
  });
  // The code was used or has expired: a new login will work.
  if (oauthError === 'invalid_grant') return new LoginError('login-again', { cause });
  if ([name, details.name].includes('TimeoutError'))
    return new LoginError('login-unavailable', { status: 504, cause });
  // A 403 without JSON comes from a bot filter in front of the platform, not from the platform.
  const isBotFilter =
    details.status === 403 && !details.headers?.get('content-type')?.includes('json');
  const isBusy = isBotFilter || details.status === 429 || details.status === 503;
  return new LoginError(
    'login-unavailable',
    isBusy ? { status: 503, retryAfterSeconds: 30, cause } : { cause },
  );
}
