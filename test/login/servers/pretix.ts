// pretix, connecting an organizer: django-oauth-toolkit.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'pretix, for organizers',
  source: 'https://docs.pretix.eu/dev/api/oauth.html',
  scopes: ['profile'],
  paths: { authorize: '/api/v1/oauth/authorize', token: '/api/v1/oauth/token' },
  clientAuth: 'basic',
  token: {
    body: {
      access_token: 'i3ytqTSRWsKp16fqjekHXa4tdM4qNC',
      expires_in: 86400,
      token_type: 'Bearer',
      scope: 'profile',
      refresh_token: 'XBK0r8z4A4TTeR9LyMUyU2AM5rqpXp',
    },
  },
  login: { granted: ['profile'], seconds: 86400 },
  errors: {
    'a used code': { status: 400, body: { error: 'invalid_grant' }, leadsTo: 'login-again' },
    'a wrong secret': {
      status: 401,
      body: { error: 'invalid_client' },
      leadsTo: 'login-unavailable',
    },
  },
};
