// better-auth: 401 for a code that it does not know.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'better-auth',
  source: 'https://www.better-auth.com/docs/plugins/oidc-provider',
  scopes: ['openid', 'profile'],
  issuerPath: '/api/auth',
  discovery: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    acr_values_supported: ['urn:mace:incommon:iap:silver'],
  },
  paths: { authorize: '/api/auth/oauth2/authorize', token: '/api/auth/oauth2/token' },
  token: {
    body: {
      access_token: 'aGVsbG8tZXhhbXBsZS10b2tlbg',
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'openid profile',
    },
  },
  login: { granted: ['openid', 'profile'], seconds: 3600 },
  errors: {
    'a used code': {
      status: 401,
      body: { error: 'invalid_grant', error_description: 'invalid code' },
      leadsTo: 'login-again',
    },
    'a wrong secret': {
      status: 401,
      body: { error: 'invalid_client', error_description: 'invalid client_secret' },
      leadsTo: 'login-unavailable',
    },
  },
};
