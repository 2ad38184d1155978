// pretix, logging in as a customer of a shop: OpenID Connect below the shop.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'pretix, for customers',
  source: 'https://docs.pretix.eu/guides/sso/',
  scopes: ['openid', 'email'],
  issuerPath: '/con',
  discovery: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    acr_values_supported: [],
  },
  paths: { authorize: '/con/oauth2/v1/authorize', token: '/con/oauth2/v1/token' },
  token: {
    body: {
      access_token: 'oPxGSx6pCLZTaGGVmEcuFpDSxG7oSY',
      token_type: 'Bearer',
      expires_in: 86400,
      refresh_token: null,
      scope: 'openid email',
    },
  },
  login: { granted: ['openid', 'email'], seconds: 86400 },
  errors: {
    'a used code': {
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Unknown or expired authorization code' },
      leadsTo: 'login-again',
    },
    'a wrong secret': {
      status: 401,
      body: {
        error: 'invalid_client',
        error_description: 'Unknown or invalid client_id or client_secret.',
      },
      leadsTo: 'login-unavailable',
    },
  },
};
