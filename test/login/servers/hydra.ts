// Ory Hydra, behind many identity services (Eurofurence among them): the callback says the scope.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Ory Hydra',
  source: 'https://www.ory.sh/docs/hydra/reference/api',
  scopes: ['openid', 'offline', 'profile'],
  issuerPath: '/',
  discovery: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    backchannel_logout_supported: true,
    authorization_response_iss_parameter_supported: false,
  },
  paths: { authorize: '/oauth2/auth', token: '/oauth2/token' },
  clientAuth: 'basic',
  callback: { scope: 'openid offline profile' },
  token: {
    headers: { 'cache-control': 'no-store', pragma: 'no-cache' },
    body: {
      access_token: 'ory_at_4SbPyrDSJkU8QRRSiM2jYHGdWrXmI',
      expires_in: 3599,
      refresh_token: 'ory_rt_ELzkHzDJRwRIpvvZWgkSE5',
      scope: 'openid offline profile',
      token_type: 'bearer',
    },
  },
  login: { granted: ['openid', 'offline', 'profile'], seconds: 3599 },
  errors: {
    'a used code': {
      status: 400,
      body: {
        error: 'invalid_grant',
        error_description:
          'The provided authorization grant (e.g., authorization code, resource owner credentials) or refresh token is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client. The authorization code has already been used.',
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
