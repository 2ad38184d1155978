// The OAuth client: the authorization request that the browser carries to the convention (step 3 of the story), and the code
// exchange that answers a token set (step 4). The only file that knows openid-client.
import { createHash } from 'node:crypto';
import * as oauth from 'openid-client';
import { LoginError } from './login-error.ts';
import type { PendingLogin } from './pending-login.ts';

export interface OAuthClientOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The authorization server's name; compared with `iss` where the callback brings one (RFC 9207). */
  readonly issuer: string;
  readonly authorizationUrl: URL;
  readonly tokenUrl: URL;
  readonly redirectUri: URL;
  /** The scopes that we ask for. The attendee may grant fewer. */
  readonly scopes: readonly string[];
  /** False only for a platform that refuses PKCE (RFC 7636). */
  readonly pkce: boolean;
  readonly now: () => number;
}

/** What a code exchange gives us on behalf of the attendee. */
export interface TokenSet {
  readonly accessToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly grantedScopes: readonly string[];
}

export type OAuthClient = ReturnType<typeof createOAuthClient>;

const deadlineSeconds = 8;
const maxBodyBytes = 64 * 1024;
const defaultLifeSeconds = 300;
/** A shorter life would end before the first page, and the login would begin anew without end. */
const minLifeSeconds = 60;
const maxLifeSeconds = 24 * 3600;

export function createOAuthClient(options: OAuthClientOptions) {
  const { scopes, redirectUri, pkce, now } = options;
  const configuration = new oauth.Configuration(
    {
      issuer: options.issuer,
      authorization_endpoint: options.authorizationUrl.href,
      token_endpoint: options.tokenUrl.href,
    },
    options.clientId,
    undefined,
    oauth.ClientSecretPost(options.clientSecret),
  );
  configuration.timeout = deadlineSeconds;
  configuration[oauth.customFetch] = fetchBounded;
  if (/^(localhost|127\.0\.0\.1|\[::1\])$/.test(options.tokenUrl.hostname)) oauth.allowInsecureRequests(configuration);

  return {
    /** The address that starts an authorization at the convention (RFC 6749 4.1.1, RFC 7636 4.3). */
    authorizationUrl({ state, codeVerifier }: PendingLogin): URL {
      return oauth.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri.href,
        scope: scopes.join(' '),
        state,
        ...(pkce && { code_challenge: codeChallenge(codeVerifier), code_challenge_method: 'S256' }),
      });
    },

    /** Exchanges the code in the callback's query (RFC 6749 4.1.3). Throws LoginError: denied, refused or unavailable. */
    async exchangeCode({ query, pending }: { query: string; pending: PendingLogin }): Promise<TokenSet> {
      const callbackUrl = new URL(redirectUri);
      callbackUrl.search = query;
      const checks = { expectedState: pending.state, ...(pkce && { pkceCodeVerifier: pending.codeVerifier }) };
      try {
        const answer = await oauth.authorizationCodeGrant(configuration, callbackUrl, checks);
        return {
          accessToken: answer.access_token,
          expiresAt: now() + 1000 * lifeSeconds(answer.expires_in),
          grantedScopes: effectiveScopes(answer.scope, scopes),
        };
      } catch (error) {
        throw classify(error);
      }
    },
  };
}

/** What was granted, never more than was asked. An answer without `scope` grants all that was asked (RFC 6749 5.1). */
function effectiveScopes(answered: string | undefined, asked: readonly string[]): string[] {
  const granted = answered === undefined ? asked : answered.split(' ');
  return asked.filter((scope) => granted.includes(scope));
}

function lifeSeconds(expiresIn: unknown): number {
  const seconds = Number(expiresIn);
  return seconds > 0 ? Math.min(Math.max(seconds, minLifeSeconds), maxLifeSeconds) : defaultLifeSeconds;
}

function codeChallenge(codeVerifier: string): string {
  return createHash('sha256').update(codeVerifier).digest('base64url');
}

/** By cause and status, not by class: openid-client reports a 429, a broken answer and a redirect alike. */
function classify(error: unknown): LoginError {
  const response = error instanceof Error && error.cause instanceof Response ? error.cause : undefined;
  const cause = withoutSecrets(error, response?.status);
  if (cause.error === 'access_denied') return new LoginError('not-shared', { cause });
  // The code was used or is too old: a new login mends it.
  if (cause.error === 'invalid_grant') return new LoginError('login-again', { cause });
  if (isTimeout(error) || (error instanceof Error && isTimeout(error.cause))) {
    return new LoginError('login-unavailable', { status: 504, cause });
  }
  const isBusy = response?.status === 429 || response?.status === 503;
  return new LoginError('login-unavailable', isBusy ? { status: 503, retryAfterSeconds: 30, cause } : { cause });
}

/** What an operator needs of an error of openid-client, without the answer, the code or the tokens that hang on it. */
function withoutSecrets(error: unknown, status: number | undefined) {
  const { name, code, error: oauthError, cause } = error as Partial<oauth.ResponseBodyError>;
  const innerCode = (cause as { code?: string } | undefined)?.code;
  return Object.assign(new Error(name), { code: code ?? innerCode, error: oauthError, status });
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** fetch, with the body read under the same deadline and refused beyond 64 KiB: a token answer is small. */
async function fetchBounded(url: string, init: oauth.CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, init as RequestInit);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw new TypeError('the token answer is larger than 64 KiB');
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  const body = [101, 204, 205, 304].includes(status) ? null : Buffer.concat(chunks);
  return new Response(body, { status, statusText, headers });
}
