// GitLab: Doorkeeper behind discovery.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'GitLab',
  source: 'https://docs.gitlab.com/api/oauth2/',
  scopes: ['openid', 'read_user'],
  issuerPath: '',
  discovery: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    claims_supported: ['iss', 'sub', 'aud', 'exp', 'iat'],
  },
  paths: { authorize: '/oauth/authorize', token: '/oauth/token' },
  token: {
    body: {
      access_token: 'c97d1fe52119f38c7f67f0a14db68d60caa35ddc86fd12401718b649dcfa9c68',
      token_type: 'Bearer',
      expires_in: 7200,
      refresh_token: '803c1fd487fec35562c205dac93e9d8e08f9d3652a24079d704df3039df1158f',
      scope: 'openid read_user',
      created_at: 1628711391,
    },
  },
  login: { granted: ['openid', 'read_user'], seconds: 7200 },
  errors: {
    'a used code': {
      status: 400,
      headers: { 'www-authenticate': 'Bearer realm="Doorkeeper", error="invalid_grant"' },
      body: {
        error: 'invalid_grant',
        error_description:
          'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
      },
      leadsTo: 'login-again',
    },
    'too many requests': {
      status: 429,
      headers: { 'content-type': 'text/plain', 'retry-after': '30' },
      body: 'Retry later\n',
      leadsTo: 'login-unavailable',
      page: 503,
    },
  },
};
