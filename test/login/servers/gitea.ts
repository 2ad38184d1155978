// Gitea and Forgejo: no scope, and unauthorized_client for a code that they do not know.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Gitea',
  source: 'https://docs.gitea.com/development/oauth2-provider',
  scopes: ['read:user'],
  paths: { authorize: '/login/oauth/authorize', token: '/login/oauth/access_token' },
  token: {
    body: {
      access_token: 'eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJnbnQiOjJ9.c2ln',
      token_type: 'bearer',
      expires_in: 3600,
      refresh_token: 'eyJhbGciOi.c2ln',
    },
  },
  login: { granted: ['read:user'], seconds: 3600 },
  errors: {
    'a code of another client': {
      status: 400,
      body: { error: 'unauthorized_client', error_description: 'client is not authorized' },
      leadsTo: 'login-unavailable',
    },
    'a wrong secret': {
      status: 400,
      body: { error: 'invalid_client', error_description: 'invalid client secret' },
      leadsTo: 'login-unavailable',
    },
  },
};
