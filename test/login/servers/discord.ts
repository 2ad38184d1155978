// Discord: tokens for a week, and its own shape for a limit.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Discord',
  source: 'https://discord.com/developers/docs/topics/oauth2',
  scopes: ['identify', 'email'],
  paths: { authorize: '/oauth2/authorize', token: '/api/oauth2/token' },
  clientAuth: 'basic',
  token: {
    body: {
      access_token: '6qrZcUqja7812RVdnEKjpzOL4CvHBFG',
      token_type: 'Bearer',
      expires_in: 604800,
      refresh_token: 'D43f5y0ahjqew82jZ4NViEr2YafMKhue',
      scope: 'identify email',
    },
  },
  login: { granted: ['identify', 'email'], seconds: 86400 },
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
    'too many requests': {
      status: 429,
      headers: { 'retry-after': '65' },
      body: { message: 'You are being rate limited.', retry_after: 64.57, global: false },
      leadsTo: 'login-unavailable',
      page: 503,
    },
  },
};
