// oidc-provider (Node): the issuer in the callback, which discovery announces.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'oidc-provider',
  source: 'https://github.com/panva/node-oidc-provider/tree/main/docs',
  scopes: ['openid', 'email'],
  issuerPath: '',
  discovery: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  },
  paths: { authorize: '/auth', token: '/token' },
  callback: { iss: 'ISSUER' },
  token: {
    body: {
      access_token: 'Jv1kIyxlXhMWrmYQnyYOqmYb1nH9HfoQYGSUqzgQCPs',
      expires_in: 3600,
      scope: 'openid email',
      token_type: 'Bearer',
    },
  },
  login: { granted: ['openid', 'email'], seconds: 3600 },
  errors: {
    'a used code': {
      status: 400,
      body: { error: 'invalid_grant', error_description: 'grant request is invalid' },
      leadsTo: 'login-again',
    },
    'a wrong secret': {
      status: 401,
      body: { error: 'invalid_client', error_description: 'client authentication failed' },
      leadsTo: 'login-unavailable',
    },
  },
};
