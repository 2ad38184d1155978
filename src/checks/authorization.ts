// Sends authorization requests as a browser would, to check the redirect URI, the scopes, PKCE and
// the issuer name.
import { createHash, randomBytes } from 'node:crypto';
import { codesOfErrors, redirectUri } from '../login/login.ts';
import { shownBy } from '../scopes.ts';
import type { Config } from '../settings/config.ts';
import { fromOutside } from '../text.ts';
import { type Endpoints, isSameUrl, shownEndpoint } from './find-endpoints.ts';
import { type Finding, oneError, type Site } from './finding.ts';
import { causeFinding, isTemporary, pkceFinding, platformsOwnFinding, send } from './http.ts';

/**
 * With `prompt=none`, a platform that accepts the request but needs to show a page returns one of
 * these errors (OpenID Connect Core 3.1.2.6).
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
  const { config } = site;
  const silent = await beginLogin(site, endpoints, { ...wholeLogin(config), prompt: 'none' });
  const response = silent.isAccepted
    ? silent
    : await beginLogin(site, endpoints, wholeLogin(config));
  if (!response.isAccepted) return rejectionFindings(response, site, endpoints);
  const what = `accepts a login with the redirect URI ${redirectUri(config.publicUrl).href}`;
  const accepted: Finding = { level: 'ok', about: 'Platform', what };
  const ofIssuer = nameFindings(response.name ?? silent.name, site, endpoints);
  return [accepted, ...ofIssuer, ...(await promptFindings(site, endpoints))];
}

async function promptFindings(site: Site, endpoints: Endpoints): Promise<Finding[]> {
  if (!site.isThorough || !site.config.convention.promptLogin) return [];
  const login: Login = { ...wholeLogin(site.config), prompt: 'login' };
  const response = await beginLogin(site, endpoints, login);
  if (response.isAccepted || isTemporary(response.status)) return [];
  return oneError('Platform', {
    what: `refuses to begin a login with prompt=login (${nameOf(response)})`,
    why: 'nobody can switch accounts',
    fix: 'OAUTH_PROMPT_LOGIN=off',
  });
}

/** The parts of an authorization request that the checks vary. */
interface Login {
  readonly pkce: boolean;
  readonly scopes: readonly string[];
  readonly prompt?: 'none' | 'login';
}

const wholeLogin = ({ oauth: { pkce }, scopes }: Config): Login => ({ pkce, scopes });

interface LoginStart {
  readonly status: number;
  /** The error code in the redirect to the callback, or ''. */
  readonly error: string;
  readonly isAccepted: boolean;
  readonly name: string | null | undefined;
}

async function beginLogin(site: Site, endpoints: Endpoints, login: Login): Promise<LoginStart> {
  const { status, header } = await send(authorizationRequest(site.config, endpoints, login), site);
  const query = callbackQuery(site.config.publicUrl, header('location'));
  const error = query?.get('error')?.toLowerCase() ?? '';
  const isAccepted = error ? login.prompt === 'none' && needsPage.includes(error) : status < 400;
  return { status, error, isAccepted, name: query?.get('iss') };
}

/**
 * Repeats a rejected request without PKCE and, if `isThorough`, with fewer scopes, to find out
 * which setting is wrong.
 */
async function rejectionFindings(
  rejected: LoginStart,
  site: Site,
  endpoints: Endpoints,
): Promise<Finding[]> {
  if (isTemporary(rejected.status)) return [rejection(rejected, site, endpoints)];
  const { oauth, scopes } = site.config;
  const begin = (login: Login) => beginLogin(site, endpoints, login);
  const pkceIsRejected = pkceFinding(`refuses to begin a login with PKCE (${nameOf(rejected)})`);
  if (oauth.pkce) {
    const withoutPkce = await begin({ pkce: false, scopes });
    if (withoutPkce.isAccepted) return [pkceIsRejected];
    if (isGeneral(rejected) && !isGeneral(withoutPkce))
      return [pkceIsRejected, rejection(withoutPkce, site, endpoints)];
  }
  for (const pkce of site.isThorough ? new Set([oauth.pkce, false]) : []) {
    const found = await rejectedScopes(scopes, (fewer) => begin({ pkce, scopes: fewer }));
    if (found) return pkce === oauth.pkce ? [found] : [pkceIsRejected, found];
  }
  return [rejection(rejected, site, endpoints)];
}

