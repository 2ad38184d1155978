// The OAuth client: authorization request and code exchange. Only this file imports openid-client.
import { createHash } from 'node:crypto';
import * as oauth from 'openid-client';
import { fetchBounded } from './bounded-fetch.ts';
import { isLoopback } from './loopback.ts';
import { classify, isDenial, unusableAnswer } from './oauth-errors.ts';
import type { PendingLogin } from './pending-login.ts';

export interface OAuthOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** How to send the secret: in the body (the default) or as HTTP Basic (RFC 6749 2.3.1). */
  readonly clientAuth?: 'post' | 'basic';
  /** The authorization server's name; compared with `iss` if the callback has one (RFC 9207). */
  readonly issuer: string;
  /** Default: discovered at the issuer (OpenID Connect Discovery, RFC 8414). */
  readonly endpoints?: { readonly authorization: URL; readonly token: URL } | undefined;
  /** False only for a platform that refuses PKCE (RFC 7636). Default: true. */
  readonly pkce?: boolean;
}

/** The result of a code exchange: access on behalf of the attendee. */
export interface TokenSet {
  readonly accessToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly grantedScopes: readonly string[];
}

export type ServiceToken = Omit<TokenSet, 'grantedScopes'>;

export type OAuthClient = ReturnType<typeof createOAuthClient>;

interface OAuthClientOptions {
  readonly oauth: OAuthOptions;
  readonly redirectUri: URL;
  readonly now: () => number;
  readonly warn: (what: string) => void;
  /** How long the convention may take to respond. */
  readonly deadlineSeconds?: number;
}

const defaultDeadlineSeconds = 8;

export function createOAuthClient(options: OAuthClientOptions) {
  const { redirectUri, now, warn, deadlineSeconds = defaultDeadlineSeconds } = options;
  const { pkce = true } = options.oauth;
  const configuration = lazily(() => configure(options.oauth, deadlineSeconds));

  /** Resolves to the address of the authorization request (RFC 6749 4.1.1, RFC 7636 4.3). */
  async function authorizationUrl({ state, codeVerifier, scopes }: PendingLogin): Promise<string> {
    const scope = scopes.join(' ');
    const request: Record<string, string> = { redirect_uri: redirectUri.href, scope, state };
    if (pkce) {
      // openid-client's own function uses the thread pool, which costs more than the hash itself.
      request.code_challenge = createHash('sha256').update(codeVerifier).digest('base64url');
      request.code_challenge_method = 'S256';
    }
    return oauth.buildAuthorizationUrl(await configuration(), request).href;
  }

  /**
   * Exchanges the code in the callback's address (RFC 6749 4.1.3). Resolves to undefined if the
   * attendee denied. Rejects with LoginError `login-again` or `login-unavailable`.
   */
  async function exchangeCode(
    requestUrl: string,
    pending: PendingLogin,
  ): Promise<TokenSet | undefined> {
    // Only the query comes from the request: openid-client derives `redirect_uri` from the rest.
    const callbackUrl = new URL(redirectUri);
    callbackUrl.search = new URL(requestUrl, redirectUri).search;
    const checks = {
      expectedState: pending.state,
      ...(pkce && { pkceCodeVerifier: pending.codeVerifier }),
    };
    try {
      const answer = await oauth.authorizationCodeGrant(await configuration(), callbackUrl, checks);
      // An id_token that was not requested would not be checked.
      if (answer.id_token && !pending.scopes.includes('openid'))
        throw unusableAnswer('an id_token that nobody asked for');
      return {
        ...tokenOf(answer, now()),
        grantedScopes: grantedScopes(answer.scope, pending.scopes),
      };
    } catch (error) {
      if (isDenial(error)) return undefined;
      throw classify(error);
    }
  }

  /** Returns at most what was asked for. An answer without `scope` grants all (RFC 6749 5.1). */
  function grantedScopes(answered: string | undefined, asked: readonly string[]): string[] {
    const granted = answered?.split(' ').filter(Boolean) ?? asked;
    if (granted.some((scope) => !asked.includes(scope)))
      warn('scopes beyond what was asked are ignored');
    return asked.filter((scope) => granted.includes(scope));
  }

  return { authorizationUrl, exchangeCode };
}

export interface ServiceTokenOptions
  extends Pick<OAuthOptions, 'clientId' | 'clientSecret' | 'clientAuth'> {
  readonly tokenUrl: URL;
  readonly scopes: readonly string[];
  /** How long the convention may take to respond. */
  readonly deadlineSeconds?: number;
  readonly now?: () => number;
}

/**
 * Returns a function that requests a token for the client itself (client credentials, RFC 6749
 * 4.4). It rejects with LoginError.
 */
export function createServiceTokens({
  tokenUrl,
  scopes,
  now = Date.now,
  ...options
}: ServiceTokenOptions) {
  const client = {
    ...options,
    issuer: tokenUrl.origin,
    endpoints: { authorization: tokenUrl, token: tokenUrl },
  };
  const configuration = lazily(() =>
    configure(client, options.deadlineSeconds ?? defaultDeadlineSeconds),
  );
  return async (): Promise<ServiceToken> => {
    try {
      const request = { scope: scopes.join(' ') };
      return tokenOf(await oauth.clientCredentialsGrant(await configuration(), request), now());
    } catch (error) {
      throw classify(error);
    }
  };
}

/**
 * Limits `expires_in` to between 1 minute (anything shorter would make login loops) and 1 day;
 * 5 minutes if it is missing.
 */
function tokenOf(answer: oauth.TokenEndpointResponse, now: number): ServiceToken {
  // The token is sent in a header (RFC 6750 2.1).
  if (!/^[!-~]+$/.test(answer.access_token))
    throw unusableAnswer('an access token that fits into no header');
  const lifeSeconds = Math.min(Math.max(Number(answer.expires_in) || 300, 60), 24 * 3600);
  return { accessToken: answer.access_token, expiresAt: now + 1000 * lifeSeconds };
}

/** Uses the endpoints from the options, or discovers them. */
async function configure(
  options: OAuthOptions,
  deadlineSeconds: number,
): Promise<oauth.Configuration> {
  const { clientId, clientSecret, clientAuth, issuer, endpoints } = options;
  const authenticate = clientAuth === 'basic' ? oauth.ClientSecretBasic : oauth.ClientSecretPost;
  const authentication = authenticate(clientSecret);
  const bounds = {
    timeout: deadlineSeconds,
    [oauth.customFetch]: fetchBounded as oauth.CustomFetch,
  };
  if (endpoints) {
    const server = {
      issuer,
      authorization_endpoint: endpoints.authorization.href,
      token_endpoint: endpoints.token.href,
    };
    const configuration = new oauth.Configuration(server, clientId, {}, authentication);
    if (isLoopback(endpoints.token)) oauth.allowInsecureRequests(configuration);
    return Object.assign(configuration, bounds);
  }

  const execute = isLoopback(new URL(issuer)) ? [oauth.allowInsecureRequests] : [];
  const discover = (algorithm: 'oidc' | 'oauth2') =>
    oauth.discovery(new URL(issuer), clientId, {}, authentication, {
      algorithm,
      execute,
      ...bounds,
    });
  return discover('oidc').catch((error) => {
    // Try the other location only if the document is missing, not if it is wrong or too slow.
    if (error.cause?.status) return discover('oauth2');
    throw error;
  });
}

/** Runs `create` on first use and keeps its result. After a failure, the next use tries again. */
function lazily<T>(create: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= create().catch((error) => {
      result = undefined;
      throw classify(error);
    });
    return result;
  };
}
