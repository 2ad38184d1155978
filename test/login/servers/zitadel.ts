// ZITADEL: no scope in the answer, so what was asked for is granted.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'ZITADEL',
  source: 'https://zitadel.com/docs/apis/openidoauth/endpoints',
  scopes: ['openid', 'profile'],
  issuerPath: '',
  discovery: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    introspection_endpoint_auth_methods_supported: ['client_secret_basic'],
  },
  paths: { authorize: '/oauth/v2/authorize', token: '/oauth/v2/token' },
  clientAuth: 'basic',
  token: {
    body: {
      access_token: 'V3-0vFOcUNM-Wa2pSIsHb8Kq0Ov6kYJb3l',
      token_type: 'Bearer',
      expires_in: 43199,
    },
  },
  login: { granted: ['openid', 'profile'], seconds: 43199 },
  errors: {
    'a used code': {
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Errors.AuthRequest.NoCode' },
      leadsTo: 'login-again',
    },
    'a wrong secret': {
      status: 401,
      body: { error: 'invalid_client', error_description: 'invalid client_secret' },
      leadsTo: 'login-unavailable',
    },
  },
};
