// Asks the platform without a person: is it there, by which clock, and does it know this client.
import { causeOf } from '../log/causes.ts';
import { ask, askWithUnknownCode, codeOf } from './ask.ts';
import { authorizationFindings, nameFindings } from './authorization-checks.ts';
import { type Endpoints, findEndpoints } from './endpoints.ts';
import type { Check, Finding, Site } from './finding.ts';
import { isServerError, platformIsDown } from './platform-down.ts';

/** Of an id_token, five minutes are tolerated. */
const clockWarningMs = 60_000;
const clockErrorMs = 300_000;

export const checkPlatform: Check = async (site) => {
  try {
    return await platformFindings(site);
  } catch (error) {
    return [noAnswer(error, site)];
  }
};

async function platformFindings(site: Site): Promise<Finding[]> {
  const { config } = site;
  const reached = await reachFindings(site);
  const found = await findEndpoints(site);
  if (!found.endpoints) return [...reached, ...found.findings];
  return [
    ...reached,
    ...found.findings,
    ...(await clientFindings(site, found.endpoints)),
    ...(await authorizationFindings(site, found.endpoints)),
    ...(await nameFindings(site, found.endpoints)),
    ...(config.scopes.includes('openid') && config.oauth.endpoints ? [keysUnknown] : []),
  ];
}

const keysUnknown: Finding = {
  level: 'warning',
  about: 'Platform',
  what: 'the keys of its id_tokens are not known',
  why: 'their signature is then vouched for by TLS alone',
  fix: 'if the platform publishes its addresses: OAUTH_ISSUER without the two other addresses',
};

/** Whether the API is there, and by which clock. Rejects if the platform cannot be reached. */
async function reachFindings(site: Site): Promise<Finding[]> {
  const { api } = site.config;
  const currentUser = new URL(`${api.baseUrl.href.replace(/\/$/, '')}/api/users/current`);
  const { status, header } = await ask(currentUser, site);
  const findings = clockFindings(Date.parse(header('date') ?? '') - site.now());
  if (status === 401 || status === 403) {
    const what = `is reached at ${api.baseUrl.origin}`;
    return [{ level: 'ok', about: 'Platform', what }, ...findings];
  }
  if (isServerError(status))
    return [...findings, platformIsDown(`answers ${status} at ${currentUser.href}`)];
  const what = `answers ${status} at ${currentUser.href}, where 401 is expected`;
  return [...findings, noApi(what)];
}

const noAnswer = (error: unknown, { config }: Site): Finding => ({
  level: 'error',
  about: 'Platform',
  what: `${causeOf(error) ?? 'the platform cannot be reached'} (${config.api.baseUrl.origin}, ${codeOf(error)})`,
  why: 'nobody can log in',
  fix: 'check CONVENTION_URL, the DNS and the firewall of this server; for a certificate authority of your own set NODE_EXTRA_CA_CERTS',
});

const noApi = (what: string): Finding => ({
  level: 'warning',
  about: 'Platform',
  what,
  why: 'the record of an attendee is read there',
  fix: 'CONVENTION_URL must be the base address of the platform: the part before /api',
});

function clockFindings(differenceMs: number): Finding[] {
  const seconds = Math.round(Math.abs(differenceMs) / 1000);
  if (Number.isNaN(differenceMs) || Math.abs(differenceMs) < clockWarningMs) return [];
  return [
    {
      level: Math.abs(differenceMs) > clockErrorMs ? 'error' : 'warning',
      about: 'Platform',
      what: `its clock differs from this computer's by ${seconds} seconds`,
      why: 'tokens seem to have expired, or not to be valid yet',
      fix: 'compare both with another clock, and set the time here by NTP: timedatectl set-ntp true',
    },
  ];
}

async function clientFindings(site: Site, { token }: Endpoints): Promise<Finding[]> {
  const { status, error } = await askWithUnknownCode(site, token, 'doctor');
  if (error === 'invalid_grant') {
    const what = 'accepts OAUTH_CLIENT_ID and OAUTH_CLIENT_SECRET';
    return [{ level: 'ok', about: 'Platform', what }];
  }
  if (isServerError(status))
    return [platformIsDown(`its token endpoint answers ${status} (${token.href})`)];
  const isRefused = error === 'invalid_client' || error === 'unauthorized_client' || status === 401;
  return [
    {
      level: isRefused ? 'error' : 'warning',
      about: 'Platform',
      what: isRefused
        ? 'refuses OAUTH_CLIENT_ID or OAUTH_CLIENT_SECRET'
        : `its token endpoint answers ${status}${error ? ` (${error})` : ''} to a code that does not exist, not invalid_grant`,
      why: isRefused ? 'nobody can log in' : 'nobody can log in, if it does so to a real code',
      fix: isRefused
        ? 'compare both with what the platform shows for this site; or it wants OAUTH_CLIENT_AUTH=basic'
        : `check that ${token.href} is its token endpoint (OAUTH_TOKEN_URL)`,
    },
  ];
}
