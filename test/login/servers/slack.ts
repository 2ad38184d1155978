// Slack (Sign in with Slack): `ok` beside the token, and errors with status 200.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Slack',
  source: 'https://docs.slack.dev/reference/methods/openid.connect.token',
  scopes: ['openid', 'email'],
  issuerPath: '',
  discovery: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    claim_types_supported: ['normal'],
  },
  paths: { authorize: '/openid/connect/authorize', token: '/api/openid.connect.token' },
  token: {
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: { ok: true, access_token: 'xoxp-1234-example', token_type: 'Bearer' },
  },
  login: { granted: ['openid', 'email'], seconds: 300 },
  errors: {
    'a used code': {
      status: 200,
      body: { ok: false, error: 'code_already_used' },
      leadsTo: 'login-again',
    },
    'an unknown code': {
      status: 200,
      body: { ok: false, error: 'invalid_code' },
      leadsTo: 'login-again',
    },
    'a wrong secret': {
      status: 200,
      body: { ok: false, error: 'bad_client_secret' },
      leadsTo: 'login-unavailable',
    },
  },
};
