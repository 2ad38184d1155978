// Facebook: an object as error.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Facebook',
  source: 'https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow/',
  scopes: ['public_profile'],
  paths: { authorize: '/v23.0/dialog/oauth', token: '/v23.0/oauth/access_token' },
  token: {
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: { access_token: 'EAABexample', token_type: 'bearer', expires_in: 5183944 },
  },
  login: { granted: ['public_profile'], seconds: 86400 },
  errors: {
    'a used code': {
      status: 400,
      body: {
        error: {
          message: 'This authorization code has been used.',
          type: 'OAuthException',
          code: 100,
          error_subcode: 36009,
          fbtrace_id: 'A1',
        },
      },
      leadsTo: 'login-unavailable',
    },
    'a wrong secret': {
      status: 400,
      body: {
        error: {
          message: 'Error validating client secret.',
          type: 'OAuthException',
          code: 1,
          fbtrace_id: 'A2',
        },
      },
      leadsTo: 'login-unavailable',
    },
  },
};
