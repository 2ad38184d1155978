// The authorization server: oidc-provider, configured to behave like the registration platform.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { type Request, type RequestHandler, Router } from 'express';
import type { ClientMetadata, Configuration, ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import type { Mode } from '../mode.ts';
import { invalidRequestPage } from '../pages/layout.ts';
import type { Convention } from '../records/convention.ts';
import { onBehalfOfScopes } from '../scopes.ts';
import { addClientCredentialsGrant } from './client-credentials.ts';
import { interactionPrompts, loadGrant } from './consent.ts';
import {
  checkAuthorizationParameters,
  checkTokenParameters,
  readTokenForm,
} from './known-parameters.ts';
import { memoryAdapter } from './memory-adapter.ts';
import { Provider } from './oidc-provider.ts';
import { isRegistered } from './redirect-uris.ts';

export const tokenPath = '/api/oauth/token';

const hourSeconds = 60 * 60;
const decadeSeconds = 10 * 365 * 24 * hourSeconds;

const ttlSeconds = {
  AccessToken: hourSeconds,
  AuthorizationCode: 60,
  ClientCredentials: hourSeconds,
  Grant: decadeSeconds,
  Interaction: hourSeconds,
  // Ten years, so that refresh tokens effectively never expire.
  RefreshToken: decadeSeconds,
  Session: 14 * 24 * hourSeconds,
};

const features = {
  clientCredentials: { enabled: true },
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
};

const cookieNames = {
  session: 'sandbox_session',
  interaction: 'sandbox_interaction',
  resume: 'sandbox_resume',
};

/** A client may act for attendees and for itself (docs/interface.md 5.2). */
export interface Client {
  id: string;
  secret: string;
}

interface Dependencies {
  url: string;
  clients: Client[];
  redirectUris: string[];
  /** Whether app.ts sets the headers from which the provider builds absolute URLs. */
  isBehindProxy: boolean;
  serviceScopes: readonly string[];
  convention: Convention;
  mode: Mode;
}

/** Rejects with a one-line error if a client cannot be registered. */
export async function createProvider(dependencies: Dependencies): Promise<Provider> {
  const provider = new Provider(dependencies.url, configuration(dependencies));
  const { clients, redirectUris, serviceScopes, mode } = dependencies;
  provider.proxy = dependencies.isBehindProxy;
  addClientCredentialsGrant(provider, serviceScopes);
  provider.Client.prototype.redirectUriAllowed = (uri) =>
    mode.strict ? redirectUris.includes(uri) : isRegistered(uri, redirectUris);
  for (const { id } of clients) await validateClient(provider, id);
  provider.on('server_error', (_ctx, error) => console.error('sandbox:', error));
  return provider;
}

function configuration(dependencies: Dependencies): Configuration {
  const { clients, redirectUris, serviceScopes, convention } = dependencies;
  return {
    adapter: memoryAdapter(),
    jwks: { keys: [signingKey()] },
    clients: clients.map((client) => clientMetadata(client, redirectUris)),
    scopes: [...Object.keys(onBehalfOfScopes), ...serviceScopes],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_post'],
    pkce: { required: () => false },
    routes: { authorization: '/oauth/authorize', token: tokenPath },
    features,
    interactions: {
      policy: interactionPrompts(dependencies),
      url: (_ctx, { uid }) => `/interaction/${uid}`,
    },
    findAccount: (_ctx, id) =>
      convention.find(id) && { accountId: id, claims: () => ({ sub: id }) },
    loadExistingGrant: loadGrant,
    // Revoking a login's tokens does not withdraw the consent.
    revokeGrantPolicy: () => false,
    issueRefreshToken: () => true,
    rotateRefreshToken: rotateNarrowedToken,
    expiresWithSession: () => false,
    ttl: ttlSeconds,
    cookies: { keys: [randomBytes(32).toString('base64url')], names: cookieNames },
    renderError: showProblem,
  };
}

/**
 * Every refresh returns a new refresh token. A scope dropped in one refresh stays dropped, even
 * when later refreshes request no scopes explicitly.
 */
function rotateNarrowedToken({ oidc }: KoaContextWithOIDC): boolean {
  const { RefreshToken: used } = oidc.entities;
  // The provider has already checked these scopes. It copies the scope of the old refresh token to
  // the new token.
  if (used !== undefined && typeof oidc.params?.scope === 'string') used.scope = oidc.params.scope;
  return true;
}

function showProblem(
  ctx: KoaContextWithOIDC,
  { error, error_description: description }: ErrorOut,
): void {
  ctx.type = 'html';
  ctx.body = invalidRequestPage(description ?? error);
}

function clientMetadata({ id, secret }: Client, redirectUris: string[]): ClientMetadata {
  return {
    client_id: id,
    client_secret: secret,
    redirect_uris: redirectUris,
    token_endpoint_auth_method: 'client_secret_post',
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
    response_types: ['code'],
    // Lists only scopes that attendees grant, because client-credentials.ts handles service scopes.
    scope: Object.keys(onBehalfOfScopes).join(' '),
    id_token_signed_response_alg: 'ES256',
  };
}

export function authorizationServer(provider: Provider, mode: Mode): Router {
  const callback = provider.callback();
  const handle: RequestHandler = (req, res) => callback(req, res);
  const routes = Router();
  routes.get('/oauth/authorize', checkAuthorizationParameters(mode), handle);
  routes.get('/oauth/authorize/:uid', handle);
  routes.post(tokenPath, readTokenForm, checkTokenParameters(mode), (req, res) =>
    callback(withUnreadBody(req), res),
  );
  // The platform does not document discovery. The sandbox offers it so that clients that need it
  // can be tested.
  const discovery = [
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
    '/jwks',
  ];
  routes.get(discovery, (req, res, next) => (mode.strict ? next() : handle(req, res, next)));
  return routes;
}

/** Express has consumed the request stream, but the provider reads it again. */
function withUnreadBody(req: Request): Request {
  const isRead = typeof req.body === 'string';
  return isRead
    ? Object.create(req, {
        readable: { value: true },
        iterator: { value: () => [Buffer.from(req.body)] },
      })
    : req;
}

/**
 * The provider would validate a client only on its first request, too late to report a bad setting.
 */
async function validateClient(provider: Provider, id: string): Promise<void> {
  await provider.Client.find(id).catch((error: Error & { error_description?: string }) => {
    throw new Error(
      `The sandbox cannot register the client ${id}: ${error.error_description ?? error.message}.`,
    );
  });
}

/** The provider requires a key for ID tokens, although the sandbox does not issue any. */
function signingKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
}
