// Indico: tokens without an end.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Indico',
  source: 'https://docs.getindico.io/en/stable/http-api/access/',
  scopes: ['read:user'],
  paths: { authorize: '/oauth/authorize', token: '/oauth/token' },
  tokenSeconds: 3600,
  token: {
    body: {
      access_token: 'indp_7cMVh8yxPIhRZ5Qmc2rWjRiV2j6RJrQk',
      token_type: 'Bearer',
      scope: 'read:user',
    },
  },
  login: { granted: ['read:user'], seconds: 3600 },
  errors: {
    'a used code': {
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Invalid "code" in request.' },
      leadsTo: 'login-again',
    },
    'a wrong secret': {
      status: 401,
      body: { error: 'invalid_client' },
      leadsTo: 'login-unavailable',
    },
  },
};
