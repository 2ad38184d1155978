// Begins a login at the platform as a browser does: does it take redirect URI, scopes and PKCE, and
// by which name does it call itself.
import { createHash, randomBytes } from 'node:crypto';
import { codesOfErrors, redirectUri } from '../login/login.ts';
import type { Config } from '../settings/config.ts';
import { ask, causeFinding, platformsOwnFinding } from './ask.ts';
import { type Endpoints, isSameAddress } from './endpoints.ts';
import type { Finding, Site } from './finding.ts';

/** What a platform says that would have to show a page (OpenID Connect Core 3.1.2.6). */
const needsPage = [
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
];

/**
 * Begins a login, without a cookie: what is wrong in the request shows before anybody logs in. With
 * `prompt=none` the platform shows no page, and answers at once with its name (RFC 9207). Where it
 * refuses that, a login is begun as a browser does.
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
    what: `takes a login, with redirect URI ${href}`,
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

/** It may be a shield for browsers that refuses, so no monitor hears of it. */
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
      : 'ask its operators which parameter they refuse',
    code: codesOfErrors.get(error),
  };
}

function nameFindings(
  name: string | null | undefined,
  { config: { oauth } }: Site,
  { authorization, token }: Endpoints,
): Finding[] {
  if (!name) return [];
  // A discovered server has the name that it publishes, for which a slash alone is no path.
  const isSame = oauth.endpoints ? name === oauth.issuer : isSameAddress(name, oauth.issuer);
  if (isSame)
    return [{ level: 'ok', about: 'Platform', what: `calls itself ${name}, as expected` }];
  return [
    {
      ...causeFinding('platform-name', `calls itself ${name}, but ${oauth.issuer} is expected`),
      why: 'every login is refused, because the answer might be that of another server',
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

/** Returns the query with which the platform leads back to this site, if it does. */
function backTo(publicUrl: URL, location: string | undefined): URLSearchParams | undefined {
  const { href } = redirectUri(publicUrl);
  if (!location?.startsWith(`${href}?`)) return undefined;
  return new URL(location).searchParams;
}
