// The OAuth client: authorization request, code exchange, and the refresh that narrows a token.
// Only this file imports openid-client.
import { createHash } from 'node:crypto';
import * as oauth from 'openid-client';
import { isLoopback } from '../browser/loopback.ts';
import type { PendingLogin } from '../pending-login.ts';
import { createBoundedFetch } from './bounded-fetch.ts';
import { asksForIdToken, nonceOf, type RequestedScopes } from './id-token.ts';
import { isDenialOfCallback, toLoginError } from './oauth-errors.ts';
import type { OAuthOptions, ServiceTokenOptions } from './oauth-options.ts';
import { lazily, onceEach } from './once.ts';
import { type ServiceToken, type TokenSet, tokenOf, tokenSetOf } from './token-set.ts';

export type { OAuthOptions, ServiceTokenOptions, TokenSet };

export type OAuthClient = ReturnType<typeof createOAuthClient>;

interface OAuthClientOptions {
  readonly oauth: OAuthOptions;
  readonly redirectUri: URL;
  readonly now: () => number;
  readonly warn: (what: string) => void;
  /** How long the convention may take to respond. */
  readonly deadlineSeconds?: number;
}

export const defaultDeadlineSeconds = 8;
/** How far the clock of the convention may be off. */
export const clockToleranceSeconds = 300;

export function createOAuthClient(options: OAuthClientOptions) {
  const { redirectUri, now, warn, deadlineSeconds = defaultDeadlineSeconds } = options;
  const { pkce = true, keepRefreshToken = false, tokenSeconds } = options.oauth;
  const { authorizationParameters = {} } = options.oauth;
  checkParameters(authorizationParameters);
  const reading = { now, warn, keepRefreshToken, tokenSeconds };
  const configurationFor = createConfigurations(options.oauth, { warn, deadlineSeconds });

  /** Resolves to the address of the authorization request (RFC 6749 4.1.1, RFC 7636 4.3). */
  async function authorizationUrl(pending: PendingLogin): Promise<string> {
    const own = ownParametersOf(pending, { redirectUri, pkce });
    const request = { ...authorizationParameters, ...own };
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
    callbackUrl.search = knownParameters(new URL(requestUrl, redirectUri).searchParams);
    const checks = {
      expectedState: pending.state,
      ...(pkce && { pkceCodeVerifier: pending.codeVerifier }),
      ...(asksForIdToken(pending) && { expectedNonce: nonceOf(pending) }),
    };
    try {
      const configuration = await configurationFor(pending);
      const answer = await oauth.authorizationCodeGrant(configuration, callbackUrl, checks);
      const tokenSet = tokenSetOf(answer, { ...reading, asked: pending.scopes });
      return { ...tokenSet, ...(asksForIdToken(pending) && namedBy(answer.claims())) };
    } catch (error) {
      if (isDenialOfCallback(error)) return undefined;
      throw toLoginError(error, 'Exchange code');
    }
  }

  /**
   * Exchanges a refresh token, which is then used up, for a token set that reads only `scopes`
   * (RFC 6749 6). Resolves to undefined unless the answer names its scopes, and no other. Rejects
   * with LoginError `login-again` or `login-unavailable`.
   */
  async function narrow(refreshToken: string, scopes: readonly string[]) {
    // The redirect URI is not in the RFC; the platform's documentation sends it.
    const request = { scope: scopes.join(' '), redirect_uri: redirectUri.href };
    try {
      const configuration = await configurationFor({ scopes });
      const answer = await oauth.refreshTokenGrant(configuration, refreshToken, request);
      const answered = answer.scope?.split(' ').filter(Boolean);
      const isNarrow = answered?.every((scope) => scopes.includes(scope));
      return isNarrow ? tokenSetOf(answer, { ...reading, asked: scopes }) : undefined;
    } catch (error) {
      throw toLoginError(error, 'Narrow token');
    }
  }

  return { authorizationUrl, exchangeCode, narrow };
}

/** Whom an id_token names, and which session at the server. */
function namedBy(claims: oauth.IDToken | undefined): Pick<TokenSet, 'subject' | 'serverSession'> {
  const { sub, sid }: { sub?: string; sid?: unknown } = claims ?? {};
  return {
    ...(sub !== undefined && { subject: sub }),
    ...(typeof sid === 'string' && { serverSession: sid }),
  };
}

