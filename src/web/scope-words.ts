// Describes scopes in words for attendees, the same on every page.
import { shownBy } from '../scopes.ts';
import { createRows, type Row } from './rows.ts';
import type { Translate } from './words/messages.ts';

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
    scopes.map((scope) => words(`scope.${shownBy(scope)}.inSentence`)),
  );
}

/**
 * Returns a row with what a scope covers and what it is used for. A scope that only this operator
 * uses is shown by its name, so that none is hidden.
 */
export function scopeRow(scope: string, words: Translate): Row {
  const { textRow } = createRows(words);
  const shows = shownBy(scope);
  return shows
    ? textRow(words(`scope.${shows}.label`), words(`scope.${shows}.use`))
    : textRow(words('scope.other.label'), words('scope.other.use', { name: scope }));
}

/** Returns a row with what a scope that nobody can leave out covers, in a few words. */
export function scopeValue(scope: string, words: Translate): Row {
  const { textRow } = createRows(words);
  const shows = shownBy(scope);
  return shows
    ? textRow(words(`scope.${shows}.label`), words(`scope.${shows}.value`))
    : textRow(words('scope.other.label'), scope);
}

/** Returns the name of what an attendee may share, such as "Phone". */
export function scopeLabel(scope: string, words: Translate): string {
  return words(`scope.${shownBy(scope) ?? 'other'}.label`);
}

/** Returns the path at which an attendee shares one more scope, and returns to `returnTo`. */
export function sharePath(
  scope: string,
  { login, returnTo }: { readonly login: string; readonly returnTo: string },
): string {
  return `${login}?${new URLSearchParams({ scope, return_to: returnTo })}`;
}
