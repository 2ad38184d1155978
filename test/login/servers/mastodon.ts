// Mastodon: tokens never expire, and no answer says when they would.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Mastodon',
  source: 'https://docs.joinmastodon.org/methods/oauth/',
  scopes: ['read:accounts', 'profile'],
  paths: { authorize: '/oauth/authorize', token: '/oauth/token' },
  tokenSeconds: 43200,
  token: {
    body: {
      access_token: 'ZA-Yj3aBD8U8Cm7lKUp-lm9O9BmDgdhHzDeqsY8tlL0',
      token_type: 'Bearer',
      scope: 'read:accounts profile',
      created_at: 1573979017,
    },
  },
  login: { granted: ['read:accounts', 'profile'], seconds: 43200 },
  errors: {
    'a used code': {
      status: 400,
      body: {
        error: 'invalid_grant',
        error_description:
          'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
      },
      leadsTo: 'login-again',
    },
    'a wrong secret': {
      status: 401,
      body: {
        error: 'invalid_client',
        error_description:
          'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
      },
      leadsTo: 'login-unavailable',
    },
  },
};
