// What a token answer gives: a token, how long it lives, and what it may read.
import { unusableAnswer } from './oauth-errors.ts';

/** The result of a code exchange: access on behalf of the attendee. */
export interface TokenSet {
  readonly accessToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly grantedScopes: readonly string[];
  /** Can be used once (narrow.ts). Only with the option `oauth.keepRefreshToken`. */
  readonly refreshToken?: string;
  /** Whom the id_token names (`sub`), if one was asked for (OpenID Connect Core 2). */
  readonly subject?: string;
  /** The session at the server that the id_token names (`sid`), for a back-channel log-out. */
  readonly serverSession?: string;
}

export type ServiceToken = Pick<TokenSet, 'accessToken' | 'expiresAt'>;

const usualLifeSeconds = 300;
const shortestLifeSeconds = 60;
const longestLifeSeconds = 24 * 3600;

/**
 * Limits `expires_in` to between 1 minute (anything shorter would make login loops) and 1 day;
 * `unsaidSeconds` if it is missing. Throws LoginError `login-unavailable`.
 */
export function tokenOf(
  answer: { readonly access_token: string; readonly expires_in?: number | undefined },
  { now, unsaidSeconds = usualLifeSeconds }: { now: number; unsaidSeconds?: number | undefined },
): ServiceToken {
  // The token is sent in a header (RFC 6750 2.1).
  if (!/^[!-~]+$/.test(answer.access_token))
    throw unusableAnswer('an access token that fits into no header');
  const told = Number(answer.expires_in) || unsaidSeconds;
  const lifeSeconds = Math.min(Math.max(told, shortestLifeSeconds), longestLifeSeconds);
  return { accessToken: answer.access_token, expiresAt: now + 1000 * lifeSeconds };
}

interface Reading {
  /** The scopes that were asked for. */
  readonly asked: readonly string[];
  readonly keepRefreshToken: boolean;
  readonly tokenSeconds: number | undefined;
  readonly now: () => number;
  readonly warn: (what: string) => void;
}

/** Throws LoginError `login-unavailable`. */
export function tokenSetOf(
  answer: Parameters<typeof tokenOf>[0] & {
    readonly scope?: string | undefined;
    readonly refresh_token?: string | undefined;
  },
  { asked, keepRefreshToken, tokenSeconds, now, warn }: Reading,
): TokenSet {
  const { scope, refresh_token: refreshToken } = answer;
  return {
    ...tokenOf(answer, { now: now(), unsaidSeconds: tokenSeconds }),
    grantedScopes: grantedScopes(scope, { asked, warn }),
    ...(keepRefreshToken && refreshToken && { refreshToken }),
  };
}

/** Returns at most what was asked for. An answer without `scope` grants all (RFC 6749 5.1). */
function grantedScopes(
  answered: string | undefined,
  { asked, warn }: Pick<Reading, 'asked' | 'warn'>,
): string[] {
  const granted = answered?.split(' ').filter(Boolean) ?? asked;
  if (granted.some((scope) => !asked.includes(scope)))
    warn('scopes beyond what was asked are ignored');
  return asked.filter((scope) => granted.includes(scope));
}
