// Responses from real authorization servers, one row per server. A comment above a row says what is
// unusual about that server. An error response is left out if another row lists the same response.

interface ErrorResponse {
  readonly status: number;
  readonly body: object | string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The problem that the visitor sees. `page` is the status of that page. */
  readonly leadsTo: 'login-again' | 'login-unavailable';
  readonly page: number;
}

export interface OAuthServer {
  readonly name: string;
  /**
   * URL of the documentation for these responses, or of the server's source file that creates them.
   */
  readonly source: string;
  readonly issuerPath?: string;
  readonly discovery?: Readonly<Record<string, unknown>>;
  readonly scopes: string;
  readonly clientAuth?: 'basic';
  readonly tokenSeconds?: number;
  /** Additional parameters of the callback. The issuer's URL replaces `ISSUER`. */
  readonly callback?: Readonly<Record<string, string>>;
  readonly token: Readonly<Record<string, unknown>>;
  readonly contentType?: string;
  /** The field that makes the login reject the token response. */
  readonly refused?: string;
  /** The granted scopes. Default: all requested scopes. */
  readonly granted?: string;
  /** The token's lifetime in seconds. Absent if the token response is rejected. */
  readonly seconds?: number;
  readonly errors?: readonly ErrorResponse[];
  /** Errors with which the server ends a login, each with the problem that the visitor sees. */
  readonly refusals?: Readonly<
    Record<string, 'not-shared' | 'login-refused' | 'login-unavailable'>
  >;
  /**
   * The path of the user endpoint, its documented response, and the fields for id and name. Set
   * only for the platforms in the table of docs/other-platforms.md.
   */
  readonly who?: {
    readonly path: string;
    readonly answer: Readonly<Record<string, unknown>>;
    readonly id: string;
    readonly name: string;
  };
}

type More = Partial<Pick<ErrorResponse, 'headers' | 'page'>>;

const again = (status: number, body: object, more: More = {}): ErrorResponse => ({
  status,
  body,
  leadsTo: 'login-again',
  page: 400,
  ...more,
});
const unavailable = (status: number, body: object | string, more: More = {}): ErrorResponse => ({
  status,
  body,
  leadsTo: 'login-unavailable',
  page: 502,
  ...more,
});

const bearer = { access_token: 'a-token', token_type: 'Bearer' };
const lowerCaseBearer = { ...bearer, token_type: 'bearer' };

