// Dex: no scope in the answer.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Dex',
  source: 'https://dexidp.io/docs/configuration/oauth2/',
  scopes: ['openid', 'email'],
  issuerPath: '/dex',
  discovery: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    device_authorization_endpoint: 'https://idp.example/dex/device/code',
  },
  paths: { authorize: '/dex/auth', token: '/dex/token' },
  token: {
    body: {
      access_token: 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJkZXgifQ.c2ln',
      token_type: 'bearer',
      expires_in: 86399,
    },
  },
  login: { granted: ['openid', 'email'], seconds: 86399 },
  errors: {
    'a used code': {
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Invalid or expired code parameter.' },
      leadsTo: 'login-again',
    },
    'a wrong secret': {
      status: 401,
      body: { error: 'invalid_client', error_description: 'Invalid client credentials.' },
      leadsTo: 'login-unavailable',
    },
  },
};
