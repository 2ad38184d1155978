// Glewlwyd: when the token was made, as seconds, and invalid_code.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Glewlwyd',
  source: 'https://github.com/babelouest/glewlwyd/blob/master/docs/OAUTH2.md',
  scopes: ['g_profile', 'scope1'],
  paths: { authorize: '/api/oauth2/auth', token: '/api/oauth2/token' },
  clientAuth: 'basic',
  token: {
    body: {
      token_type: 'bearer',
      access_token: 'eyJhbGciOiJ.eyJzdWIiOi.c2ln',
      refresh_token: 'eyJhbGciOiJI.c2ln',
      iat: 1479129379,
      expires_in: 3600,
      scope: 'g_profile scope1',
    },
  },
  login: { granted: ['g_profile', 'scope1'], seconds: 3600 },
  errors: {
    'a used code': { status: 403, body: { error: 'invalid_code' }, leadsTo: 'login-again' },
    'a wrong secret': {
      status: 403,
      body: { error: 'unauthorized_client' },
      leadsTo: 'login-unavailable',
    },
  },
};
