// The OAuth client: authorization request, code exchange, and tokens for the app itself.
import * as oauth from 'openid-client';
import type { TokenSet } from '../attendee.ts';
import { hashOf } from '../crypto.ts';
import { isDenialOfCallback, toLoginError, unnamedError } from './oauth-errors.ts';
import { configure, type OAuthOptions } from './server-configuration.ts';
import { type ServiceToken, tokenOf, tokenSetOf } from './token-set.ts';

/** The parameters of an authorization request. The callback is checked against them. */
export interface AuthorizationRequest {
  readonly scopes: readonly string[];
  /** Binds the callback to this browser (RFC 6749 10.12). 256 random bits, used once. */
  readonly state: string;
  /** The PKCE secret (RFC 7636 4.1). */
  readonly codeVerifier: string;
  /**
   * With `login`, the platform asks the person to log in, even if they already have a session
   * there.
   */
  readonly prompt?: 'login' | undefined;
}

export type OAuthClient = ReturnType<typeof createOAuthClient>;

interface OAuthClientOptions {
  readonly oauth: OAuthOptions;
  readonly redirectUri: URL;
  readonly now: () => number;
  readonly warn: (what: string) => void;
  readonly deadlineSeconds?: number;
}

export function createOAuthClient(options: OAuthClientOptions) {
  const { redirectUri, now, warn, deadlineSeconds } = options;
  const { tokenSeconds, pkce = true, authorizationParameters = {} } = options.oauth;
  checkParameters(authorizationParameters);
  const configurationFor = createConfigurations(options.oauth, { warn, deadlineSeconds });

  /** Resolves to the URL that starts the login on the platform (RFC 6749 4.1.1, RFC 7636 4.3). */
  async function authorizationUrl(request: AuthorizationRequest): Promise<string> {
    const parameters = {
      ...authorizationParameters,
      ...ownParametersOf(request, redirectUri),
      ...(pkce && pkceParametersOf(request)),
    };
    return oauth.buildAuthorizationUrl(await configurationFor(request), parameters).href;
  }

  /**
   * Exchanges the code in the callback's query (RFC 6749 4.1.3). Resolves to undefined if the
   * attendee denied the request or could not be asked. Rejects with LoginError `login-again`,
   * `login-refused` or `login-unavailable`.
   */
  async function exchangeCode(
    query: URLSearchParams,
    request: AuthorizationRequest,
  ): Promise<TokenSet | undefined> {
    // openid-client derives `redirect_uri` from this URL, so only the query may come from the
    // request.
    const callbackUrl = new URL(redirectUri);
    callbackUrl.search = knownParameters(query);
    const checks = {
      expectedState: request.state,
      ...(pkce && { pkceCodeVerifier: request.codeVerifier }),
      ...(asksForIdToken(request) && { expectedNonce: nonceOf(request) }),
    };
    try {
      const configuration = await configurationFor(request);
      const response = await oauth.authorizationCodeGrant(configuration, callbackUrl, checks);
      const tokenSet = tokenSetOf(response, { asked: request.scopes, tokenSeconds, now, warn });
      const { sub: subject } = (asksForIdToken(request) && response.claims()) || {};
      return { ...tokenSet, ...(subject !== undefined && { subject }) };
    } catch (error) {
      if (isDenialOfCallback(error)) return undefined;
      throw toLoginError(error, 'Exchange code');
    }
  }

  return { authorizationUrl, exchangeCode };
}

/**
 * Parameters that only the login code or openid-client may set, so they must not be in
 * `authorizationParameters`.
 */
const ownParameters = [
  'client_id',
  'response_type',
  'response_mode',
  'redirect_uri',
  'scope',
  'state',
  'nonce',
  'prompt',
  'code_challenge',
  'code_challenge_method',
];

function ownParametersOf(request: AuthorizationRequest, redirectUri: URL): Record<string, string> {
  const { state, scopes, prompt } = request;
  return {
    redirect_uri: redirectUri.href,
    scope: scopes.join(' '),
    state,
    ...(asksForIdToken(request) && { nonce: nonceOf(request) }),
    ...(prompt && { prompt }),
  };
}