export const oauthServers: readonly OAuthServer[] = [
  // The issuer ends with a slash. A used code gets 403, and a wrong secret gets access_denied.
  {
    name: 'Auth0',
    source: 'https://auth0.com/docs/api/authentication/authorization-code-flow/get-token',
    issuerPath: '/',
    discovery: { device_authorization_endpoint: 'https://idp.example/oauth/device/code' },
    scopes: 'openid email',
    token: { ...bearer, refresh_token: 'r', expires_in: 86400, scope: 'openid email' },
    seconds: 86400,
    errors: [
      again(403, { error: 'invalid_grant' }),
      unavailable(401, { error: 'access_denied' }),
      unavailable(429, { error: 'too_many_requests' }, { page: 503 }),
    ],
    refusals: { unauthorized: 'login-refused' },
  },
  // The callback contains the issuer and the scope.
  {
    name: 'Authelia',
    source: 'https://www.authelia.com/integration/openid-connect/introduction/',
    issuerPath: '',
    discovery: { authorization_response_iss_parameter_supported: true },
    scopes: 'openid profile',
    clientAuth: 'basic',
    callback: { iss: 'ISSUER', scope: 'openid profile' },
    token: { ...lowerCaseBearer, expires_in: 3599, scope: 'openid profile' },
    seconds: 3599,
    errors: [again(400, { error: 'invalid_grant' }), unavailable(401, { error: 'invalid_client' })],
  },
  // The issuer ends with a slash.
  {
    name: 'authentik',
    source: 'https://docs.goauthentik.io/add-secure-apps/providers/oauth2/',
    issuerPath: '/application/o/lanyard/',
    discovery: { request_parameter_supported: false },
    scopes: 'openid email',
    token: { ...bearer, scope: 'openid email', expires_in: 300 },
    seconds: 300,
    errors: [unavailable(400, { error: 'invalid_client' })],
  },
  // An unknown code gets 401.
  {
    name: 'better-auth',
    source: 'https://www.better-auth.com/docs/plugins/oidc-provider',
    issuerPath: '/api/auth',
    discovery: { acr_values_supported: ['urn:mace:incommon:iap:silver'] },
    scopes: 'openid profile',
    token: { ...bearer, expires_in: 3600, scope: 'openid profile' },
    seconds: 3600,
    errors: [again(401, { error: 'invalid_grant' })],
  },
  // Tokens last a week.
  {
    name: 'Casdoor',
    source: 'https://casdoor.org/docs/how-to-connect/oauth/',
    issuerPath: '',
    discovery: { request_parameter_supported: true },
    scopes: 'openid profile',
    token: { ...bearer, refresh_token: 'r', expires_in: 604800, scope: 'openid profile' },
    seconds: 86400,
  },
  // Errors lack a description and always have status 400.
  {
    name: 'Amazon Cognito',
    source: 'https://docs.aws.amazon.com/cognito/latest/developerguide/token-endpoint.html',
    issuerPath: '/eu-central-1_EXAMPLE',
    discovery: {
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    },
    scopes: 'openid email',
    token: { ...bearer, refresh_token: 'r', expires_in: 3600 },
    contentType: 'application/json;charset=UTF-8',
    seconds: 3600,
  },
  // The token response lacks `scope`.
  {
    name: 'Dex',
    source: 'https://dexidp.io/docs/configuration/oauth2/',
    issuerPath: '/dex',
    discovery: { device_authorization_endpoint: 'https://idp.example/dex/device/code' },
    scopes: 'openid email',
    token: { ...lowerCaseBearer, expires_in: 86399 },
    seconds: 86399,
  },
  // Tokens last a week. The rate-limit response is not standard.
  {
    name: 'Discord',
    source: 'https://discord.com/developers/docs/topics/oauth2',
    scopes: 'identify email',
    clientAuth: 'basic',
    token: { ...bearer, refresh_token: 'r', expires_in: 604800, scope: 'identify email' },
    seconds: 86400,
    errors: [
      unavailable(
        429,
        { message: 'You are being rate limited.', retry_after: 64.57, global: false },
        { page: 503, headers: { 'retry-after': '65' } },
      ),
    ],
  },
  {
    name: 'Django OAuth Toolkit',
    source: 'https://django-oauth-toolkit.readthedocs.io/en/latest/getting_started.html',
    scopes: 'read write',
    token: { ...bearer, refresh_token: 'r', expires_in: 36000, scope: 'read' },
    granted: 'read',
    seconds: 36000,
  },
  // Doorkeeper is a library for Ruby on Rails. Each error comes with a `WWW-Authenticate`
  // challenge.
  {
    name: 'Doorkeeper',
    source:
      'https://doorkeeper.gitbook.io/guides/ruby-on-rails/api-endpoint-descriptions-and-examples',
    scopes: 'public write',
    token: {
      ...bearer,
      refresh_token: 'r',
      expires_in: 7200,
      scope: 'public',
      created_at: 1607635748,
    },
    granted: 'public',
    seconds: 7200,
    errors: [
      again(
        400,
        { error: 'invalid_grant' },
        { headers: { 'www-authenticate': 'Bearer realm="Doorkeeper", error="invalid_grant"' } },
      ),
      unavailable(
        401,
        { error: 'invalid_client' },
        { headers: { 'www-authenticate': 'Bearer realm="Doorkeeper", error="invalid_client"' } },
      ),
    ],
  },
  // Errors have additional numeric codes, and tokens have a second lifetime (`ext_expires_in`).
  {
    name: 'Microsoft Entra ID',
    source: 'https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-auth-code-flow',
    issuerPath: '/72f988bf/v2.0',
    discovery: { tenant_region_scope: null, cloud_instance_name: 'microsoftonline.com' },
    scopes: 'openid User.Read',
    callback: { session_state: 'b433feac-0000-0000-0' },
    token: { ...bearer, scope: 'openid profile User.Read', expires_in: 3736, ext_expires_in: 3736 },
    seconds: 3736,
    errors: [
      again(400, { error: 'invalid_grant', error_codes: [54005] }),
      unavailable(401, { error: 'invalid_client', error_codes: [7000215] }),
    ],
  },
  // `error` is an object.
  {
    name: 'Facebook',
    source: 'https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow/',
    scopes: 'public_profile',
    token: { ...lowerCaseBearer, expires_in: 5183944 },
    contentType: 'application/json; charset=UTF-8',
    seconds: 86400,
    errors: [
      unavailable(400, {
        error: {
          message: 'This authorization code has been used.',
          type: 'OAuthException',
          code: 100,
          error_subcode: 36009,
          fbtrace_id: 'A1',
        },
      }),
      unavailable(400, {
        error: {
          message: 'Error validating client secret.',
          type: 'OAuthException',
          code: 1,
          fbtrace_id: 'A2',
        },
      }),
    ],
  },
  // The token response lacks `scope`, and an unknown code gets unauthorized_client. Forgejo, a fork
  // of Gitea, responds in the same way.
  {
    name: 'Gitea',
    source: 'https://docs.gitea.com/development/oauth2-provider',
    scopes: 'read:user',
    token: { ...lowerCaseBearer, refresh_token: 'r', expires_in: 3600 },
    seconds: 3600,
    errors: [unavailable(400, { error: 'unauthorized_client' })],
  },
  // Errors have status 200 and GitHub's own codes. Tokens never expire.
  {
    name: 'GitHub',
    source: 'https://docs.github.com/en/apps/oauth-apps/maintaining-oauth-apps',
    scopes: 'read:user user:email',
    tokenSeconds: 28800,
    token: { ...lowerCaseBearer, scope: 'read:user,user:email' },
    seconds: 28800,
    errors: [
      again(200, { error: 'bad_verification_code' }),
      unavailable(200, { error: 'incorrect_client_credentials' }),
      unavailable(200, { error: 'redirect_uri_mismatch' }),
    ],
    refusals: { application_suspended: 'login-refused' },
  },
  // GitLab uses Doorkeeper, but also supports discovery.
  {
    name: 'GitLab',
    source: 'https://docs.gitlab.com/api/oauth2/',
    issuerPath: '',
    discovery: { claims_supported: ['iss', 'sub', 'aud', 'exp', 'iat'] },
    scopes: 'openid read_user',
    token: {
      ...bearer,
      refresh_token: 'r',
      expires_in: 7200,
      scope: 'openid read_user',
      created_at: 1628711391,
    },
    seconds: 7200,
    errors: [
      unavailable(429, 'Retry later\n', {
        page: 503,
        headers: { 'content-type': 'text/plain', 'retry-after': '30' },
      }),
    ],
  },
  // The token response contains `iat`. A rejected code gets a non-standard error, invalid_code.
  {
    name: 'Glewlwyd',
    source: 'https://github.com/babelouest/glewlwyd/blob/master/docs/OAUTH2.md',
    scopes: 'g_profile scope1',
    clientAuth: 'basic',
    token: {
      ...lowerCaseBearer,
      refresh_token: 'r',
      iat: 1479129379,
      expires_in: 3600,
      scope: 'g_profile scope1',
    },
    seconds: 3600,
    errors: [
      again(403, { error: 'invalid_code' }),
      unavailable(403, { error: 'unauthorized_client' }),
    ],
  },
  // The callback contains the issuer, the scope, the account and the prompt.
  {
    name: 'Google',
    source: 'https://developers.google.com/identity/openid-connect/openid-connect',
    issuerPath: '',
    discovery: { authorization_response_iss_parameter_supported: true },
    scopes: 'openid email',
    callback: {
      iss: 'ISSUER',
      scope: 'email openid https://www.googleapis.com/auth/userinfo.email',
      authuser: '0',
      prompt: 'consent',
      hd: 'con.example',
    },
    token: {
      ...bearer,
      expires_in: 3599,
      scope: 'openid https://www.googleapis.com/auth/userinfo.email',
    },
    granted: 'openid',
    seconds: 3599,
    errors: [unavailable(400, { error: 'redirect_uri_mismatch' })],
  },
  // The callback contains the scope. `who` is from Eurofurence Identity, which runs on Hydra.
  {
    name: 'Ory Hydra',
    source: 'https://www.ory.sh/docs/hydra/reference/api',
    issuerPath: '/',
    discovery: {
      backchannel_logout_supported: true,
      authorization_response_iss_parameter_supported: false,
    },
    scopes: 'openid offline profile',
    clientAuth: 'basic',
    callback: { scope: 'openid offline profile' },
    token: {
      ...lowerCaseBearer,
      refresh_token: 'r',
      expires_in: 3599,
      scope: 'openid offline profile',
    },
    seconds: 3599,
    who: {
      path: '/api/v1/userinfo',
      answer: { sub: 'RBN7QZ', name: 'Robin', avatar: null, groups: ['N9OY0K8OJVXR1P7L'] },
      id: 'sub',
      name: 'name',
    },
  },
  // Tokens never expire.
  {
    name: 'Indico',
    source: 'https://docs.getindico.io/en/stable/http-api/access/',
    scopes: 'read:user',
    tokenSeconds: 3600,
    token: { ...bearer, scope: 'read:user' },
    seconds: 3600,
    who: {
      path: '/api/user/',
      answer: { id: 1001, email: 'robin@con.example', first_name: 'Robin', last_name: 'Banks' },
      id: 'id',
      name: 'first_name',
    },
  },
  // The callback contains a session_state and the issuer. The token response has additional
  // lifetimes.
  {
    name: 'Keycloak',
    source: 'https://www.keycloak.org/securing-apps/oidc-layers',
    issuerPath: '/realms/con',
    discovery: { authorization_response_iss_parameter_supported: true },
    scopes: 'openid email',
    callback: { session_state: '6f1f1cb2-9f4a-4d0b-9', iss: 'ISSUER' },
    token: {
      ...bearer,
      refresh_token: 'r',
      expires_in: 300,
      refresh_expires_in: 1800,
      'not-before-policy': 0,
      session_state: '6f1f1cb2-9f4a-4d0b-9',
      scope: 'openid email profile',
    },
    seconds: 300,
    refusals: { interaction_required: 'not-shared', temporarily_unavailable: 'login-unavailable' },
    errors: [
      unavailable(401, { error: 'unauthorized_client' }),
      unavailable(503, '<html>Service Unavailable</html>', {
        page: 503,
        headers: { 'content-type': 'text/html' },
      }),
    ],
  },
  // The callback contains a session_state.
  {
    name: 'LemonLDAP::NG',
    source: 'https://lemonldap-ng.org/documentation/latest/idpopenidconnect.html',
    issuerPath: '/',
    discovery: { frontchannel_logout_supported: true },
    scopes: 'openid profile',
    callback: { session_state: 'bX5Q0PXt9.eGFtcGxl' },
    token: { ...bearer, expires_in: 3600, scope: 'openid profile' },
    seconds: 3600,
  },
  // The token response lacks `token_type`. The login rejects it, because a client must not use a
  // token of unknown type (RFC 6749 section 7.1).
  {
    name: 'LinkedIn',
    source:
      'https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow',
    scopes: 'r_basicprofile',
    token: { access_token: 'AQXNnd2kXITHELmWblJi', expires_in: 5184000, scope: 'r_basicprofile' },
    refused: 'token_type',
    errors: [unavailable(400, { error: 'invalid_request' })],
    refusals: { user_cancelled_login: 'not-shared', user_cancelled_authorize: 'not-shared' },
  },
  // Logto runs on oidc-provider, but has additional error codes.
  {
    name: 'Logto',
    source: 'https://docs.logto.io/integrate-logto/third-party-applications',
    issuerPath: '/oidc',
    discovery: { authorization_response_iss_parameter_supported: true },
    scopes: 'openid profile',
    callback: { iss: 'ISSUER' },
    token: { ...bearer, expires_in: 3600, scope: 'openid profile' },
    seconds: 3600,
    errors: [
      again(400, {
        error: 'invalid_grant',
        code: 'oidc.invalid_grant',
        message: 'Grant request is invalid.',
      }),
      unavailable(401, { error: 'invalid_client', code: 'oidc.invalid_client' }),
    ],
  },
  // Tokens never expire, and the token response lacks `expires_in`.
  {
    name: 'Mastodon',
    source: 'https://docs.joinmastodon.org/methods/oauth/',
    scopes: 'read:accounts profile',
    tokenSeconds: 43200,
    token: { ...bearer, scope: 'read:accounts profile', created_at: 1573979017 },
    seconds: 43200,
    who: {
      path: '/api/v1/accounts/verify_credentials',
      answer: { id: '14715', username: 'robin', acct: 'robin', display_name: 'Robin' },
      id: 'id',
      name: 'display_name',
    },
  },
  {
    name: 'mock-oauth2-server',
    source: 'https://github.com/navikt/mock-oauth2-server',
    issuerPath: '/default',
    discovery: { end_session_endpoint: 'https://idp.example/default/endsession' },
    scopes: 'openid somescope',
    token: { ...bearer, refresh_token: 'r', expires_in: 3599, scope: 'openid somescope' },
    contentType: 'application/json;charset=UTF-8',
    seconds: 3599,
  },
  // The token response contains the user's id. A used code gets invalid_request.
  {
    name: 'Nextcloud',
    source:
      'https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html',
    scopes: 'profile',
    clientAuth: 'basic',
    token: { ...bearer, refresh_token: 'r', expires_in: 3600, user_id: 'robin' },
    seconds: 3600,
  },
  // oidc-provider is a library for Node. Discovery announces that the callback contains the issuer.
  {
    name: 'oidc-provider',
    source: 'https://github.com/panva/node-oidc-provider/tree/main/docs',
    issuerPath: '',
    discovery: { authorization_response_iss_parameter_supported: true },
    scopes: 'openid email',
    callback: { iss: 'ISSUER' },
    token: { ...bearer, expires_in: 3600, scope: 'openid email' },
    seconds: 3600,
  },
  // Some errors have a different shape.
  {
    name: 'Okta',
    source: 'https://developer.okta.com/docs/api/openapi/okta-oauth/oauth/tag/CustomAS/',
    issuerPath: '/oauth2/default',
    discovery: { request_object_signing_alg_values_supported: ['HS256'] },
    scopes: 'openid email',
    clientAuth: 'basic',
    token: { ...bearer, expires_in: 3600, scope: 'openid email' },
    seconds: 3600,
    errors: [
      unavailable(401, {
        errorCode: 'invalid_client',
        errorSummary: "Invalid value for 'c",
        errorLink: 'invalid_client',
        errorCauses: [],
      }),
      unavailable(
        429,
        {
          errorCode: 'E0000047',
          errorSummary: 'API call exceeded ra',
          errorLink: 'E0000047',
          errorCauses: [],
        },
        {
          page: 503,
          headers: {
            'x-rate-limit-limit': '300',
            'x-rate-limit-remaining': '0',
            'x-rate-limit-reset': '1700000000',
          },
        },
      ),
    ],
  },
  // Customers log in to a shop. The issuer's URL contains the shop's path.
  {
    name: 'pretix, for customers',
    source: 'https://docs.pretix.eu/guides/sso/',
    issuerPath: '/con',
    discovery: { acr_values_supported: [] },
    scopes: 'openid email',
    token: { ...bearer, refresh_token: null, expires_in: 86400, scope: 'openid email' },
    seconds: 86400,
    who: {
      path: '/con/oauth2/v1/userinfo',
      answer: { sub: 'RBN7QZ', name: 'Robin Banks', locale: 'en' },
      id: 'sub',
      name: 'name',
    },
  },
  // An organiser connects the app. pretix uses django-oauth-toolkit.
  {
    name: 'pretix, for organizers',
    source: 'https://docs.pretix.eu/dev/api/oauth.html',
    scopes: 'profile',
    clientAuth: 'basic',
    token: { ...bearer, refresh_token: 'r', expires_in: 86400, scope: 'profile' },
    seconds: 86400,
    who: {
      path: '/api/v1/me',
      answer: { email: 'robin@con.example', fullname: 'Robin Banks', locale: 'de' },
      id: 'email',
      name: 'fullname',
    },
  },
  // A rejected code gets status 200. A rejected client gets 401, and `error` is a number.
  {
    name: 'Reddit',
    source: 'https://github.com/reddit-archive/reddit/wiki/OAuth2',
    scopes: 'identity',
    clientAuth: 'basic',
    token: { ...lowerCaseBearer, expires_in: 86400, scope: 'identity' },
    seconds: 86400,
    errors: [
      again(200, { error: 'invalid_grant' }),
      unavailable(401, { message: 'Unauthorized', error: 401 }),
    ],
  },
  // These are the responses of oauth.v2.access with user scopes. The token response nests the
  // person's token one level deeper, so the login rejects it.
  {
    name: 'Slack, installation of an app',
    source: 'https://docs.slack.dev/reference/methods/oauth.v2.access',
    scopes: 'identity.basic',
    token: {
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
    refused: 'access_token',
    errors: [again(200, { ok: false, error: 'invalid_code' })],
  },
  // These are the responses of Sign in with Slack. The token response contains `ok`, and errors
  // have status 200.
  {
    name: 'Slack',
    source: 'https://docs.slack.dev/reference/methods/openid.connect.token',
    issuerPath: '',
    discovery: { claim_types_supported: ['normal'] },
    scopes: 'openid email',
    token: { ...bearer, ok: true },
    contentType: 'application/json; charset=utf-8',
    seconds: 300,
    errors: [
      again(200, { ok: false, error: 'code_already_used' }),
      unavailable(200, { ok: false, error: 'bad_client_secret' }),
    ],
  },
  {
    name: 'Spotify',
    source: 'https://developer.spotify.com/documentation/web-api/tutorials/code-flow',
    scopes: 'user-read-private user-read-email',
    clientAuth: 'basic',
    token: {
      ...bearer,
      refresh_token: 'r',
      scope: 'user-read-private user-read-email',
      expires_in: 3600,
    },
    seconds: 3600,
  },
  // Errors lack a description.
  {
    name: 'Spring Authorization Server',
    source: 'https://docs.spring.io/spring-authorization-server/reference/protocol-endpoints.html',
    issuerPath: '',
    discovery: { tls_client_certificate_bound_access_tokens: true },
    scopes: 'openid profile',
    clientAuth: 'basic',
    token: { ...bearer, refresh_token: 'r', scope: 'openid profile', expires_in: 299 },
    contentType: 'application/json;charset=UTF-8',
    seconds: 299,
  },
  // Scopes are a list, and errors do not have the format of OAuth errors.
  {
    name: 'Twitch',
    source: 'https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/',
    issuerPath: '/oauth2',
    discovery: { claims_parameter_supported: true },
    scopes: 'user:read:email openid',
    callback: { scope: 'user:read:email openid' },
    token: {
      ...lowerCaseBearer,
      refresh_token: 'r',
      expires_in: 14124,
      scope: ['openid', 'user:read:email'],
    },
    seconds: 14124,
    errors: [
      unavailable(400, { status: 400, message: 'Invalid authorization code' }),
      unavailable(403, { status: 403, message: 'invalid client secret' }),
    ],
  },
  // The token response has additional fields. Tokens never expire.
  {
    name: 'WordPress.com',
    source: 'https://developer.wordpress.com/docs/oauth2/',
    scopes: 'auth',
    tokenSeconds: 7200,
    token: { ...lowerCaseBearer, blog_id: '0', blog_url: '', scope: 'auth' },
    seconds: 7200,
  },
  // The token response lacks `scope`, so all requested scopes are granted.
  {
    name: 'ZITADEL',
    source: 'https://zitadel.com/docs/apis/openidoauth/endpoints',
    issuerPath: '',
    discovery: { introspection_endpoint_auth_methods_supported: ['client_secret_basic'] },
    scopes: 'openid profile',
    clientAuth: 'basic',
    token: { ...bearer, expires_in: 43199 },
    seconds: 43199,
  },
];
