// The OAuth client: the authorization request that the browser carries to the convention, and the code exchange that returns a token
// set. The only file that knows openid-client.
import { createHash } from 'node:crypto';
import * as oauth from 'openid-client';
import { LoginError } from './login-error.ts';
import { isLoopback } from './loopback.ts';
import type { PendingLogin } from './pending-login.ts';

export interface OAuthOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** How the secret is sent: in the body (the default), or as HTTP Basic (RFC 6749 2.3.1). */
  readonly clientAuth?: 'post' | 'basic';
  /** The authorization server's name; compared with `iss` where the callback brings one (RFC 9207). */
  readonly issuer: string;
  /** Where to send the browser and the code. Left out, both are discovered at the issuer (OpenID Connect Discovery, RFC 8414). */
  readonly endpoints?: { readonly authorization: URL; readonly token: URL } | undefined;
  /** False only for a platform that refuses PKCE (RFC 7636). */
  readonly pkce?: boolean;
}

/** What a code exchange gives us on behalf of the attendee. */
export interface TokenSet {
  readonly accessToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly grantedScopes: readonly string[];
}

export type OAuthClient = ReturnType<typeof createOAuthClient>;

interface OAuthClientOptions {
  readonly oauth: OAuthOptions;
  readonly redirectUri: URL;
  readonly now: () => number;
  readonly warn: (what: string) => void;
  /** How long the convention may take for an answer. */
  readonly deadlineSeconds?: number;
}

const usualDeadlineSeconds = 8;
const largestAnswerBytes = 64 * 1024;

export function createOAuthClient(options: OAuthClientOptions) {
  const { redirectUri, now, warn, deadlineSeconds = usualDeadlineSeconds } = options;
  const { pkce = true } = options.oauth;
  const configuration = lazily(() => configure(options.oauth, deadlineSeconds));

  /** Returns the address that starts an authorization at the convention (RFC 6749 4.1.1, RFC 7636 4.3). */
  async function authorizationUrl({ state, codeVerifier, scopes }: PendingLogin): Promise<string> {
    const request: Record<string, string> = { redirect_uri: redirectUri.href, scope: scopes.join(' '), state };
    if (pkce) {
      // openid-client's own goes through the thread pool, which costs each login start more than the hash itself.
      request.code_challenge = createHash('sha256').update(codeVerifier).digest('base64url');
      request.code_challenge_method = 'S256';
    }
    return oauth.buildAuthorizationUrl(await configuration(), request).href;
  }

  /**
   * Exchanges the code in the address of the callback (RFC 6749 4.1.3). Resolves to undefined where the attendee denied. Rejects with
   * LoginError: refused or unavailable.
   */
  async function exchangeCode(requestUrl: string, pending: PendingLogin): Promise<TokenSet | undefined> {
    // Only the query comes from the request: openid-client makes `redirect_uri` of the rest.
    const callbackUrl = new URL(redirectUri);
    callbackUrl.search = new URL(requestUrl, redirectUri).search;
    const checks = { expectedState: pending.state, ...(pkce && { pkceCodeVerifier: pending.codeVerifier }) };
    try {
      const answer = await oauth.authorizationCodeGrant(await configuration(), callbackUrl, checks);
      // Nobody asked for an id_token, so nobody would check it.
      if (answer.id_token && !pending.scopes.includes('openid')) throw unusable('an id_token that nobody asked for');
      return { ...tokenOf(answer, now()), grantedScopes: grantedScopes(answer.scope, pending.scopes) };
    } catch (error) {
      if ((error as Partial<oauth.AuthorizationResponseError>).error === 'access_denied') return undefined;
      throw classify(error);
    }
  }

  /** Never more than was asked for. An answer without `scope` grants all of it (RFC 6749 5.1). */
  function grantedScopes(answered: string | undefined, asked: readonly string[]): string[] {
    const granted = answered?.split(' ').filter(Boolean) ?? asked;
    if (granted.some((scope) => !asked.includes(scope))) warn('scopes beyond what was asked are ignored');
    return asked.filter((scope) => granted.includes(scope));
  }

  return { authorizationUrl, exchangeCode };
}

export interface ServiceTokenOptions extends Pick<OAuthOptions, 'clientId' | 'clientSecret' | 'clientAuth'> {
  readonly tokenUrl: URL;
  readonly scopes: readonly string[];
  /** How long the convention may take for an answer. */
  readonly deadlineSeconds?: number;
  readonly now?: () => number;
}

