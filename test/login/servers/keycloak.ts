// Keycloak: the callback has a session_state and an issuer, the answer its own times.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Keycloak',
  source: 'https://www.keycloak.org/securing-apps/oidc-layers',
  scopes: ['openid', 'email'],
  issuerPath: '/realms/con',
  discovery: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  },
  paths: {
    authorize: '/realms/con/protocol/openid-connect/auth',
    token: '/realms/con/protocol/openid-connect/token',
  },
  callback: { session_state: '6f1f1cb2-9f4a-4d0b-9d0e-1b7f6fb7e6a1', iss: 'ISSUER' },
  token: {
    body: {
      access_token: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiI3In0.c2ln',
      expires_in: 300,
      refresh_expires_in: 1800,
      refresh_token: 'eyJhbGciOiJIUzUxMiJ9.eyJzdWIiOiI3In0.c2ln',
      token_type: 'Bearer',
      'not-before-policy': 0,
      session_state: '6f1f1cb2-9f4a-4d0b-9d0e-1b7f6fb7e6a1',
      scope: 'openid email profile',
    },
  },
  login: { granted: ['openid', 'email'], seconds: 300 },
  errors: {
    'a used code': {
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Code not valid' },
      leadsTo: 'login-again',
    },
    'a wrong secret': {
      status: 401,
      body: {
        error: 'unauthorized_client',
        error_description: 'Invalid client or Invalid client credentials',
      },
      leadsTo: 'login-unavailable',
    },
    'a page while it starts': {
      status: 503,
      headers: { 'content-type': 'text/html' },
      body: '<html>Service Unavailable</html>',
      leadsTo: 'login-unavailable',
      page: 503,
    },
  },
};
