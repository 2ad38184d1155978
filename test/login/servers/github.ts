// GitHub: errors come with status 200 and codes of their own, and tokens never expire.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'GitHub',
  source:
    'https://docs.github.com/en/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors',
  scopes: ['read:user', 'user:email'],
  paths: { authorize: '/login/oauth/authorize', token: '/login/oauth/access_token' },
  tokenSeconds: 28800,
  token: {
    body: {
      access_token: 'gho_16C7e42F292c6912E7710c838347Ae178B4a',
      token_type: 'bearer',
      scope: 'read:user,user:email',
    },
  },
  login: { granted: ['read:user', 'user:email'], seconds: 28800 },
  errors: {
    'a used code': {
      status: 200,
      body: {
        error: 'bad_verification_code',
        error_description: 'The code passed is incorrect or expired.',
        error_uri: 'https://docs.github.com/troubleshooting',
      },
      leadsTo: 'login-again',
    },
    'a wrong secret': {
      status: 200,
      body: {
        error: 'incorrect_client_credentials',
        error_description: 'The client_id and/or client_secret passed are incorrect.',
      },
      leadsTo: 'login-unavailable',
    },
    'another redirect URI': {
      status: 200,
      body: {
        error: 'redirect_uri_mismatch',
        error_description:
          'The redirect_uri MUST match the registered callback URL for this application.',
      },
      leadsTo: 'login-unavailable',
    },
  },
};
