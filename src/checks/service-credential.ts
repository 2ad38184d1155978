// Requests a token with the site's own credential, to check the secret and the granted scopes.
import { causeOf } from '../log/causes.ts';
import { createServiceTokens } from '../login/login.ts';
import { type Check, type Finding, oneError, type Site } from './finding.ts';

const credential = 'SERVICE_CLIENT_ID and SERVICE_CLIENT_SECRET';

export const checkCredential: Check = async (site) => {
  const { service } = site.config;
  if (!service) return [];
  const refusal = await refusalOf(site, service.scopes);
  if (refusal === undefined) {
    const what = `grants this site ${service.scopes.join(', ')}`;
    return [{ level: 'ok', about: 'Platform', what }];
  }
  if (!isOfRequest(refusal)) return [refusedCredential(refusal)];
  const missing: string[] = [];
  for (const scope of service.scopes)
    if ((await refusalOf(site, [scope])) !== undefined) missing.push(scope);
  const isOfScopes = oauthErrorOf(refusal) === 'invalid_scope';
  if (!isOfScopes && missing.length === service.scopes.length) return [refusedCredential(refusal)];
  return oneError('Platform', {
    what: `does not grant this site ${missing.join(', ') || 'its scopes together'}`,
    why: 'the pages that read these records fail, and also those for the other scopes',
    fix: 'ask the platform to approve them for this client, or remove them from SERVICE_SCOPES',
  });
};

async function refusalOf(site: Site, scopes: readonly string[]): Promise<unknown> {
  const { service } = site.config;
  if (!service) return undefined;
  const { deadlineMs, now } = site;
  const options = { ...service, scopes, deadlineSeconds: deadlineMs / 1000, now };
  return createServiceTokens(options)().then(
    () => undefined,
    (error) => error,
  );
}

/**
 * Whether the platform rejected the request. Only the status is checked, because the platform's own
 * error format does not distinguish a missing scope from a wrong secret.
 */
function isOfRequest(error: unknown): boolean {
  const { answered = 0 } = Object(Object(error).cause);
  return answered >= 400 && answered < 500 && answered !== 429;
}

function oauthErrorOf(error: unknown): unknown {
  return Object(Object(error).cause).error;
}

function refusedCredential(error: unknown): Finding {
  const { code, cause = '', fix = '' } = causeOf(error) ?? {};
  const isRefused = code === 'platform-credential';
  const what = isRefused
    ? "rejects the site's service credential"
    : `issues no token for the site's service credential: ${cause}`;
  return {
    level: 'error',
    about: 'Platform',
    what,
    why: 'the pages that read records with it fail: badge, volunteering, dealer, roles',
    fix: isRefused
      ? `compare ${credential} (if not set: OAUTH_CLIENT_ID and OAUTH_CLIENT_SECRET) with the platform, and ask whether this client may use client_credentials`
      : fix,
  };
}