/** The parameters that each login sends itself. */
const ownParameters = [
  'client_id',
  'response_type',
  'redirect_uri',
  'scope',
  'state',
  'nonce',
  'prompt',
  'code_challenge',
  'code_challenge_method',
];

function ownParametersOf(
  pending: PendingLogin,
  { redirectUri, pkce }: { redirectUri: URL; pkce: boolean },
): Record<string, string> {
  const { state, scopes, prompt, codeVerifier } = pending;
  return {
    redirect_uri: redirectUri.href,
    scope: scopes.join(' '),
    state,
    ...(asksForIdToken(pending) && { nonce: nonceOf(pending) }),
    ...(prompt && { prompt }),
    ...(pkce && { code_challenge: challengeOf(codeVerifier), code_challenge_method: 'S256' }),
  };
}

/** openid-client's own function uses the thread pool, which costs more than the hash itself. */
function challengeOf(codeVerifier: string): string {
  return createHash('sha256').update(codeVerifier).digest('base64url');
}

/** Throws an Error if an option would replace what the login itself sends. */
function checkParameters(parameters: Readonly<Record<string, string>>): void {
  const own = Object.keys(parameters).filter((name) => ownParameters.includes(name));
  if (own.length === 0) return;
  throw new Error(
    `createLogin: \`authorizationParameters\` must not name ${own.join(', ')}: the login sends that itself.`,
  );
}

/** A callback may have others, which count for nothing (RFC 6749 4.1.2). */
const callbackParameters = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri'];

function knownParameters(query: URLSearchParams): string {
  const known = [...query].filter(([name]) => callbackParameters.includes(name));
  return new URLSearchParams(known).toString();
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
      const answer = await oauth.clientCredentialsGrant(await configuration(), request);
      return tokenOf(answer, { now: now() });
    } catch (error) {
      throw toLoginError(error, 'Request service token');
    }
  };
}

/**
 * Returns a function that discovers the address of the keys with which the server signs. It rejects
 * with LoginError `login-unavailable`.
 */
export function createServerKeys(options: OAuthOptions) {
  const findAnew = { ...options, endpoints: undefined };
  return async (): Promise<{ issuer: string; keysUrl: URL }> => {
    try {
      const configuration = await configure(findAnew, { deadlineSeconds: defaultDeadlineSeconds });
      const { issuer, jwks_uri: keysUrl = '' } = configuration.serverMetadata();
      const url = new URL(keysUrl);
      // Whoever could change them on their way could log anybody out.
      if (url.protocol !== 'https:' && !isLoopback(url)) throw new Error('keys without TLS');
      return { issuer, keysUrl: url };
    } catch (error) {
      throw toLoginError(error, 'Discover server');
    }
  };
}

/**
 * Returns a function that resolves to the configuration for a request of these scopes. It rejects
 * with LoginError `login-unavailable` if the server cannot be discovered.
 */
function createConfigurations(
  options: OAuthOptions,
  { warn, deadlineSeconds }: { warn: (what: string) => void; deadlineSeconds: number },
) {
  const report = onceEach(warn);
  const plain = lazily(() => configure(options, { deadlineSeconds, report }));
  const checked = { deadlineSeconds, report, checkIdToken: true };
  const openid = lazily(() => configure(options, checked));
  return async (request: RequestedScopes): Promise<oauth.Configuration> => {
    try {
      return await (asksForIdToken(request) ? openid : plain)();
    } catch (error) {
      throw toLoginError(error, 'Discover server');
    }
  };
}

interface Exchange {
  readonly deadlineSeconds: number;
  /** Whether an id_token is checked. Otherwise it is ignored (RFC 6749 5.1). */
  readonly checkIdToken?: boolean;
  /** Called with what is odd about an answer that is accepted. */
  readonly report?: (what: string) => void;
}

async function configure(options: OAuthOptions, exchange: Exchange): Promise<oauth.Configuration> {
  const { checkIdToken = false, report = () => {}, deadlineSeconds } = exchange;
  const configuration = await findServer(options, {
    timeout: deadlineSeconds,
    [oauth.customFetch]: createBoundedFetch({ checkIdToken, report }) as oauth.CustomFetch,
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
