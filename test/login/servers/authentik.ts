// authentik: the issuer ends with a slash.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'authentik',
  source: 'https://docs.goauthentik.io/add-secure-apps/providers/oauth2/',
  scopes: ['openid', 'email'],
  issuerPath: '/application/o/lanyard/',
  discovery: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    request_parameter_supported: false,
  },
  paths: { authorize: '/application/o/authorize/', token: '/application/o/token/' },
  token: {
    body: {
      access_token: 'eyJhbGciOiJSUzI1NiJ9.eyJ1aWQiOiJhIn0.c2ln',
      token_type: 'Bearer',
      scope: 'openid email',
      expires_in: 300,
    },
  },
  login: { granted: ['openid', 'email'], seconds: 300 },
  errors: {
    'a used code': {
      status: 400,
      body: {
        error: 'invalid_grant',
        error_description:
          'The provided authorization grant or refresh token is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client',
        request_id: '3f1f6a6d',
      },
      leadsTo: 'login-again',
    },
    'a wrong secret': {
      status: 400,
      body: {
        error: 'invalid_client',
        error_description:
          'Client authentication failed (e.g., unknown client, no client authentication included, or unsupported authentication method)',
      },
      leadsTo: 'login-unavailable',
    },
  },
};
