// Sends calls with the site's own token (docs/interface.md 5.2).

import type { ApiRequest } from './api-request.ts';
import { ConventionError, isConventionError } from './convention-error.ts';
import type { Http } from './send-call.ts';

/**
 * Requests the site's own token (RFC 6749 section 4.4). A rejection may have a `status`: 503 means
 * that the request may be retried after `retryAfterSeconds`. The rejection or its `cause` may
 * contain the OAuth error code as `error`.
 */
export type RequestServiceToken = () => Promise<ServiceToken>;

interface ServiceToken {
  readonly accessToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const longestMarginMs = 60_000;
/**
 * Longest wait before the next token request, even if the token endpoint asks for more, because
 * everybody has to wait.
 */
const longestWaitSeconds = 60;

/**
 * Returns a `send` that uses the site's own token. Concurrent calls share one token request. After
 * a 429 (for bots, also after a 503 with Retry-After), no token is requested until the wait is
 * over. If the platform no longer accepts the token, it is renewed once. Rejects with a
 * ConventionError, but never with login-needed, because a new login by the attendee would not help.
 */
export function createServiceAccess(
  requestToken: RequestServiceToken,
  { api, now }: { api: Http; now: () => number },
) {
  let token: ServiceToken | undefined;
  let renewAt = 0;
  let pending: Promise<ServiceToken> | undefined;
  let refusal: { readonly error: ConventionError; readonly at: number } | undefined;

  async function usableToken(): Promise<ServiceToken> {
    if (token && now() < renewAt) return token;
    if (refusal && Math.abs(now() - refusal.at) < waitMsOf(refusal.error)) throw refusal.error;
    pending ??= renewToken().finally(() => {
      pending = undefined;
    });
    return pending;
  }

  async function renewToken(): Promise<ServiceToken> {
    const askedAt = now();
    const fresh = await requestToken().catch((cause) => {
      const error = noToken(cause);
      refusal = { error, at: now() };
      throw error;
    });
    renewAt = fresh.expiresAt - Math.min(longestMarginMs, (fresh.expiresAt - askedAt) / 10);
    token = fresh;
    return fresh;
  }

  return {
    async send(request: ApiRequest) {
      const first = await usableToken();
      try {
        return await api.send({ ...request, accessToken: first.accessToken });
      } catch (error) {
        if (!isConventionError(error, ['login-needed'])) throw error;
        // Another call may already have renewed the token.
        if (token === first) token = undefined;
      }
      const { accessToken } = await usableToken();
      return api.send({ ...request, accessToken }).catch(throwBadCredential);
    },
  };
}

/** OAuth error codes for which retrying does not help (RFC 6749 section 5.2). */
const refusals = [
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
];

interface TokenFailure {
  readonly status?: number;
  readonly code?: string;
  readonly retryAfterSeconds?: number;
}

function waitMsOf({ code, retryAfterSeconds = 0 }: ConventionError): number {
  return code === 'platform-slow-down' ? 1000 * Math.min(retryAfterSeconds, longestWaitSeconds) : 0;
}

function noToken(cause: TokenFailure): ConventionError {
  if (cause instanceof ConventionError) return cause;
  const { status, retryAfterSeconds, code = '' } = cause;
  const error = oauthErrorOf(cause);
  const message = `Request service token: the platform issued no token${error && ` (${error})`}`;
  if (status !== 503 && (code === 'platform-credential' || refusals.includes(error)))
    return new ConventionError('credential-refused', message, { cause });
  return new ConventionError(status === 503 ? 'busy' : 'unavailable', message, {
    cause,
    retryAfterSeconds,
    code: code.startsWith('platform-') ? code : undefined,
    ...(status === 504 && { status, code: 'platform-timeout' }),
  });
}

/** Returns the lower-cased OAuth error code (RFC 6749 5.2) from an error or its causes, or ''. */
function oauthErrorOf(failure: unknown): string {
  const { error, cause } = Object(failure);
  if (typeof error === 'string' && /^[a-z_]{1,40}$/i.test(error)) return error.toLowerCase();
  return cause === undefined ? '' : oauthErrorOf(cause);
}

/** The platform rejected even a new token, so retrying does not help. */
function throwBadCredential(error: unknown): never {
  if (!isConventionError(error, ['login-needed'])) throw error;
  throw new ConventionError('credential-refused', error.message, { cause: error });
}
