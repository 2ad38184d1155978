// Twitch: scopes as a list, and errors that are no OAuth errors.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Twitch',
  source: 'https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/',
  scopes: ['user:read:email', 'openid'],
  issuerPath: '/oauth2',
  discovery: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    claims_parameter_supported: true,
  },
  paths: { authorize: '/oauth2/authorize', token: '/oauth2/token' },
  callback: { scope: 'user:read:email openid' },
  token: {
    body: {
      access_token: 'rfx2uswqe8l4g1mkagrvg5tv0ks3',
      expires_in: 14124,
      refresh_token: '5b93chm6hdve3mycz05zfzatkfdenfspp1h1ar2xxdalen01',
      scope: ['openid', 'user:read:email'],
      token_type: 'bearer',
    },
  },
  login: { granted: ['user:read:email', 'openid'], seconds: 14124 },
  errors: {
    'a used code': {
      status: 400,
      body: { status: 400, message: 'Invalid authorization code' },
      leadsTo: 'login-unavailable',
    },
    'a wrong secret': {
      status: 403,
      body: { status: 403, message: 'invalid client secret' },
      leadsTo: 'login-unavailable',
    },
  },
};