/** Returns a function that asks for a token of the client itself (client credentials, RFC 6749 4.4). It rejects with LoginError. */
export function createServiceTokens({ tokenUrl, scopes, now = Date.now, ...options }: ServiceTokenOptions) {
  const client = { ...options, issuer: tokenUrl.origin, endpoints: { authorization: tokenUrl, token: tokenUrl } };
  const configuration = lazily(() => configure(client, options.deadlineSeconds ?? usualDeadlineSeconds));
  return async (): Promise<Omit<TokenSet, 'grantedScopes'>> => {
    try {
      const answer = await oauth.clientCredentialsGrant(await configuration(), { scope: scopes.join(' ') });
      return tokenOf(answer, now());
    } catch (error) {
      throw classify(error);
    }
  };
}

/** Expires as `expires_in` says: after 5 minutes if it is missing, at least 1 minute (or logins would go in circles), at most a day. */
function tokenOf(answer: oauth.TokenEndpointResponse, now: number): Omit<TokenSet, 'grantedScopes'> {
  // It goes into a header (RFC 6750 2.1).
  if (!/^[!-~]+$/.test(answer.access_token)) throw unusable('an access token that fits into no header');
  const lifeSeconds = Math.min(Math.max(Number(answer.expires_in) || 300, 60), 24 * 3600);
  return { accessToken: answer.access_token, expiresAt: now + 1000 * lifeSeconds };
}

/** The convention's endpoints and our client: as the options say, or discovered. */
async function configure(options: OAuthOptions, deadlineSeconds: number): Promise<oauth.Configuration> {
  const { clientId, clientSecret, clientAuth, issuer, endpoints } = options;
  const authentication = clientAuth === 'basic' ? oauth.ClientSecretBasic : oauth.ClientSecretPost;
  const bounds = { timeout: deadlineSeconds, [oauth.customFetch]: fetchBounded };
  if (endpoints) {
    const server = {
      issuer,
      authorization_endpoint: endpoints.authorization.href,
      token_endpoint: endpoints.token.href,
    };
    const configuration = new oauth.Configuration(server, clientId, {}, authentication(clientSecret));
    if (isLoopback(endpoints.token)) oauth.allowInsecureRequests(configuration);
    return Object.assign(configuration, bounds);
  }

  const execute = isLoopback(new URL(issuer)) ? [oauth.allowInsecureRequests] : [];
  const discover = (algorithm: 'oidc' | 'oauth2') =>
    oauth.discovery(new URL(issuer), clientId, {}, authentication(clientSecret), { algorithm, execute, ...bounds });
  return discover('oidc').catch((error) => {
    // Only a document that is not there is looked for elsewhere: a wrong or silent one is the answer.
    if (error.cause?.status) return discover('oauth2');
    throw error;
  });
}

/** Runs `make` when it is first needed, and again after a failure. */
function lazily<Thing>(make: () => Promise<Thing>): () => Promise<Thing> {
  let made: Promise<Thing> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw classify(error);
    });
    return made;
  };
}

/** `what` never repeats the answer. */
function unusable(what: string): LoginError {
  return new LoginError('login-unavailable', { cause: new Error(`the convention sent ${what}`) });
}

/** By cause and status, not by class: openid-client reports a 429, a broken answer and a redirect alike. */
function classify(error: unknown): LoginError {
  if (error instanceof LoginError) return error;
  const { name, code, error: oauthError, cause: inner } = error as Partial<oauth.ResponseBodyError>;
  const within = (inner ?? {}) as { name?: string; code?: string; status?: number; headers?: Headers };
  // What an operator needs, without the answer, the code or the tokens that hang on the error.
  const cause = Object.assign(new Error(name), { code: code ?? within.code, error: oauthError, status: within.status });
  // The code was used or is too old: a new login mends it.
  if (oauthError === 'invalid_grant') return new LoginError('login-again', { cause });
  if ([name, within.name].includes('TimeoutError')) return new LoginError('login-unavailable', { status: 504, cause });
  // A 403 without JSON comes from a shield in front of the platform.
  const isShield = within.status === 403 && !within.headers?.get('content-type')?.includes('json');
  const isBusy = isShield || within.status === 429 || within.status === 503;
  return new LoginError('login-unavailable', isBusy ? { status: 503, retryAfterSeconds: 30, cause } : { cause });
}

/** fetch, with the body read under the same deadline and refused above 64 KiB: a token answer is small. */
async function fetchBounded(url: string, init: oauth.CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, init as RequestInit);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > largestAnswerBytes) throw new TypeError(`the answer is larger than ${largestAnswerBytes} bytes`);
    chunks.push(chunk);
  }
  return new Response(response.body && withoutInvalidExpiry(Buffer.concat(chunks).toString()), response);
}

/** openid-client refuses an `expires_in` that is not a positive number. Here it counts as missing. */
function withoutInvalidExpiry(body: string): string {
  try {
    const { expires_in: expiresIn, ...answer } = JSON.parse(body);
    return expiresIn === undefined || Number(expiresIn) > 0 ? body : JSON.stringify(answer);
  } catch {
    return body;
  }
}
