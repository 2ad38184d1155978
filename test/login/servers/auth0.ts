// Auth0: a slash behind the issuer, 403 for a used code, and access_denied for a wrong secret.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Auth0',
  source: 'https://auth0.com/docs/api/authentication/authorization-code-flow/get-token',
  scopes: ['openid', 'email'],
  issuerPath: '/',
  discovery: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    device_authorization_endpoint: 'https://idp.example/oauth/device/code',
  },
  paths: { authorize: '/authorize', token: '/oauth/token' },
  token: {
    body: {
      access_token: 'eyJz93a',
      refresh_token: 'GEbRxBN',
      token_type: 'Bearer',
      expires_in: 86400,
      scope: 'openid email',
    },
  },
  login: { granted: ['openid', 'email'], seconds: 86400 },
  errors: {
    'a used code': {
      status: 403,
      body: { error: 'invalid_grant', error_description: 'Invalid authorization code' },
      leadsTo: 'login-again',
    },
    'a wrong secret': {
      status: 401,
      body: { error: 'access_denied', error_description: 'Unauthorized' },
      leadsTo: 'login-unavailable',
    },
    'too many requests': {
      status: 429,
      body: { error: 'too_many_requests', error_description: 'Global limit has been reached' },
      leadsTo: 'login-unavailable',
      page: 503,
    },
  },
};
