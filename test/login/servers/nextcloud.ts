// Nextcloud: the name of the user beside the token, and invalid_request for a used code.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Nextcloud',
  source: 'https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html',
  scopes: ['profile'],
  paths: { authorize: '/apps/oauth2/authorize', token: '/apps/oauth2/api/v1/token' },
  clientAuth: 'basic',
  token: {
    body: {
      access_token: 'Fx4kUqF0hX2dZ9example',
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: 'x9example',
      user_id: 'robin',
    },
  },
  login: { granted: ['profile'], seconds: 3600 },
  errors: {
    'a used code': {
      status: 400,
      body: { error: 'invalid_request' },
      leadsTo: 'login-unavailable',
    },
    'a wrong secret': {
      status: 400,
      body: { error: 'invalid_client' },
      leadsTo: 'login-unavailable',
    },
  },
};
