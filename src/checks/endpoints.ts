// Where a login leads at the platform: from the settings, or as the issuer publishes it.
import { parseAddress } from '../text.ts';
import { ask, causeFinding, platformsOwnFinding } from './ask.ts';
import type { Finding, Site } from './finding.ts';

export interface Endpoints {
  readonly authorization: URL;
  readonly token: URL;
}

/** Returns the endpoints of the settings, or those that the issuer publishes. */
export async function findEndpoints(
  site: Site,
): Promise<{ endpoints?: Endpoints; findings: Finding[] }> {
  const { endpoints, issuer } = site.config.oauth;
  if (endpoints) return { endpoints, findings: [] };
  for (const document of ['openid-configuration', 'oauth-authorization-server']) {
    const address = new URL(`${issuer.replace(/\/$/, '')}/.well-known/${document}`);
    const answer = await ask(address, site);
    const own = platformsOwnFinding(answer.status, `at ${address.href}`);
    if (own) return { findings: [own] };
    const metadata = Object(answer.json);
    const authorization = parseAddress(metadata.authorization_endpoint);
    const token = parseAddress(metadata.token_endpoint);
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
        ...causeFinding('platform-answer', `publishes no addresses at OAUTH_ISSUER (${issuer})`),
        fix: 'set OAUTH_AUTHORIZATION_URL and OAUTH_TOKEN_URL, or correct OAUTH_ISSUER',
      },
    ],
  };
}

/** With or without a slash behind a bare host, as the login compares them. */
export function isSameAddress(one: unknown, other: string): boolean {
  return parseAddress(one)?.href === parseAddress(other)?.href;
}

function publishedNameFindings(published: unknown, issuer: string): Finding[] {
  if (isSameAddress(published, issuer)) return [];
  return [
    {
      ...causeFinding('platform-name', 'publishes another name for itself than OAUTH_ISSUER'),
      why: 'every login is refused, because the answer might be that of another server',
      fix: `OAUTH_ISSUER=${parseAddress(published) ? published : 'the name that it publishes'}`,
    },
  ];
}

function pkceFindings(methods: unknown): Finding[] {
  if (Array.isArray(methods) && methods.includes('S256')) return [];
  return [
    {
      level: 'warning',
      about: 'Platform',
      what: 'does not say that it checks PKCE (S256)',
      why: 'only state and the client secret then protect a stolen code',
      fix: 'ask its people',
    },
  ];
}
