// Describes scopes in words for attendees, the same on every page.
import { attendeeScopes } from '../scopes.ts';
import type { Translate } from './messages.ts';
import type { PathOf } from './page.ts';
import { createRows, type Row } from './rows.ts';

/**
 * Returns what these scopes cover, as part of a sentence: "your email address and your phone
 * number".
 */
export function describeScopes(
  scopes: readonly string[],
  options: { words: Translate; joinedBy?: 'and' | 'or' },
): string {
  const { words, joinedBy } = options;
  const type = joinedBy === 'or' ? 'disjunction' : 'conjunction';
  return new Intl.ListFormat(words.locale, { type }).format(
    scopes.map((scope) => words(`scope.${scope}.inSentence`)),
  );
}

/**
 * Returns a row with what a scope covers and what it is used for. A scope that only this operator
 * uses is shown by its name, so that none is hidden.
 */
export function scopeRow(scope: string, words: Translate): Row {
  const { textRow } = createRows(words);
  return Object.hasOwn(attendeeScopes, scope)
    ? textRow(words(`scope.${scope}.label`), words(`scope.${scope}.use`))
    : textRow(words('scope.other.label'), words('scope.other.use', { name: scope }));
}

/** A scope that is not shared, and the link that shares it. */
export interface Offer {
  readonly label: string;
  /** What sharing it is good for, if the page does not show that already. */
  readonly use?: string;
  readonly link: string;
  readonly path: string;
}

/** Returns the link with which an attendee shares one more scope and returns to `returnTo`. */
export function shareOffer(
  scope: string,
  { words, returnTo }: { words: Translate; returnTo: string },
): Offer {
  return {
    label: words(`scope.${scope}.label`),
    link: words('share', { what: describeScopes([scope], { words }) }),
    path: `/login?${new URLSearchParams({ scope, return_to: returnTo })}`,
  };
}

/** Returns the link to the page that asks whether to stop sharing, if this site has that page. */
export function stopLink(
  scope: string,
  { words, pathOf }: { words: Translate; pathOf: PathOf },
): { link: string; path: string } | undefined {
  const sharing = pathOf('sharing');
  if (sharing === undefined) return undefined;
  const query = new URLSearchParams({ scope });
  return { link: words('sharing.stop'), path: `${sharing}/stop?${query}` };
}
