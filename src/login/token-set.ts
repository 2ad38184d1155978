// What a token answer gives: a token, how long it lives, and what it may read.
import { unusableAnswer } from './oauth-errors.ts';

/** The result of a code exchange: access on behalf of the attendee. */
export interface TokenSet {
  readonly accessToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly grantedScopes: readonly string[];
}

export type ServiceToken = Omit<TokenSet, 'grantedScopes'>;

/**
 * Limits `expires_in` to between 1 minute (anything shorter would make login loops) and 1 day;
 * 5 minutes if it is missing. Throws LoginError `login-unavailable`.
 */
export function tokenOf(
  answer: { readonly access_token: string; readonly expires_in?: number | undefined },
  now: number,
): ServiceToken {
  // The token is sent in a header (RFC 6750 2.1).
  if (!/^[!-~]+$/.test(answer.access_token))
    throw unusableAnswer('an access token that fits into no header');
  const lifeSeconds = Math.min(Math.max(Number(answer.expires_in) || 300, 60), 24 * 3600);
  return { accessToken: answer.access_token, expiresAt: now + 1000 * lifeSeconds };
}
