// Starts a login at the platform as a browser does, to check the redirect URI, the scopes, PKCE and
// the issuer name.
import { createHash, randomBytes } from 'node:crypto';
import { codesOfErrors, redirectUri } from '../login/login.ts';
import type { Config } from '../settings/config.ts';
import { ask, causeFinding, platformsOwnFinding } from './ask.ts';
import { type Endpoints, isSameAddress } from './endpoints.ts';
import type { Finding, Site } from './finding.ts';

/**
 * With `prompt=none`, a platform that accepts the request but would have to show a page returns one
 * of these errors (OpenID Connect Core 3.1.2.6).
 */
const needsPage = [
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
];

/**
 * Needs no account, because the platform checks the request before anybody logs in. With
 * `prompt=none`, the platform redirects at once, and sends its issuer name if it supports RFC 9207.
 * Some platforms reject `prompt=none`, so a rejected request is repeated without it.
 */
export async function authorizationFindings(site: Site, endpoints: Endpoints): Promise<Finding[]> {
  const silent = await beginLogin(site, endpoints, 'none');
  const isTaken = silent.error ? needsPage.includes(silent.error) : silent.status < 400;
  const { status, error } = isTaken ? silent : await beginLogin(site, endpoints);
  const own = platformsOwnFinding(status, 'where a login begins');
  const { href } = redirectUri(site.config.publicUrl);
  const taken: Finding = {
    level: 'ok',
    about: 'Platform',
    what: `accepts a login with the redirect URI ${href}`,
  };
  if (own) return [own];
  if (!isTaken && error) return [refusedWith(error, site)];
  if (!isTaken && status >= 400) return [refusedPage(status, endpoints, href)];
  return [taken, ...nameFindings(silent.name, site, endpoints)];
}

async function beginLogin(site: Site, endpoints: Endpoints, prompt?: 'none') {
  const request = authorizationRequest(site.config, endpoints);
  if (prompt) request.searchParams.set('prompt', prompt);
  const { status, header } = await ask(request, site);
  const back = backTo(site.config.publicUrl, header('location'));
  return { status, error: back?.get('error') ?? '', name: back?.get('iss') };
}

/**
 * This finding has no `code`, so monitors ignore it: a bot filter may have rejected the request.
 */
function refusedPage(status: number, { authorization }: Endpoints, href: string): Finding {
  return {
    level: 'error',
    about: 'Platform',
    what: `refuses to begin a login (${status})`,
    why: 'nobody can log in',
    fix: `register exactly this redirect URI there: ${href}. If it is, check OAUTH_CLIENT_ID and ${authorization.href}`,
  };
}

function refusedWith(error: string, { config }: Site): Finding {
  const isScope = error === 'invalid_scope';
  return {
    level: 'error',
    about: 'Platform',
    what: `refuses to begin a login: ${/^[a-z_]{1,40}$/.test(error) ? error : 'an unknown error'}`,
    why: 'nobody can log in',
    fix: isScope
      ? `ask it to approve for this client: ${config.scopes.join(' ')}; or name fewer in OAUTH_SCOPES`
      : 'ask its operators which parameter they reject',
    code: codesOfErrors.get(error),
  };
}

function nameFindings(
  name: string | null | undefined,
  { config: { oauth } }: Site,
  { authorization, token }: Endpoints,
): Finding[] {
  if (!name) return [];
  // The login compares a discovered issuer name as a URL, so a slash after a bare host does not
  // matter.
  const isSame = oauth.endpoints ? name === oauth.issuer : isSameAddress(name, oauth.issuer);
  if (isSame)
    return [{ level: 'ok', about: 'Platform', what: `has the expected issuer name ${name}` }];
  return [
    {
      ...causeFinding(
        'platform-name',
        `has the issuer name ${name}, but ${oauth.issuer} is expected`,
      ),
      why: 'Lanyard rejects every login, because the response may come from another server',
      fix: `OAUTH_ISSUER=${name}, with OAUTH_AUTHORIZATION_URL=${authorization.href} and OAUTH_TOKEN_URL=${token.href}`,
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
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })) {
    request.searchParams.set(name, value);
  }
  return request;
}

/** Returns the query of a redirect to this site's callback, or undefined for any other URL. */
function backTo(publicUrl: URL, location: string | undefined): URLSearchParams | undefined {
  const { href } = redirectUri(publicUrl);
  if (!location?.startsWith(`${href}?`)) return undefined;
  return new URL(location).searchParams;
}
