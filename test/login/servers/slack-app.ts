// Slack (oauth.v2.access with user scopes): the token of the person is one level down, and
// refused.
import type { OAuthServer } from '../../support/oauth-servers.ts';

export const server: OAuthServer = {
  name: 'Slack, installation of an app',
  source: 'https://docs.slack.dev/reference/methods/oauth.v2.access',
  scopes: ['identity.basic'],
  paths: { authorize: '/oauth/v2/authorize', token: '/api/oauth.v2.access' },
  token: {
    body: {
      ok: true,
      app_id: 'A0KRD7HC3',
      authed_user: {
        id: 'U1234',
        scope: 'identity.basic',
        access_token: 'xoxp-1234',
        token_type: 'user',
      },
      team: { id: 'T9TK3CUKW' },
      enterprise: null,
      is_enterprise_install: false,
    },
  },
  login: { refused: 'access_token' },
  errors: {
    'an unknown code': {
      status: 200,
      body: { ok: false, error: 'invalid_code' },
      leadsTo: 'login-again',
    },
  },
};
