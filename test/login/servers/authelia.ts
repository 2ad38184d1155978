// Authelia: issuer and scope in the callback.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Authelia',
  source: 'https://www.authelia.com/integration/openid-connect/introduction/',
  scopes: ['openid', 'profile'],
  issuerPath: '',
  discovery: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  },
  paths: { authorize: '/api/oidc/authorization', token: '/api/oidc/token' },
  clientAuth: 'basic',
  callback: { iss: 'ISSUER', scope: 'openid profile' },
  token: {
    body: {
      access_token: 'authelia_at_cr4i4EtTn2F4k6mX4XzxbsBewkxCGn',
      expires_in: 3599,
      scope: 'openid profile',
      token_type: 'bearer',
    },
  },
  login: { granted: ['openid', 'profile'], seconds: 3599 },
  errors: {
    'a used code': {
      status: 400,
      body: {
        error: 'invalid_grant',
        error_description:
          'The provided authorization grant (e.g., authorization code, resource owner credentials) or refresh token is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
      },
      leadsTo: 'login-again',
    },
    'a wrong secret': {
      status: 401,
      body: {
        error: 'invalid_client',
        error_description:
          'Client authentication failed (e.g., unknown client, no client authentication included, or unsupported authentication method).',
      },
      leadsTo: 'login-unavailable',
    },
  },
};
