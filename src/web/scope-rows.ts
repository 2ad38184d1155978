// Describes scopes in the same words on every page.
import { shownBy } from '../scopes.ts';
import { type Field, isolated } from '../text.ts';
import { createRows, type Row } from './rows.ts';
import { type AddressFields, addressOf, phoneNumber } from './words/contact-formats.ts';
import { formatList, type Translate } from './words/messages.ts';

/**
 * Returns a phrase for the data that these scopes cover: "your email address and your phone
 * number".
 */
export function describeScopes(scopes: readonly string[], words: Translate): string {
  const texts = scopes.map((scope) => words(`scope.${shownBy(scope)}.inSentence`));
  return formatList(texts, words);
}

/**
 * Returns a row that says what a scope covers and how the site uses it. An unknown scope is shown
 * by its name, so that no scope stays hidden.
 */
export function scopeRow(scope: string, words: Translate): Row {
  const { textRow } = createRows(words);
  const shows = shownBy(scope);
  return shows
    ? textRow(words(`scope.${shows}.label`), words(`scope.${shows}.use`))
    : textRow(words('scope.other.label'), words('scope.other.use', { name: isolated(scope) }));
}

/** Returns a row that says in a few words what a required scope covers. */
export function scopeValue(scope: string, words: Translate): Row {
  const { textRow } = createRows(words);
  const shows = shownBy(scope);
  return shows
    ? textRow(words(`scope.${shows}.label`), words(`scope.${shows}.value`))
    : textRow(words('scope.other.label'), isolated(scope));
}

/** Returns the label of an optional scope, such as "Phone". */
export function scopeLabel(scope: string, words: Translate): string {
  return words(`scope.${shownBy(scope) ?? 'other'}.label`);
}

/** Returns the path for a login that shares one more scope and then redirects to `returnTo`. */
export function sharePath(
  scope: string,
  { login, returnTo }: { readonly login: string; readonly returnTo: string },
): string {
  return `${login}?${new URLSearchParams({ scope, return_to: returnTo })}`;
}

export interface ContactFields extends AddressFields {
  readonly email?: Field;
  readonly phone?: Field;
}

/**
 * Returns the row for a shared scope. An empty or unreadable field shows a message, with a link to
 * change the value. A field that was not sent shows "not available". Undefined for a scope without
 * contact details.
 */
export function contactRow(
  scope: string,
  { user, words }: { user: ContactFields; words: Translate },
): Row | undefined {
  const { textRow, recordRow } = createRows(words);
  const label = scopeLabel(scope, words);
  switch (shownBy(scope)) {
    case 'email':
      return rowOf(user.email);
    case 'phone':
      return rowOf(phoneNumber(user.phone), { direction: 'ltr' });
    case 'address':
      return rowOf(addressOf(user, words));
    default:
      return undefined;
  }

  function rowOf(value: Parameters<typeof recordRow>[1], format: Pick<Row, 'direction'> = {}): Row {
    if (value === undefined) return textRow(label, words('value.notAvailable'));
    const row = recordRow(label, value);
    return row.kind === 'record' ? { ...row, ...format } : { ...row, link: words('link.change') };
  }
}
