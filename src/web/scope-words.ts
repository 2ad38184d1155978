// Scopes in the words of an attendee, the same on every page.
import type { Translate } from './messages.ts';
import { createRows, type Row } from './rows.ts';

const knownScopes = ['pii:basic', 'pii:email', 'pii:phone', 'pii:address', 'con:read'];

/** What these scopes cover, as a part of a sentence: "your e-mail address and your phone number". */
export function yours(scopes: readonly string[], options: { words: Translate; joinedBy?: 'and' | 'or' }): string {
  const { words, joinedBy } = options;
  const type = joinedBy === 'or' ? 'disjunction' : 'conjunction';
  return new Intl.ListFormat(words.locale, { type }).format(scopes.map((scope) => words(`scope.${scope}.yours`)));
}

/** What a scope covers and what it feeds. A scope that only this operator knows goes by its own name: nothing is kept quiet. */
export function scopeRow(scope: string, words: Translate): Row {
  const { ours } = createRows(words);
  return knownScopes.includes(scope)
    ? ours(words(`scope.${scope}.label`), words(`scope.${scope}.feeds`))
    : ours(words('scope.other.label'), words('scope.other.feeds', { name: scope }));
}

/** Something that is not shared, and the link that shares it. */
export interface Offer {
  readonly label: string;
  /** What sharing it is good for, where the page does not show that by itself. */
  readonly feeds?: string;
  readonly link: string;
  readonly path: string;
}

/** The link by which an attendee shares one scope more, and comes back to `returnTo`. */
export function offerOf(scope: string, { words, returnTo }: { words: Translate; returnTo: string }): Offer {
  return {
    label: words(`scope.${scope}.label`),
    link: words('share', { what: yours([scope], { words }) }),
    path: `/login?${new URLSearchParams({ scope, return_to: returnTo })}`,
  };
}

/** The link to the page that asks whether to stop sharing. */
export function stopPath(scope: string): string {
  return `/sharing/stop?${new URLSearchParams({ scope })}`;
}
