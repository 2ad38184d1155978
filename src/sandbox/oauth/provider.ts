// The authorization server: oidc-provider, made to behave as the registration platform does.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { Router } from 'express';
import { Provider } from 'oidc-provider';
import { problemPage } from '../pages/problem-page.ts';
import { ON_BEHALF_OF_SCOPES, SERVICE_SCOPES } from '../scopes.ts';
import { offerClientCredentials } from './client-credentials.ts';
import { askWhenNeeded, type Consents, grantWhatWasAllowed } from './consent.ts';
import { memoryAdapter } from './memory-adapter.ts';
import { rotateAndNarrow } from './refresh.ts';

const HOUR = 60 * 60;
const DECADE = 10 * 365 * 24 * HOUR;

/** The one client of the sandbox, which may use both modes of interface 5.2. */
export interface RegisteredClient {
  id: string;
  secret: string;
  redirectUris: string[];
}

/** What the authorization server stands on. */
interface Surroundings {
  url: string;
  client: RegisteredClient;
  consents: Consents;
  isAttendee: (id: string) => boolean;
}

/** Returns the authorization server at `url`; rejects when the client cannot be registered, saying why. */
export async function createProvider({ url, client, consents, isAttendee }: Surroundings): Promise<Provider> {
  const provider = new Provider(url, {
    adapter: memoryAdapter(),
    jwks: { keys: [signingKey()] },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: client.redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
        grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
        response_types: ['code'],
        // What may be asked of an attendee; the service scopes go another way, see client-credentials.ts.
        scope: Object.keys(ON_BEHALF_OF_SCOPES).join(' '),
        id_token_signed_response_alg: 'ES256',
      },
    ],
    scopes: [...Object.keys(ON_BEHALF_OF_SCOPES), ...SERVICE_SCOPES],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_post'],
    pkce: { required: () => false },
    routes: { authorization: '/oauth/authorize', token: '/api/oauth/token' },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    interactions: { policy: askWhenNeeded(consents), url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, id) => (isAttendee(id) ? { accountId: id, claims: () => ({ sub: id }) } : undefined),
    loadExistingGrant: grantWhatWasAllowed(consents),
    issueRefreshToken: () => true,
    rotateRefreshToken: rotateAndNarrow,
    expiresWithSession: () => false,
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: 60,
      ClientCredentials: HOUR,
      Grant: DECADE,
      Interaction: HOUR,
      // A refresh token does not expire until it is used.
      RefreshToken: DECADE,
      Session: 14 * 24 * HOUR,
    },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: { session: 'sandbox_session', interaction: 'sandbox_interaction', resume: 'sandbox_resume' },
    },
    renderError: (ctx, { error, error_description: description }) => {
      ctx.type = 'html';
      ctx.body = problemPage(`The site sent a request that cannot be answered: ${description ?? error}.`);
    },
  });
  offerClientCredentials(provider);
  await refuseBadClient(provider, client.id);
  provider.on('server_error', (_ctx, error) => console.error('sandbox:', error));
  return provider;
}

/** Returns the routes on which the authorization server answers. */
export function authorizationServer(provider: Provider): Router {
  const answer = provider.callback();
  const routes = Router();
  routes.get(['/oauth/authorize', '/oauth/authorize/:uid'], (req, res) => answer(req, res));
  routes.post('/api/oauth/token', (req, res) => answer(req, res));
  // The platform documents no discovery; it is offered here to try sites that can use it.
  const discovery = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', '/jwks'];
  routes.get(discovery, (req, res) => answer(req, res));
  return routes;
}

/** The provider looks at its clients only when they first come, which is too late to say that a setting is wrong. */
async function refuseBadClient(provider: Provider, id: string): Promise<void> {
  await provider.Client.find(id).catch((error: Error & { error_description?: string }) => {
    throw new Error(`The sandbox cannot register its client: ${error.error_description ?? error.message}.`);
  });
}

/** The provider wants a key to sign ID tokens with, although the platform knows none and none is ever issued. */
function signingKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
}
