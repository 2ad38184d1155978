// Checks the platform without logging in: reachability, clock, client credentials, and the
// authorization request.
import { randomBytes } from 'node:crypto';
import { codeOfFailure } from '../convention/send-request.ts';
import { causeWithCode } from '../log/causes.ts';
import { isUsedCodeError } from '../login/login.ts';
import { fromOutside } from '../text.ts';
import { authorizationFindings } from './authorization.ts';
import { type Endpoints, findEndpoints, shownEndpoint } from './find-endpoints.ts';
import type { Check, Finding, Site } from './finding.ts';
import {
  causeFinding,
  codeOf,
  type HttpResponse,
  isDifferent,
  isTemporary,
  pkceFinding,
  platformsOwnFinding,
  send,
  sendUnknownCode,
  webPageFinding,
} from './http.ts';

/** Limits for the clock difference. Lanyard tolerates five minutes in an id_token. */
const clockWarningMs = 60_000;
const clockErrorMs = 300_000;

export const checkPlatform: Check = async (site) => {
  try {
    return await platformFindings(site);
  } catch (error) {
    return [unreachable(error, site)];
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
    ...(config.scopes.includes('openid') && config.oauth.endpoints ? [keysUnknown] : []),
  ];
}

const keysUnknown: Finding = {
  level: 'warning',
  about: 'Platform',
  what: 'the keys of its id_tokens are unknown',
  why: 'Lanyard cannot check their signature and relies on TLS',
  fix: 'if the platform supports discovery, set OAUTH_ISSUER and remove OAUTH_AUTHORIZATION_URL and OAUTH_TOKEN_URL',
};

/** Rejects if the platform cannot be reached. */
async function reachFindings(site: Site): Promise<Finding[]> {
  const { api } = site.config;
  const currentUser = new URL(`${api.baseUrl.href.replace(/\/$/, '')}/api/users/current`);
  const response = await send(currentUser, site);
  const { status, header, json } = response;
  const clock = clockFindings(Date.parse(header('date') ?? '') - site.now());
  const where = `at ${currentUser.href}`;
  // The API must reject this request, because it has no token. A firewall would reject it with a
  // web page.
  if (status === 401 || (status === 403 && json !== undefined)) {
    const what = `is reachable at ${api.baseUrl.origin}`;
    return [{ level: 'ok', about: 'Platform', what }, ...clock];
  }
  const own = platformsOwnFinding(status, where);
  if (own) return [...clock, own];
  if (status === 403)
    return [...clock, causeFinding('platform-refuses', `returns 403 ${where}, without JSON`)];
  const page = webPageFinding(response, where);
  if (page) return [...clock, page];
  const what = `returns ${status} ${where} instead of 401`;
  const fix = 'set CONVENTION_URL to the URL of the platform, without /api';
  return [...clock, { ...causeFinding('platform-answer', what), fix }];
}

function unreachable(error: unknown, { config }: Site): Finding {
  const code = codeOfFailure(error);
  const { cause = '' } = causeWithCode(code) ?? {};
  const where = [config.api.baseUrl.origin, codeOf(error), ...namesInCertificate(error)];
  return causeFinding(code, `${cause} (${where.join(', ')})`);
}

/** Returns a few names from the certificate, for when the server's own name is not among them. */
function namesInCertificate(error: unknown): string[] {
  const { cert, cause } = Object(error);
  const { subjectaltname: names } = Object(cert ?? Object(cause).cert);
  const shown = String(names ?? '')
    .split(', ')
    .flatMap((name) => fromOutside(name, 'certificateName') ?? []);
  return shown.length > 0 ? [`it has ${shown.slice(0, 5).join(', ')}`] : [];
}

function clockFindings(differenceMs: number): Finding[] {
  const seconds = Math.round(Math.abs(differenceMs) / 1000);
  if (Number.isNaN(differenceMs) || Math.abs(differenceMs) < clockWarningMs) return [];
  return [
    {
      level: Math.abs(differenceMs) > clockErrorMs ? 'error' : 'warning',
      about: 'Platform',
      what: `its clock differs from this computer's by ${seconds} seconds`,
      why: 'tokens seem expired or not valid yet',
      fix: 'compare both with another clock, and set the time here by NTP: timedatectl set-ntp true',
    },
  ];
}

