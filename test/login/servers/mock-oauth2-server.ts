// mock-oauth2-server, against which apps are tested.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'mock-oauth2-server',
  source: 'https://github.com/navikt/mock-oauth2-server',
  scopes: ['openid', 'somescope'],
  issuerPath: '/default',
  discovery: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    end_session_endpoint: 'https://idp.example/default/endsession',
  },
  paths: { authorize: '/default/authorize', token: '/default/token' },
  token: {
    headers: { 'content-type': 'application/json;charset=UTF-8' },
    body: {
      token_type: 'Bearer',
      access_token: 'eyJraWQiOiJkZWZhdWx0In0.eyJzdWIiOiI3In0.c2ln',
      refresh_token: '9d5a4e7d',
      expires_in: 3599,
      scope: 'openid somescope',
    },
  },
  login: { granted: ['openid', 'somescope'], seconds: 3599 },
  errors: {
    'a used code': {
      status: 400,
      body: {
        error: 'invalid_grant',
        error_description: 'code_verifier does not compute to code_challenge from request',
      },
      leadsTo: 'login-again',
    },
    'another client': {
      status: 401,
      body: { error: 'invalid_client', error_description: 'client_id mismatch' },
      leadsTo: 'login-unavailable',
    },
  },
};
