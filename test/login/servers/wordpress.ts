// WordPress.com: its own fields beside the token, and no end.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'WordPress.com',
  source: 'https://developer.wordpress.com/docs/oauth2/',
  scopes: ['auth'],
  paths: { authorize: '/oauth2/authorize', token: '/oauth2/token' },
  tokenSeconds: 7200,
  token: {
    body: {
      access_token: 'YOUR_API_TOKEN-1a2b',
      blog_id: '0',
      blog_url: '',
      token_type: 'bearer',
      scope: 'auth',
    },
  },
  login: { granted: ['auth'], seconds: 7200 },
  errors: {
    'a used code': {
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Invalid authorization_code.' },
      leadsTo: 'login-again',
    },
    'a wrong secret': {
      status: 400,
      body: { error: 'invalid_client', error_description: 'Unknown client_id.' },
      leadsTo: 'login-unavailable',
    },
  },
};
