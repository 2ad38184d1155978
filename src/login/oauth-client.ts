// The OAuth client: the authorization request that the browser carries to the convention (step 3 of the story), and the code
// exchange that answers a token set (step 4). The only file that knows openid-client.
import { createHash } from 'node:crypto';
import * as oauth from 'openid-client';
import type { LoginContext } from './login.ts';
import { LoginError } from './login-error.ts';
import type { PendingLogin } from './pending-login.ts';

export interface OAuthSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The authorization server's name; compared with `iss` where the callback brings one (RFC 9207). */
  readonly issuer: string;
  /** Where to send the browser and the code. Left out, both are discovered at the issuer (OpenID Connect Discovery, RFC 8414). */
  readonly endpoints?: { readonly authorization: URL; readonly token: URL } | undefined;
  /** False only for a platform that refuses PKCE (RFC 7636). */
  readonly pkce: boolean;
}

/** What a code exchange gives us on behalf of the attendee. */
export interface TokenSet {
  readonly accessToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly grantedScopes: readonly string[];
}

export type OAuthClient = ReturnType<typeof createOAuthClient>;

/** Where the convention sends the browser back to: register exactly this address there. */
export function redirectUri(publicUrl: URL): URL {
  return new URL('/login/callback', publicUrl);
}

/** `deadlineSeconds`: how long the convention may take for an answer. */
export function createOAuthClient(
  context: Pick<LoginContext, 'oauth' | 'publicUrl' | 'now' | 'warn'>,
  { deadlineSeconds = 8 } = {},
) {
  const { publicUrl, now, warn } = context;
  const { clientId, clientSecret, issuer, endpoints, pkce } = context.oauth;
  const bounds = { timeout: deadlineSeconds, [oauth.customFetch]: fetchBounded };
  let discovered: Promise<oauth.Configuration> | undefined;

  /** The convention's endpoints: as told, or discovered when first needed. Throws LoginError where they cannot be. */
  function configuration(): Promise<oauth.Configuration> {
    discovered ??= (endpoints ? configured(endpoints) : discover('oidc')).catch((error) => {
      discovered = undefined;
      throw classify(error);
    });
    return discovered;
  }

  async function configured(told: { authorization: URL; token: URL }): Promise<oauth.Configuration> {
    const server = { issuer, authorization_endpoint: told.authorization.href, token_endpoint: told.token.href };
    const ready = new oauth.Configuration(server, clientId, {}, oauth.ClientSecretPost(clientSecret));
    for (const allow of allowances(told.token)) allow(ready);
    return Object.assign(ready, bounds);
  }

  function discover(algorithm: 'oidc' | 'oauth2'): Promise<oauth.Configuration> {
    const options = { algorithm, execute: allowances(new URL(issuer)), ...bounds };
    const found = oauth.discovery(new URL(issuer), clientId, {}, oauth.ClientSecretPost(clientSecret), options);
    return found.catch((error) => {
      // Only a document that is not there is looked for elsewhere: a wrong or silent one is the answer.
      if (algorithm === 'oidc' && error.cause?.status) return discover('oauth2');
      throw error;
    });
  }

  return {
    /** The address that starts an authorization at the convention (RFC 6749 4.1.1, RFC 7636 4.3). */
    async authorizationUrl({ state, codeVerifier, scopes }: PendingLogin): Promise<string> {
      const request = { redirect_uri: redirectUri(publicUrl).href, scope: scopes.join(' '), state };
      const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
      const challenge = { code_challenge: codeChallenge, code_challenge_method: 'S256' };
      return oauth.buildAuthorizationUrl(await configuration(), { ...request, ...(pkce && challenge) }).href;
    },

    /** Exchanges the code in the callback's query (RFC 6749 4.1.3). Throws LoginError: denied, refused or unavailable. */
    async exchangeCode({ query, pending }: { query: string; pending: PendingLogin }): Promise<TokenSet> {
      const callbackUrl = new URL(query, redirectUri(publicUrl));
      const checks = { expectedState: pending.state, ...(pkce && { pkceCodeVerifier: pending.codeVerifier }) };
      const answer = await oauth.authorizationCodeGrant(await configuration(), callbackUrl, checks).catch((error) => {
        throw classify(error);
      });
      // Nobody asked for an id_token, so nobody would check it.
      if (answer.id_token && !pending.scopes.includes('openid')) throw new LoginError('login-unavailable');
      // Never more than was asked. An answer without `scope` grants all that was asked (RFC 6749 5.1).
      const granted = answer.scope?.split(' ').filter(Boolean) ?? pending.scopes;
      if (granted.some((scope) => !pending.scopes.includes(scope))) warn('scopes beyond what was asked are ignored');
      return {
        accessToken: answer.access_token,
        expiresAt: now() + 1000 * lifeSeconds(answer.expires_in),
        grantedScopes: pending.scopes.filter((scope) => granted.includes(scope)),
      };
    },
  };
}

/** http is for this computer only. */
function allowances({ hostname }: URL) {
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) ? [oauth.allowInsecureRequests] : [];
}

/** Five minutes where nothing is told. At least one, or the login would begin anew without end; at most a day. */
function lifeSeconds(expiresIn: unknown): number {
  return Math.min(Math.max(Number(expiresIn) || 300, 60), 24 * 3600);
}

/** By cause and status, not by class: openid-client reports a 429, a broken answer and a redirect alike. */
function classify(error: unknown): LoginError {
  const { name, code, error: oauthError, cause: inner } = error as Partial<oauth.ResponseBodyError>;
  const within = (inner ?? {}) as { name?: string; code?: string; status?: number };
  // What an operator needs, without the answer, the code or the tokens that hang on the error.
  const cause = Object.assign(new Error(name), { code: code ?? within.code, error: oauthError, status: within.status });
  if (oauthError === 'access_denied') return new LoginError('not-shared', { cause });
  // The code was used or is too old: a new login mends it.
  if (oauthError === 'invalid_grant') return new LoginError('login-again', { cause });
  if ([name, within.name].includes('TimeoutError')) return new LoginError('login-unavailable', { status: 504, cause });
  const isBusy = within.status === 429 || within.status === 503;
  return new LoginError('login-unavailable', isBusy ? { status: 503, retryAfterSeconds: 30, cause } : { cause });
}

/** fetch, with the body read under the same deadline and refused beyond 64 KiB: a token answer is small. */
async function fetchBounded(url: string, init: oauth.CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, init as RequestInit);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > 64 * 1024) throw new TypeError('the answer is larger than 64 KiB');
    chunks.push(chunk);
  }
  return new Response(response.body && Buffer.concat(chunks), response);
}
