// Doorkeeper (Ruby on Rails): each error comes with a challenge.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Doorkeeper',
  source:
    'https://doorkeeper.gitbook.io/guides/ruby-on-rails/api-endpoint-descriptions-and-examples',
  scopes: ['public', 'write'],
  paths: { authorize: '/oauth/authorize', token: '/oauth/token' },
  token: {
    headers: { 'cache-control': 'no-store' },
    body: {
      access_token: 'de6780bc506a0446309bd9362820ba8aed28aa506c71eedbe1c5c4f9dd350e54',
      token_type: 'Bearer',
      expires_in: 7200,
      refresh_token: '8257e65c97202ed1726cf9571600918f3bffb2544b26e00a61df9897668c33a1',
      scope: 'public',
      created_at: 1607635748,
    },
  },
  login: { granted: ['public'], seconds: 7200 },
  errors: {
    'a used code': {
      status: 400,
      headers: {
        'www-authenticate':
          'Bearer realm="Doorkeeper", error="invalid_grant", error_description="The grant is invalid"',
      },
      body: {
        error: 'invalid_grant',
        error_description:
          'The provided authorization grant is invalid, expired, revoked, or does not match the redirection URI.',
      },
      leadsTo: 'login-again',
    },
    'a wrong secret': {
      status: 401,
      headers: { 'www-authenticate': 'Bearer realm="Doorkeeper", error="invalid_client"' },
      body: { error: 'invalid_client', error_description: 'Client authentication failed.' },
      leadsTo: 'login-unavailable',
    },
  },
};
