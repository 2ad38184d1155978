// What the badge shows, as text to read, select and copy: name, ticket and payment. Pure.

import { statusText } from '../../badge/card.ts';
import { createRows, type Row } from '../../web/rows.ts';
import type { Translate } from '../../web/words/messages.ts';
import { type BadgeRecords, ownName, registrationOf, stateOf, ticketOf } from './own-badge.ts';

/** Returns a row for each text that the badge has. The first one is the name, if there is one. */
export function badgeAsText({ records, words }: { records: BadgeRecords; words: Translate }) {
  const { recordRow } = createRows(words);
  const registration = registrationOf(records);
  const [name, ticket] = [ownName(records), ticketOf(registration)];
  const label = words(registration ? 'badge.text.name' : 'badge.card.account');
  const rows: Row[] = [
    ...(name ? [recordRow(label, name)] : []),
    ...(ticket ? [recordRow(words('badge.text.ticket'), ticket)] : []),
    ...(registration ? [payment({ records, words })] : []),
  ];
  return { rows, hasName: name !== '' };
}

function payment({ records, words }: { records: BadgeRecords; words: Translate }): Row {
  const label = words('badge.text.payment');
  const state = stateOf(registrationOf(records), words);
  const lines = [statusText(state, words)];
  if (state.kind === 'other') return { label, lines, kind: state.status ? 'record' : 'text' };
  return { label, lines, kind: 'text', status: state.kind === 'paid' ? 'good' : 'open' };
}
