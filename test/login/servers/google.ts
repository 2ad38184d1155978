// Google: the callback says issuer, scope, account and prompt.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Google',
  source: 'https://developers.google.com/identity/openid-connect/openid-connect',
  scopes: ['openid', 'email'],
  issuerPath: '',
  discovery: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  },
  paths: { authorize: '/o/oauth2/v2/auth', token: '/token' },
  callback: {
    iss: 'ISSUER',
    scope: 'email openid https://www.googleapis.com/auth/userinfo.email',
    authuser: '0',
    prompt: 'consent',
    hd: 'con.example',
  },
  token: {
    body: {
      access_token: 'ya29.a0AfB_byC-example',
      expires_in: 3599,
      scope: 'openid https://www.googleapis.com/auth/userinfo.email',
      token_type: 'Bearer',
    },
  },
  login: { granted: ['openid'], seconds: 3599 },
  errors: {
    'a used code': {
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Bad Request' },
      leadsTo: 'login-again',
    },
    'a wrong secret': {
      status: 401,
      body: { error: 'invalid_client', error_description: 'Unauthorized' },
      leadsTo: 'login-unavailable',
    },
    'another redirect URI': {
      status: 400,
      body: { error: 'redirect_uri_mismatch', error_description: 'Bad Request' },
      leadsTo: 'login-unavailable',
    },
  },
};
