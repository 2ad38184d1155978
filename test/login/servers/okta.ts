// Okta: for some errors another shape.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Okta',
  source: 'https://developer.okta.com/docs/api/openapi/okta-oauth/oauth/tag/CustomAS/',
  scopes: ['openid', 'email'],
  issuerPath: '/oauth2/default',
  discovery: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    request_object_signing_alg_values_supported: ['HS256'],
  },
  paths: { authorize: '/oauth2/default/v1/authorize', token: '/oauth2/default/v1/token' },
  clientAuth: 'basic',
  token: {
    body: {
      token_type: 'Bearer',
      expires_in: 3600,
      access_token: 'eyJraWQiOiJQ.eyJ2ZXIiOjF9.c2ln',
      scope: 'openid email',
    },
  },
  login: { granted: ['openid', 'email'], seconds: 3600 },
  errors: {
    'a used code': {
      status: 400,
      body: {
        error: 'invalid_grant',
        error_description: 'The authorization code is invalid or has expired.',
      },
      leadsTo: 'login-again',
    },
    'a wrong secret': {
      status: 401,
      body: {
        errorCode: 'invalid_client',
        errorSummary: "Invalid value for 'client_id' parameter.",
        errorLink: 'invalid_client',
        errorId: 'oaeozTI',
        errorCauses: [],
      },
      leadsTo: 'login-unavailable',
    },
    'too many requests': {
      status: 429,
      headers: {
        'x-rate-limit-limit': '300',
        'x-rate-limit-remaining': '0',
        'x-rate-limit-reset': '1700000000',
      },
      body: {
        errorCode: 'E0000047',
        errorSummary: 'API call exceeded rate limit due to too many requests.',
        errorLink: 'E0000047',
        errorId: 'oae1',
        errorCauses: [],
      },
      leadsTo: 'login-unavailable',
      page: 503,
    },
  },
};
