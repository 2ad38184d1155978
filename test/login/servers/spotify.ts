// Spotify.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Spotify',
  source: 'https://developer.spotify.com/documentation/web-api/tutorials/code-flow',
  scopes: ['user-read-private', 'user-read-email'],
  paths: { authorize: '/authorize', token: '/api/token' },
  clientAuth: 'basic',
  token: {
    body: {
      access_token: 'NgCXRK-MzYjw',
      token_type: 'Bearer',
      scope: 'user-read-private user-read-email',
      expires_in: 3600,
      refresh_token: 'NgAagA-Um_SHo',
    },
  },
  login: { granted: ['user-read-private', 'user-read-email'], seconds: 3600 },
  errors: {
    'a used code': {
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Invalid authorization code' },
      leadsTo: 'login-again',
    },
    'a wrong secret': {
      status: 400,
      body: { error: 'invalid_client', error_description: 'Invalid client secret' },
      leadsTo: 'login-unavailable',
    },
  },
};
