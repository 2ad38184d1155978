// Django OAuth Toolkit.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Django OAuth Toolkit',
  source: 'https://django-oauth-toolkit.readthedocs.io/en/latest/getting_started.html',
  scopes: ['read', 'write'],
  paths: { authorize: '/o/authorize/', token: '/o/token/' },
  token: {
    headers: { 'cache-control': 'no-store' },
    body: {
      access_token: 'jooqrnOrNa0BrNWlg68u9sl6SkdFZg',
      expires_in: 36000,
      token_type: 'Bearer',
      scope: 'read',
      refresh_token: 'HNvDQjjsnvDySaK0miwG4lttJEl9yD',
    },
  },
  login: { granted: ['read'], seconds: 36000 },
  errors: {
    'a used code': { status: 400, body: { error: 'invalid_grant' }, leadsTo: 'login-again' },
    'a wrong secret': {
      status: 401,
      body: { error: 'invalid_client' },
      leadsTo: 'login-unavailable',
    },
  },
};
