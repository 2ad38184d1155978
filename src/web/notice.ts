// The notice after an attendee changes what they share: a code in the address, shown as a sentence.
// The session decides what it says, so a forged address cannot make it untrue.
import type { LoginOutcome } from '../login/login.ts';
import type { Translate } from './messages.ts';
import { yours } from './scope-words.ts';

/**
 * Returns the address that a login leads to: the page where it started, with a code if there is
 * something to report.
 */
export function addressWithNotice({ result, returnTo, asked, refused }: LoginOutcome): string {
  const hasNotice = result !== 'logged-in' || refused.length > 0;
  // Other sites cannot use our notice codes.
  if (!hasNotice || !returnTo.startsWith('/')) return returnTo;
  const url = new URL(returnTo, 'http://localhost');
  const isUnchanged = result === 'nothing-changed' || result === 'different-account';
  url.searchParams.set('notice', isUnchanged ? result : 'shared');
  for (const scope of asked) url.searchParams.append('asked', scope);
  return url.pathname + url.search;
}

/**
 * Returns the text for `?notice=` and `?asked=`, or undefined if there is nothing to report.
 * Nothing in the address is repeated.
 */
export function noticeText(
  { notice, asked }: { notice?: unknown; asked?: unknown },
  options: {
    grantedScopes: readonly string[];
    optionalScopes: readonly string[];
    words: Translate;
  },
): string | undefined {
  const { grantedScopes, optionalScopes, words } = options;
  if (notice === 'nothing-changed') return words('notice.nothingChanged');
  if (notice === 'different-account') return words('notice.differentAccount');
  if (notice !== 'shared') return undefined;
  const askedScopes = optionalScopes.filter((scope) => [asked].flat().includes(scope));
  const isShared = (scope: string) => grantedScopes.includes(scope);
  const what = yours(askedScopes.filter(isShared), { words });
  const notShared = askedScopes.filter((scope) => !isShared(scope));
  const rest = yours(notShared, { words, joinedBy: 'or' });
  if (what && rest) return words('notice.partlyShared', { what, rest });
  if (what) return words('notice.allShared', { what });
  return rest ? words('notice.notShared', { rest }) : undefined;
}
