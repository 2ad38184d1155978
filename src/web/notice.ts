// What a page tells first when the browser comes back from sharing more: a code in the address, put in words that this session
// makes true, whoever wrote the address.
import type { LoginOutcome } from '../login/login.ts';
import type { Translate } from './messages.ts';
import { yours } from './scope-words.ts';

/** Returns where a login leads: to the page that it came from, with a code for what there is to tell. */
export function addressWithNotice({ result, returnTo, asked, refused }: LoginOutcome): string {
  const isTold = result !== 'logged-in' || refused.length > 0;
  // Another site has no use for our codes.
  if (!isTold || !returnTo.startsWith('/')) return returnTo;
  const url = new URL(returnTo, 'http://localhost');
  const isUnchanged = result === 'nothing-changed' || result === 'different-account';
  url.searchParams.set('notice', isUnchanged ? result : 'shared');
  for (const scope of asked) url.searchParams.append('asked', scope);
  return url.pathname + url.search;
}

/** The words of `?notice=` and `?asked=`, or undefined where there is nothing to tell. Nothing of the address is repeated. */
export function noticeOf(
  { notice, asked }: { notice?: unknown; asked?: unknown },
  options: { grantedScopes: readonly string[]; optionalScopes: readonly string[]; words: Translate },
): string | undefined {
  const { grantedScopes, optionalScopes, words } = options;
  if (notice === 'nothing-changed') return words('notice.nothingChanged');
  if (notice === 'different-account') return words('notice.differentAccount');
  if (notice !== 'shared') return undefined;
  const named = optionalScopes.filter((scope) => [asked].flat().includes(scope));
  const isShared = (scope: string) => grantedScopes.includes(scope);
  const what = yours(named.filter(isShared), { words });
  const notShared = named.filter((scope) => !isShared(scope));
  const rest = yours(notShared, { words, joinedBy: 'or' });
  if (what && rest) return words('notice.partlyShared', { what, rest });
  if (what) return words('notice.allShared', { what });
  return rest ? words('notice.notShared', { rest }) : undefined;
}
