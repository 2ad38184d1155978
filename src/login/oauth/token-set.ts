// Reads the useful parts of a token response: access token, lifetime, granted scopes.
import type { TokenSet } from '../attendee.ts';
import { unusableResponse } from './oauth-errors.ts';

export type ServiceToken = Pick<TokenSet, 'accessToken' | 'expiresAt'>;

const defaultLifeSeconds = 300;
const shortestLifeSeconds = 60;
const longestLifeSeconds = 24 * 3600;

/**
 * Reads the token and its lifetime. The lifetime is at least one minute, because a shorter one
 * would cause login loops, and at most one day. Throws LoginError `login-unavailable` if the token
 * is unusable.
 */
export function tokenOf(
  response: { readonly access_token: string; readonly expires_in?: number | undefined },
  {
    now,
    defaultSeconds = defaultLifeSeconds,
  }: { now: number; defaultSeconds?: number | undefined },
): ServiceToken {
  // The token is sent in the Authorization header, so only visible ASCII is accepted. RFC 6750 2.1
  // permits even fewer characters.
  if (!/^[!-~]+$/.test(response.access_token))
    throw unusableResponse('an access token with characters that are not allowed in a header');
  const seconds = Number(response.expires_in) || defaultSeconds;
  const lifeSeconds = Math.min(Math.max(seconds, shortestLifeSeconds), longestLifeSeconds);
  return { accessToken: response.access_token, expiresAt: now + 1000 * lifeSeconds };
}

interface Reading {
  readonly asked: readonly string[];
  readonly tokenSeconds: number | undefined;
  readonly now: () => number;
  readonly warn: (what: string) => void;
}

/**
 * Reads a token response with its granted scopes. Throws LoginError `login-unavailable` if the
 * token is unusable.
 */
export function tokenSetOf(
  response: Parameters<typeof tokenOf>[0] & { readonly scope?: string | undefined },
  { asked, tokenSeconds, now, warn }: Reading,
): TokenSet {
  return {
    ...tokenOf(response, { now: now(), defaultSeconds: tokenSeconds }),
    grantedScopes: grantedScopes(response.scope, { asked, warn }),
  };
}

/**
 * Returns the requested scopes that were granted. A response without `scope` grants all of them
 * (RFC 6749 5.1).
 */
function grantedScopes(
  scope: string | undefined,
  { asked, warn }: Pick<Reading, 'asked' | 'warn'>,
): string[] {
  const granted = scope?.split(' ').filter(Boolean) ?? asked;
  if (granted.some((each) => !asked.includes(each)))
    warn('the platform granted scopes that were not requested: ignored');
  return asked.filter((each) => granted.includes(each));
}