async function clientFindings(site: Site, { token }: Endpoints): Promise<Finding[]> {
  const response = await sendUnknownCode(site, token);
  const { oauth } = site.config;
  if (oauth.pkce && isRejectedAsWhole(response)) {
    const withoutPkce = await sendUnknownCode(site, token, { ...oauth, pkce: false });
    if (isDifferent(response, withoutPkce) && !requiresPkce(response, withoutPkce)) {
      const what = `its token endpoint rejects the parameter code_verifier (${response.status})`;
      return [pkceFinding(what), ...(await findingsOf(withoutPkce, site, token))];
    }
  }
  return findingsOf(response, site, token);
}

/**
 * Whether the platform rejected the request with an error that names neither the client nor the
 * code.
 */
function isRejectedAsWhole({ status, error = '' }: HttpResponse): boolean {
  return status >= 400 && !isTemporary(status) && !isCodeOrClientError(error);
}

/**
 * A server that requires PKCE responds differently without it: it names the missing parameter, or
 * it rejects the request before it checks the client and the code.
 */
function requiresPkce(response: HttpResponse, withoutPkce: HttpResponse): boolean {
  const isNamed = /code_verifier|pkce/i.test(JSON.stringify(withoutPkce.json) ?? '');
  return isNamed || (isOfCredential(response) && !isOfCredential(withoutPkce));
}

/** Whether an error concerns the client or the code, in OAuth's format or the platform's. */
function isOfCredential({ error = '', json }: HttpResponse): boolean {
  const { authentication } = Object(Object(json).errors);
  return authentication !== undefined || isCodeOrClientError(error);
}

const isCodeOrClientError = (code: string) => isUsedCodeError(code) || isClientError(code);

const isClientError = (code: string) =>
  ['invalid_client', 'unauthorized_client'].includes(code.toLowerCase());

const accepted: Finding = {
  level: 'ok',
  about: 'Platform',
  what: 'accepts OAUTH_CLIENT_ID and OAUTH_CLIENT_SECRET',
};

async function findingsOf(response: HttpResponse, site: Site, token: URL): Promise<Finding[]> {
  const { status, error = '', json } = response;
  const url = shownEndpoint(token);
  // The status does not matter: RFC 6749 5.2 requires 400, but Auth0 returns 403, and others return
  // 401.
  if (isUsedCodeError(error)) return [accepted];
  const own = platformsOwnFinding(status, `at its token endpoint (${url})`);
  if (own) return [own];
  if (isOfPlatform(json)) return platformErrorFindings(response, site, token);
  if (isClientError(error) || (status === 401 && !error)) return [rejectedClient];
  const isJson = json !== undefined;
  if (status === 403 && !isJson)
    return [causeFinding('platform-refuses', `its token endpoint returns 403 without JSON`)];
  const page = webPageFinding(response, `at its token endpoint (${url})`);
  if (page) return [page];
  const what = `its token endpoint returns ${status}${error && ` (${error})`} for an unknown code instead of invalid_grant`;
  const fix = `check that ${url} is its token endpoint (OAUTH_TOKEN_URL)`;
  if (!isJson || status !== 400) return [{ ...causeFinding('platform-answer', what), fix }];
  const why = 'if it also does so for real codes, nobody can log in';
  return [{ level: 'warning', about: 'Platform', what, why, fix }];
}

const rejectedClient: Finding = {
  ...causeFinding('platform-client', 'rejects OAUTH_CLIENT_ID or OAUTH_CLIENT_SECRET'),
  fix: 'compare both with the platform, or try OAUTH_CLIENT_AUTH=basic',
};

/** Whether an error is in the platform's own format (docs/interface.md 7). */
function isOfPlatform(json: unknown): boolean {
  const { errors } = Object(json);
  return Object.keys(Object(errors)).length > 0;
}

/**
 * The platform's own format does not say whether the client or the code is wrong, so the response
 * is compared with the one to a wrong secret.
 */
async function platformErrorFindings(
  response: HttpResponse,
  site: Site,
  token: URL,
): Promise<Finding[]> {
  if (!site.isThorough) return [];
  const clientSecret = randomBytes(32).toString('hex');
  const wrong = await sendUnknownCode(site, token, { ...site.config.oauth, clientSecret });
  if (isDifferent(response, wrong)) return [accepted];
  if (response.status === 401) return [rejectedClient];
  const what = `its token endpoint returns the same error (${response.status}) for a wrong secret and for an unknown code`;
  const why = 'this check cannot tell whether it accepts OAUTH_CLIENT_ID and OAUTH_CLIENT_SECRET';
  const fix = 'log in once. If that fails, compare both with the platform';
  return [{ level: 'warning', about: 'Platform', what, why, fix }];
}
