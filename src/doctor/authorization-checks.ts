// Begins a login at the platform as a browser does: does it take redirect URI, scopes and PKCE, and
// by which name does it call itself.
import { createHash, randomBytes } from 'node:crypto';
import { redirectUri } from '../login/login.ts';
import type { Config } from '../settings/config.ts';
import { ask } from './ask.ts';
import type { Endpoints } from './endpoints.ts';
import type { Finding, Site } from './finding.ts';
import { isServerError, platformIsDown } from './platform-down.ts';

/** Begins a login, without a cookie: what is wrong in the request shows before anybody logs in. */
export async function authorizationFindings(site: Site, endpoints: Endpoints): Promise<Finding[]> {
  const { publicUrl } = site.config;
  const { status, header } = await ask(authorizationRequest(site.config, endpoints), site);
  const back = backTo(publicUrl, header('location'));
  const error = back?.get('error');
  const redirect = redirectUri(publicUrl).href;
  if (status < 400 && !error)
    return [
      { level: 'ok', about: 'Platform', what: `takes a login, with redirect URI ${redirect}` },
    ];
  if (!error && isServerError(status))
    return [platformIsDown(`answers ${status} where a login begins`)];
  const why = 'nobody can log in';
  if (!error) {
    return [
      {
        level: 'error',
        about: 'Platform',
        what: `refuses to begin a login (${status})`,
        why,
        fix: `register exactly this redirect URI there: ${redirect}. If it is, check OAUTH_CLIENT_ID and ${endpoints.authorization.href}`,
      },
    ];
  }
  const isScope = error === 'invalid_scope';
  return [
    {
      level: 'error',
      about: 'Platform',
      what: `refuses to begin a login: ${/^[a-z_]{1,40}$/.test(error) ? error : 'an unknown error'}`,
      why,
      fix: isScope
        ? `ask it to approve for this client: ${site.config.scopes.join(' ')}; or name fewer in OAUTH_SCOPES`
        : 'ask its people which parameter they refuse; if it is code_challenge, set OAUTH_PKCE=off',
    },
  ];
}

/** Asks for a login without any page: the answer comes back at once, with the name (RFC 9207). */
export async function nameFindings(site: Site, endpoints: Endpoints): Promise<Finding[]> {
  const { publicUrl, oauth } = site.config;
  const request = authorizationRequest(site.config, endpoints);
  request.searchParams.set('prompt', 'none');
  const { header } = await ask(request, site);
  const name = backTo(publicUrl, header('location'))?.get('iss');
  if (!name) return [];
  if (name === oauth.issuer)
    return [{ level: 'ok', about: 'Platform', what: `calls itself ${name}, as expected` }];
  return [
    {
      level: 'error',
      about: 'Platform',
      what: `calls itself ${name}, but ${oauth.issuer} is expected`,
      why: 'every login is refused, because the answer might be that of another server',
      fix: `OAUTH_ISSUER=${name}, with OAUTH_AUTHORIZATION_URL=${endpoints.authorization.href} and OAUTH_TOKEN_URL=${endpoints.token.href}`,
    },
  ];
}

function authorizationRequest({ oauth, scopes, publicUrl }: Config, endpoints: Endpoints): URL {
  const request = new URL(endpoints.authorization);
  const challenge = createHash('sha256').update(randomBytes(32)).digest('base64url');
  for (const [name, value] of Object.entries({
    client_id: oauth.clientId,
    response_type: 'code',
    redirect_uri: redirectUri(publicUrl).href,
    scope: scopes.join(' '),
    state: randomBytes(16).toString('hex'),
    ...(scopes.includes('openid') && { nonce: randomBytes(16).toString('hex') }),
    ...(oauth.pkce && { code_challenge: challenge, code_challenge_method: 'S256' }),
  })) {
    request.searchParams.set(name, value);
  }
  return request;
}

/** Returns the query with which the platform leads back to this site, if it does. */
function backTo(publicUrl: URL, location: string | undefined): URLSearchParams | undefined {
  const { href } = redirectUri(publicUrl);
  if (!location?.startsWith(`${href}?`)) return undefined;
  return new URL(location).searchParams;
}
