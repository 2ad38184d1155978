// LemonLDAP::NG: its session in the callback.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'LemonLDAP::NG',
  source: 'https://lemonldap-ng.org/documentation/latest/idpopenidconnect.html',
  scopes: ['openid', 'profile'],
  issuerPath: '/',
  discovery: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    frontchannel_logout_supported: true,
  },
  paths: { authorize: '/oauth2/authorize', token: '/oauth2/token' },
  callback: { session_state: 'bX5Q0PXt9.eGFtcGxl' },
  token: {
    body: {
      access_token: '6f9d2a6f4a3c1b1e',
      expires_in: 3600,
      token_type: 'Bearer',
      scope: 'openid profile',
    },
  },
  login: { granted: ['openid', 'profile'], seconds: 3600 },
  errors: {
    'a used code': { status: 400, body: { error: 'invalid_grant' }, leadsTo: 'login-again' },
    'a wrong secret': {
      status: 401,
      body: { error: 'invalid_client' },
      leadsTo: 'login-unavailable',
    },
  },
};
