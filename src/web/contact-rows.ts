// The contact details that an attendee may share, as rows.
import { shownBy } from '../scopes.ts';
import type { Field } from '../text.ts';
import { createRows, type Row } from './rows.ts';
import { scopeLabel } from './scope-words.ts';
import {
  type AddressFields,
  addressLines,
  hasUnreadablePart,
  phoneNumber,
} from './words/contact-formats.ts';
import type { Translate } from './words/messages.ts';

export interface ContactFields extends AddressFields {
  readonly email?: Field;
  readonly phone?: Field;
}

/**
 * Returns the row of a shared scope: its value; "not provided", with a link to add it, if the
 * record has it empty; or "not available" if it was not sent. Undefined for a scope without
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

/** The lines of an address, and a last one if a part of it cannot be shown. */
export function addressOf(record: AddressFields, words: Translate): string[] | undefined {
  const lines = addressLines(record, words.locale);
  return lines && hasUnreadablePart(record) ? [...lines, words('value.unreadable')] : lines;
}
