// LinkedIn: no type of the token, which is refused: nobody knows how to send it (RFC 6749 7.1).
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'LinkedIn',
  source:
    'https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow',
  scopes: ['r_basicprofile'],
  paths: { authorize: '/oauth/v2/authorization', token: '/oauth/v2/accessToken' },
  token: {
    body: {
      access_token: 'AQXNnd2kXITHELmWblJigbHEuoFdfRhOwGA0QNnumBI8XOVSs0HtOHEU',
      expires_in: 5184000,
      scope: 'r_basicprofile',
    },
  },
  login: { refused: 'token_type' },
  errors: {
    'a used code': {
      status: 400,
      body: {
        error: 'invalid_request',
        error_description: 'Unable to retrieve access token: authorization code not found',
      },
      leadsTo: 'login-unavailable',
    },
    'a wrong secret': {
      status: 401,
      body: { error: 'invalid_client', error_description: 'Client authentication failed' },
      leadsTo: 'login-unavailable',
    },
  },
};
