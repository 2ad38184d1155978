// Finds the platform's endpoints, in the settings or by discovery.
import { fromOutside, parseUrl } from '../text.ts';
import { type Finding, oneWarning, type Site } from './finding.ts';
import { causeFinding, platformsOwnFinding, send } from './http.ts';

export interface Endpoints {
  readonly authorization: URL;
  readonly token: URL;
}

export async function findEndpoints(
  site: Site,
): Promise<{ endpoints?: Endpoints; findings: Finding[] }> {
  const { endpoints, issuer } = site.config.oauth;
  if (endpoints) return { endpoints, findings: [] };
  for (const document of ['openid-configuration', 'oauth-authorization-server']) {
    const url = new URL(`${issuer.replace(/\/$/, '')}/.well-known/${document}`);
    const response = await send(url, site);
    const own = platformsOwnFinding(response.status, `at ${url.href}`);
    if (own) return { findings: [own] };
    const metadata = Object(response.json);
    const authorization = parseUrl(metadata.authorization_endpoint);
    const token = parseUrl(metadata.token_endpoint);
    if (!authorization || !token) continue;
    const pkce: Finding[] = pkceFindings(metadata.code_challenge_methods_supported);
    return {
      endpoints: { authorization, token },
      findings: [...publishedNameFindings(metadata.issuer, issuer), ...pkce],
    };
  }
  return {
    findings: [
      {
        ...causeFinding('platform-answer', `publishes no endpoints at OAUTH_ISSUER (${issuer})`),
        fix: 'set OAUTH_AUTHORIZATION_URL and OAUTH_TOKEN_URL, or correct OAUTH_ISSUER',
      },
    ],
  };
}

/**
 * Compares two URLs as the login does if it uses discovery: a slash after a bare host makes no
 * difference.
 */
export function isSameUrl(one: unknown, other: string): boolean {
  const url = parseUrl(one);
  return url !== undefined && url.href === parseUrl(other)?.href;
}

/** Returns the URL in a form that is safe to show, because it may come from the platform. */
export function shownEndpoint({ href }: URL): string {
  return fromOutside(href, 'url') ?? fromOutside(href, 'origin') ?? 'the published URL';
}

function publishedNameFindings(published: unknown, issuer: string): Finding[] {
  if (isSameUrl(published, issuer)) return [];
  return [
    {
      ...causeFinding('platform-name', 'publishes an issuer name that differs from OAUTH_ISSUER'),
      why: 'Lanyard rejects every login, because the response may come from another server',
      fix: `OAUTH_ISSUER=${fromOutside(published, 'url') ?? 'the name that it publishes'}`,
    },
  ];
}

function pkceFindings(methods: unknown): Finding[] {
  if (Array.isArray(methods) && methods.includes('S256')) return [];
  return oneWarning('Platform', {
    what: 'does not announce PKCE (S256)',
    why: 'only state and the client secret then protect a stolen code',
    fix: 'ask its operators whether they check PKCE',
  });
}
