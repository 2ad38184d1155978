// Spring Authorization Server: short errors.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Spring Authorization Server',
  source: 'https://docs.spring.io/spring-authorization-server/reference/protocol-endpoints.html',
  scopes: ['openid', 'profile'],
  issuerPath: '',
  discovery: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    tls_client_certificate_bound_access_tokens: true,
  },
  paths: { authorize: '/oauth2/authorize', token: '/oauth2/token' },
  clientAuth: 'basic',
  token: {
    headers: { 'content-type': 'application/json;charset=UTF-8' },
    body: {
      access_token: 'eyJraWQiOiI4.eyJzdWIiOi.c2ln',
      refresh_token: 'bcB-example',
      scope: 'openid profile',
      token_type: 'Bearer',
      expires_in: 299,
    },
  },
  login: { granted: ['openid', 'profile'], seconds: 299 },
  errors: {
    'a used code': { status: 400, body: { error: 'invalid_grant' }, leadsTo: 'login-again' },
    'a wrong secret': {
      status: 401,
      body: { error: 'invalid_client' },
      leadsTo: 'login-unavailable',
    },
  },
};
