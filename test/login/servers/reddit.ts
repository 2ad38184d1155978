// Reddit: errors with status 200, and a number as error.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Reddit',
  source: 'https://github.com/reddit-archive/reddit/wiki/OAuth2',
  scopes: ['identity'],
  paths: { authorize: '/api/v1/authorize', token: '/api/v1/access_token' },
  clientAuth: 'basic',
  token: {
    body: {
      access_token: 'eyJhbGciOiJSUzI1NiIsImtpZCI6IlNIQTI1Nj.c2ln',
      token_type: 'bearer',
      expires_in: 86400,
      scope: 'identity',
    },
  },
  login: { granted: ['identity'], seconds: 86400 },
  errors: {
    'a used code': { status: 200, body: { error: 'invalid_grant' }, leadsTo: 'login-again' },
    'a wrong secret': {
      status: 401,
      body: { message: 'Unauthorized', error: 401 },
      leadsTo: 'login-unavailable',
    },
  },
};
