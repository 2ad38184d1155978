// Logto: oidc-provider with codes of its own.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Logto',
  source: 'https://docs.logto.io/integrate-logto/third-party-applications',
  scopes: ['openid', 'profile'],
  issuerPath: '/oidc',
  discovery: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  },
  paths: { authorize: '/oidc/auth', token: '/oidc/token' },
  callback: { iss: 'ISSUER' },
  token: {
    body: {
      access_token: 'fAqYyaONJmf9gXtPHE-c5q_z6Yb-example',
      expires_in: 3600,
      scope: 'openid profile',
      token_type: 'Bearer',
    },
  },
  login: { granted: ['openid', 'profile'], seconds: 3600 },
  errors: {
    'a used code': {
      status: 400,
      body: {
        error: 'invalid_grant',
        error_description: 'grant request is invalid',
        code: 'oidc.invalid_grant',
        message: 'Grant request is invalid.',
      },
      leadsTo: 'login-again',
    },
    'a wrong secret': {
      status: 401,
      body: {
        error: 'invalid_client',
        error_description: 'client authentication failed',
        code: 'oidc.invalid_client',
      },
      leadsTo: 'login-unavailable',
    },
  },
};
