// Configures openid-client for the authorization server: its endpoints, given or discovered, and
// the client credentials.
import * as oauth from 'openid-client';
import { createOAuthFetch } from './oauth-fetch.ts';

export interface OAuthOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * How the client secret is sent: in the body (the default) or with HTTP Basic (RFC 6749 2.3.1).
   */
  readonly clientAuth?: 'post' | 'basic';
  /**
   * The issuer identifier of the authorization server. It is compared with `iss` in the callback
   * (RFC 9207) and in the id_token.
   */
  readonly issuer: string;
  /**
   * The endpoints of the server. Default: discovered at the issuer (OpenID Connect Discovery, RFC
   * 8414).
   */
  readonly endpoints?: { readonly authorization: URL; readonly token: URL } | undefined;
  /**
   * Additional parameters for each authorization request, such as `{ audience:
   * 'https://api.example' }`.
   */
  readonly authorizationParameters?: Readonly<Record<string, string>>;
  /**
   * Whether each login uses PKCE (RFC 7636). Default: true. Set it to false only for a server that
   * rejects unknown parameters. `state` and the client secret then protect the login (RFC 9700
   * 2.1.1).
   */
  readonly pkce?: boolean | undefined;
  /**
   * Assumed lifetime of a token in seconds, if the response lacks `expires_in`. Default: 300.
   * Limited to the range from 60 to 86,400.
   */
  readonly tokenSeconds?: number | undefined;
}

type Server = Omit<OAuthOptions, 'authorizationParameters' | 'pkce' | 'tokenSeconds'>;

interface RequestOptions {
  /** Timeout of each request, in seconds. Default: 8. */
  readonly deadlineSeconds?: number | undefined;
  /** Whether an id_token is checked. Otherwise it is ignored (RFC 6749 5.1). */
  readonly checkIdToken?: boolean;
  readonly report?: (what: string) => void;
}

const defaultDeadlineSeconds = 8;
const clockToleranceSeconds = 300;

/** Rejects with openid-client's errors. */
export async function configure(
  server: Server,
  options: RequestOptions,
): Promise<oauth.Configuration> {
  const { deadlineSeconds = defaultDeadlineSeconds } = options;
  const { checkIdToken = false, report = () => {} } = options;
  const configuration = await findServer(server, {
    timeout: deadlineSeconds,
    [oauth.customFetch]: createOAuthFetch({ checkIdToken, report }) as oauth.CustomFetch,
  });
  // The signature is checked if the server publishes its keys. Otherwise TLS authenticates the
  // id_token (OpenID Connect Core 3.1.3.7).
  if (checkIdToken && configuration.serverMetadata().jwks_uri)
    oauth.enableNonRepudiationChecks(configuration);
  return configuration;
}

async function findServer(
  { clientId, clientSecret, clientAuth, issuer, endpoints }: Server,
  bounds: Pick<oauth.DiscoveryRequestOptions, 'timeout' | typeof oauth.customFetch>,
): Promise<oauth.Configuration> {
  const authenticate = clientAuth === 'basic' ? oauth.ClientSecretBasic : oauth.ClientSecretPost;
  const authentication = authenticate(clientSecret);
  const client = { [oauth.clockTolerance]: clockToleranceSeconds };
  if (endpoints) {
    const server = {
      issuer,
      authorization_endpoint: endpoints.authorization.href,
      token_endpoint: endpoints.token.href,
    };
    const configuration = new oauth.Configuration(server, clientId, client, authentication);
    if (isLoopback(endpoints.token)) oauth.allowInsecureRequests(configuration);
    return Object.assign(configuration, bounds);
  }

  const execute = isLoopback(new URL(issuer)) ? [oauth.allowInsecureRequests] : [];
  const discover = (algorithm: 'oidc' | 'oauth2') =>
    oauth.discovery(new URL(issuer), clientId, client, authentication, {
      algorithm,
      execute,
      ...bounds,
    });
  return discover('oidc').catch((error) => {
    // `cause` is the response if it is not JSON or its status is not 200. In that case, the server
    // may publish only the document from RFC 8414. After a timeout, a second request would only
    // double the wait.
    if (error.cause?.status) return discover('oauth2');
    throw error;
  });
}

/** Whether a URL can be reached only from this computer. Only such a URL may use http. */
export function isLoopback({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