/** The PKCE parameters (RFC 7636 4.3). */
function pkceParametersOf({ codeVerifier }: AuthorizationRequest): Record<string, string> {
  return { code_challenge: hashOf(codeVerifier), code_challenge_method: 'S256' };
}

/**
 * Whether a request asks for an id_token by including the scope `openid` (OpenID Connect Core
 * 3.1.2.1).
 */
function asksForIdToken({ scopes }: Pick<AuthorizationRequest, 'scopes'>): boolean {
  return scopes.includes('openid');
}

/**
 * Returns the nonce, a hash of a secret in the browser's cookie. It binds the id_token to this
 * browser (OpenID Connect Core 15.5.2).
 */
function nonceOf({ codeVerifier }: AuthorizationRequest): string {
  return hashOf(`nonce ${codeVerifier}`);
}

function checkParameters(parameters: Readonly<Record<string, string>>): void {
  const own = Object.keys(parameters).filter((name) => ownParameters.includes(name));
  if (own.length === 0) return;
  throw new Error(
    `createLogin: \`authorizationParameters\` must not name ${own.join(', ')}: the login sends these itself.`,
  );
}

/** The parameters of a callback. All others are ignored (RFC 6749 4.1.2). */
const callbackParameters = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri'];

function knownParameters(query: URLSearchParams): string {
  const known = new URLSearchParams(
    [...query].filter(([name]) => callbackParameters.includes(name)),
  );
  const isUnnamed = !known.get('error') && !known.has('code') && known.has('error_description');
  if (isUnnamed) known.set('error', unnamedError);
  return known.toString();
}

/**
 * Returns a function that resolves to openid-client's configuration for a request, and rejects with
 * LoginError `login-unavailable` if discovery fails.
 */
function createConfigurations(
  options: OAuthOptions,
  { warn, deadlineSeconds }: { warn: (what: string) => void; deadlineSeconds: number | undefined },
) {
  const report = onceEach(warn);
  const plain = lazily(() => configure(options, { deadlineSeconds, report }));
  const openid = lazily(() => configure(options, { deadlineSeconds, report, checkIdToken: true }));
  return async (request: Pick<AuthorizationRequest, 'scopes'>): Promise<oauth.Configuration> => {
    try {
      return await (asksForIdToken(request) ? openid : plain)();
    } catch (error) {
      throw toLoginError(error, 'Discover server');
    }
  };
}

function onceEach(report: (what: string) => void): (what: string) => void {
  const reported = new Set<string>();
  return (what) => {
    if (!reported.has(what)) report(what);
    reported.add(what);
  };
}

/** Returns a function that creates the value on the first call, and again after a failure. */
function lazily<T>(create: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= create().catch((error) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}

export interface ServiceTokenOptions
  extends Pick<OAuthOptions, 'clientId' | 'clientSecret' | 'clientAuth'> {
  /**
   * The token endpoint. Default: discovered at `issuer`. Either `tokenUrl` or `issuer` is required.
   */
  readonly tokenUrl?: URL | undefined;
  readonly issuer?: string | undefined;
  readonly scopes: readonly string[];
  /** Timeout of each request, in seconds. */
  readonly deadlineSeconds?: number;
  readonly now?: () => number;
}

/**
 * Returns a function that requests a token for the app itself (RFC 6749 4.4). It rejects with
 * LoginError `login-unavailable`.
 */
export function createServiceTokens(options: ServiceTokenOptions): () => Promise<ServiceToken> {
  const { tokenUrl, scopes, now = Date.now, deadlineSeconds } = options;
  const { issuer = tokenUrl?.origin } = options;
  if (!issuer) throw new Error('createServiceTokens: `tokenUrl` or `issuer` is missing.');
  const endpoints = tokenUrl && { authorization: tokenUrl, token: tokenUrl };
  const server = { ...options, issuer, endpoints };
  const configuration = lazily(() => configure(server, { deadlineSeconds }));
  return async () => {
    try {
      const request = { scope: scopes.join(' ') };
      const response = await oauth.clientCredentialsGrant(await configuration(), request);
      return tokenOf(response, { now: now() });
    } catch (error) {
      throw toLoginError(error, 'Request service token');
    }
  };
}
