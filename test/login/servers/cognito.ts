// Amazon Cognito: short errors, always 400.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Amazon Cognito',
  source: 'https://docs.aws.amazon.com/cognito/latest/developerguide/token-endpoint.html',
  scopes: ['openid', 'email'],
  issuerPath: '/eu-central-1_EXAMPLE',
  discovery: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  },
  paths: { authorize: '/oauth2/authorize', token: '/oauth2/token' },
  token: {
    headers: { 'content-type': 'application/json;charset=UTF-8' },
    body: {
      access_token: 'eyJra1example',
      refresh_token: 'eyJjd1example',
      token_type: 'Bearer',
      expires_in: 3600,
    },
  },
  login: { granted: ['openid', 'email'], seconds: 3600 },
  errors: {
    'a used code': { status: 400, body: { error: 'invalid_grant' }, leadsTo: 'login-again' },
    'a wrong secret': {
      status: 400,
      body: { error: 'invalid_client' },
      leadsTo: 'login-unavailable',
    },
  },
};
