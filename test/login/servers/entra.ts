// Microsoft Entra ID: numbers as codes beside the error, and a longer life beside the life.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Microsoft Entra ID',
  source: 'https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-auth-code-flow',
  scopes: ['openid', 'User.Read'],
  issuerPath: '/72f988bf/v2.0',
  discovery: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    tenant_region_scope: null,
    cloud_instance_name: 'microsoftonline.com',
  },
  paths: { authorize: '/72f988bf/oauth2/v2.0/authorize', token: '/72f988bf/oauth2/v2.0/token' },
  callback: { session_state: 'b433feac-0000-0000-0000-5c7d30a82a01' },
  token: {
    body: {
      token_type: 'Bearer',
      scope: 'openid profile User.Read',
      expires_in: 3736,
      ext_expires_in: 3736,
      access_token: 'eyJ0eXAiOiJKV1QifQ.eyJvaWQiOiJhIn0.c2ln',
    },
  },
  login: { granted: ['openid', 'User.Read'], seconds: 3736 },
  errors: {
    'a used code': {
      status: 400,
      body: {
        error: 'invalid_grant',
        error_description:
          'AADSTS54005: OAuth2 Authorization code was already redeemed, please retry with a new valid code.',
        error_codes: [54005],
        timestamp: '2026-05-01 10:00:00Z',
        trace_id: '0b3c',
        correlation_id: '6f1f',
        error_uri: 'https://login.microsoftonline.com/error?code=54005',
      },
      leadsTo: 'login-again',
    },
    'a wrong secret': {
      status: 401,
      body: {
        error: 'invalid_client',
        error_description: 'AADSTS7000215: Invalid client secret provided.',
        error_codes: [7000215],
        timestamp: '2026-05-01 10:00:00Z',
        trace_id: '0b3c',
        correlation_id: '6f1f',
      },
      leadsTo: 'login-unavailable',
    },
  },
};
