// Requests an access token for the client itself (RFC 6749 4.4, docs/interface.md 5.5). Bots use
// this. A site uses `createServiceTokens` from src/login.
import { openConnections } from './connections.ts';
import { ConventionError } from './convention-error.ts';
import { parseJson } from './json.ts';
import { secondsToWait } from './retry-after.ts';
import { largestBodyBytes, sendRequest } from './send-request.ts';
import type { RequestServiceToken } from './service-access.ts';

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The scopes to request (docs/interface.md 5.4). */
  readonly scopes: readonly string[];
  readonly tokenUrl: URL;
  readonly deadlineMs: number;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
}

const operation = 'Request service token';
/** Assumed lifetime of a token if the response lacks a valid `expires_in`. */
const usualLifeSeconds = 300;
const longestLifeSeconds = 24 * 3600;

/**
 * Returns a function that requests a token. For a status other than 200, it rejects with an Error
 * whose `error` is the OAuth error code, if there is one. If the request fails, or a response with
 * status 200 lacks a bearer token, it rejects with a ConventionError.
 */
export function requestTokensWith(credentials: ClientCredentials): RequestServiceToken {
  const { tokenUrl, deadlineMs, now } = credentials;
  // Tokens are rarely requested, so connections are not kept open.
  const pool = openConnections(tokenUrl.origin, {
    pipelining: 0,
    connect: { timeout: deadlineMs },
    maxResponseSize: largestBodyBytes,
  });
  return async () => {
    const { status, text, retryAfter } = await sendRequest(pool, operation, {
      origin: tokenUrl.origin,
      method: 'POST',
      path: tokenUrl.pathname + tokenUrl.search,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'Lanyard',
      },
      body: formOf(credentials),
      signal: AbortSignal.timeout(deadlineMs),
    });
    const body = Object(parseJson(text));
    if (status !== 200) {
      const isBusy = status === 429 || status === 503;
      throw Object.assign(new Error(`the token endpoint responded with ${status}`), {
        error: body.error,
        status: isBusy ? 503 : status,
        retryAfterSeconds: secondsToWait({ status, retryAfter }, now()),
      });
    }
    const { access_token: accessToken, token_type: type, expires_in: seconds } = body;
    const isUsable = typeof accessToken === 'string' && /^[!-~]+$/.test(accessToken);
    // A client must not use a token of an unknown type (RFC 6749 7.1).
    if (!isUsable || !/^bearer$/i.test(String(type)))
      throw new ConventionError('invalid-answer', `${operation}: the response has no token`);
    const lifeSeconds = Number(seconds) > 0 ? Number(seconds) : usualLifeSeconds;
    return { accessToken, expiresAt: now() + 1000 * Math.min(lifeSeconds, longestLifeSeconds) };
  };
}

function formOf({ clientId, clientSecret, scopes }: ClientCredentials): string {
  return new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope: scopes.join(' '),
  }).toString();
}
