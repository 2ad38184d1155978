// Casdoor: tokens for a week.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Casdoor',
  source: 'https://casdoor.org/docs/how-to-connect/oauth/',
  scopes: ['openid', 'profile'],
  issuerPath: '',
  discovery: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    request_parameter_supported: true,
  },
  paths: { authorize: '/login/oauth/authorize', token: '/api/login/oauth/access_token' },
  token: {
    body: {
      access_token: 'eyJhbGciOiJSUzI1NiJ9.eyJvd25lciI6ImEifQ.c2ln',
      refresh_token: 'eyJhbGciOi.c2ln',
      token_type: 'Bearer',
      expires_in: 604800,
      scope: 'openid profile',
    },
  },
  login: { granted: ['openid', 'profile'], seconds: 86400 },
  errors: {
    'a used code': {
      status: 400,
      body: { error: 'invalid_grant', error_description: 'authorization code has been used' },
      leadsTo: 'login-again',
    },
    'a wrong secret': {
      status: 401,
      body: { error: 'invalid_client', error_description: 'client_secret is invalid' },
      leadsTo: 'login-unavailable',
    },
  },
};
