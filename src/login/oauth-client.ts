// The OAuth client: authorization request and code exchange. Only this file imports openid-client.
import { createHash } from 'node:crypto';
import * as oauth from 'openid-client';
import { createBoundedFetch } from './bounded-fetch.ts';
import { isLoopback } from './loopback.ts';
import { classify, isDenial } from './oauth-errors.ts';
import { lazily, once } from './once.ts';
import type { PendingLogin } from './pending-login.ts';
import { type ServiceToken, type TokenSet, tokenOf } from './token-set.ts';

export type { TokenSet };

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
/** How far the clock of the convention may be off. */
const clockToleranceSeconds = 300;

export function createOAuthClient(options: OAuthClientOptions) {
  const { redirectUri, now, warn, deadlineSeconds = defaultDeadlineSeconds } = options;
  const { pkce = true } = options.oauth;
  const reportIdToken = once(() => warn('an id_token that was not asked for is ignored'));
  const plain = lazily(() => configure(options.oauth, { deadlineSeconds, reportIdToken }));
  const openid = lazily(() => configure(options.oauth, { deadlineSeconds, checkIdToken: true }));
  const configurationFor = (pending: PendingLogin) => (asksForIdToken(pending) ? openid : plain)();

  /** Resolves to the address of the authorization request (RFC 6749 4.1.1, RFC 7636 4.3). */
  async function authorizationUrl(pending: PendingLogin): Promise<string> {
    const { state, codeVerifier, prompt } = pending;
    const scope = pending.scopes.join(' ');
    const request: Record<string, string> = { redirect_uri: redirectUri.href, scope, state };
    if (asksForIdToken(pending)) request.nonce = nonceOf(pending);
    if (prompt) request.prompt = prompt;
    if (pkce) {
      // openid-client's own function uses the thread pool, which costs more than the hash itself.
      request.code_challenge = createHash('sha256').update(codeVerifier).digest('base64url');
      request.code_challenge_method = 'S256';
    }
    return oauth.buildAuthorizationUrl(await configurationFor(pending), request).href;
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
      ...(asksForIdToken(pending) && { expectedNonce: nonceOf(pending) }),
    };
    try {
      const configuration = await configurationFor(pending);
      const answer = await oauth.authorizationCodeGrant(configuration, callbackUrl, checks);
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

/** With `openid`, the answer has an id_token (OpenID Connect Core 3.1.2.1). */
function asksForIdToken({ scopes }: PendingLogin): boolean {
  return scopes.includes('openid');
}

/** Binds the id_token to this browser: the hash of a secret in its cookie (Core 15.5.2). */
function nonceOf({ codeVerifier }: PendingLogin): string {
  return createHash('sha256').update(`nonce ${codeVerifier}`).digest('base64url');
}

export interface ServiceTokenOptions
  extends Pick<OAuthOptions, 'clientId' | 'clientSecret' | 'clientAuth'> {
  readonly tokenUrl: URL;
  readonly scopes: readonly string[];
  /** How long the convention may take to respond. */
  readonly deadlineSeconds?: number;
  readonly now?: () => number;
}

/** Returns a function that gets a token for the client itself (RFC 6749 4.4), or a LoginError. */
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
  const { deadlineSeconds = defaultDeadlineSeconds } = options;
  const configuration = lazily(() => configure(client, { deadlineSeconds }));
  return async (): Promise<ServiceToken> => {
    try {
      const request = { scope: scopes.join(' ') };
      return tokenOf(await oauth.clientCredentialsGrant(await configuration(), request), now());
    } catch (error) {
      throw classify(error);
    }
  };
}

interface Exchange {
  readonly deadlineSeconds: number;
  /** Whether an id_token is checked. Otherwise it is ignored (RFC 6749 5.1). */
  readonly checkIdToken?: boolean;
  /** Called for each id_token that is ignored. */
  readonly reportIdToken?: () => void;
}

async function configure(options: OAuthOptions, exchange: Exchange): Promise<oauth.Configuration> {
  const { checkIdToken = false, reportIdToken, deadlineSeconds } = exchange;
  const configuration = await findServer(options, {
    timeout: deadlineSeconds,
    [oauth.customFetch]: createBoundedFetch({ checkIdToken, reportIdToken }) as oauth.CustomFetch,
  });
  // Without the keys of the server, TLS vouches for the id_token (OpenID Connect Core 3.1.3.7).
  if (checkIdToken && configuration.serverMetadata().jwks_uri)
    oauth.enableNonRepudiationChecks(configuration);
  return configuration;
}

/** Uses the endpoints from the options, or discovers them. */
async function findServer(
  { clientId, clientSecret, clientAuth, issuer, endpoints }: OAuthOptions,
  bounds: Pick<oauth.DiscoveryRequestOptions, 'timeout' | typeof oauth.customFetch>,
): Promise<oauth.Configuration> {
  const authenticate = clientAuth === 'basic' ? oauth.ClientSecretBasic : oauth.ClientSecretPost;
  const authentication = authenticate(clientSecret);
  const client = { [oauth.clockTolerance]: clockToleranceSeconds };
  if (endpoints) {
    const server = {
      issuer,
      authorization_endpoint: endpoints.authorization.href,
      token_endpoint: endpoints.token.href,
    };
    const configuration = new oauth.Configuration(server, clientId, client, authentication);
    if (isLoopback(endpoints.token)) oauth.allowInsecureRequests(configuration);
    return Object.assign(configuration, bounds);
  }

  const execute = isLoopback(new URL(issuer)) ? [oauth.allowInsecureRequests] : [];
  const discover = (algorithm: 'oidc' | 'oauth2') =>
    oauth.discovery(new URL(issuer), clientId, client, authentication, {
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