/**
 * Tries `openid` and the basic scopes alone, and then with one other scope at a time. Resolves to
 * undefined if the platform rejects the first of these requests.
 */
async function rejectedScopes(
  scopes: readonly string[],
  begin: (scopes: readonly string[]) => Promise<LoginStart>,
): Promise<Finding | undefined> {
  const needed = scopes.filter((scope) => scope === 'openid' || shownBy(scope) === 'basic');
  if (!(await begin(needed)).isAccepted) return undefined;
  const rejected: string[] = [];
  for (const scope of scopes)
    if (!needed.includes(scope) && !(await begin([...needed, scope])).isAccepted)
      rejected.push(scope);
  const names = rejected.join(', ') || 'all of OAUTH_SCOPES together';
  return {
    ...causeFinding('platform-scope', `refuses to begin a login with ${names}`),
    fix: 'ask it to approve these scopes for this client, or remove them from OAUTH_SCOPES',
  };
}

/**
 * Whether a rejection does not say what is wrong. `error` is empty if the platform shows an error
 * page.
 */
const isGeneral = ({ error }: LoginStart) =>
  ['', 'invalid_request', 'server_error'].includes(error);

const nameOf = ({ status, error }: LoginStart) => fromOutside(error, 'code') ?? status;

function rejection({ status, error }: LoginStart, site: Site, endpoints: Endpoints): Finding {
  const own = platformsOwnFinding(status, 'where a login begins');
  if (own) return own;
  return error ? rejectedWith(error, site) : rejectedPage(status, site, endpoints);
}

/**
 * Leaves out `code`, so that monitors ignore the finding: a bot filter may have rejected the
 * request.
 */
function rejectedPage(status: number, { config }: Site, { authorization }: Endpoints): Finding {
  const { href } = redirectUri(config.publicUrl);
  return {
    level: 'error',
    about: 'Platform',
    what: `refuses to begin a login (${status})`,
    why: 'nobody can log in',
    fix: `register exactly this redirect URI there: ${href}. If it is, check OAUTH_CLIENT_ID and ${shownEndpoint(authorization)}`,
  };
}

function rejectedWith(error: string, { config }: Site): Finding {
  const isScope = error === 'invalid_scope';
  return {
    level: 'error',
    about: 'Platform',
    what: `refuses to begin a login: ${fromOutside(error, 'code') ?? 'an unknown error'}`,
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
  // Discovery compares issuer names as URLs, so a slash after a bare host does not matter.
  const isSame = oauth.endpoints ? name === oauth.issuer : isSameUrl(name, oauth.issuer);
  if (isSame) {
    const what = `has the expected issuer name ${oauth.issuer}`;
    return [{ level: 'ok', about: 'Platform', what }];
  }
  const shown = fromOutside(name, 'url') ?? 'that it sends';
  return [
    {
      ...causeFinding(
        'platform-name',
        `has the issuer name ${shown}, but ${oauth.issuer} is expected`,
      ),
      why: 'Lanyard rejects every login, because the response may come from another server',
      fix: `OAUTH_ISSUER=${shown}, with OAUTH_AUTHORIZATION_URL=${shownEndpoint(authorization)} and OAUTH_TOKEN_URL=${shownEndpoint(token)}`,
    },
  ];
}

function authorizationRequest(
  { oauth, publicUrl }: Config,
  endpoints: Endpoints,
  { pkce, scopes, prompt }: Login,
): URL {
  const request = new URL(endpoints.authorization);
  const challenge = createHash('sha256').update(randomBytes(32)).digest('base64url');
  for (const [name, value] of Object.entries({
    client_id: oauth.clientId,
    response_type: 'code',
    redirect_uri: redirectUri(publicUrl).href,
    scope: scopes.join(' '),
    state: randomBytes(16).toString('hex'),
    ...(scopes.includes('openid') && { nonce: randomBytes(16).toString('hex') }),
    ...(pkce && { code_challenge: challenge, code_challenge_method: 'S256' }),
    ...(prompt && { prompt }),
  })) {
    request.searchParams.set(name, value);
  }
  return request;
}

/** Returns the query if the URL is this site's callback, and otherwise undefined. */
function callbackQuery(publicUrl: URL, location: string | undefined): URLSearchParams | undefined {
  const { href } = redirectUri(publicUrl);
  if (!location?.startsWith(`${href}?`)) return undefined;
  return new URL(location).searchParams;
}
