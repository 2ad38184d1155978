// View model for the dealer page. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import type { Dealer, DealerApplication, DealerType } from '../../convention/dealer.ts';
import { entriesOf, type Field, type Unreadable, unreadable, visible } from '../../text.ts';
import { visitorOf } from '../../web/person.ts';
import { createRows, type Row } from '../../web/rows.ts';
import { addressOf } from '../../web/words/contact-formats.ts';
import type { Translate } from '../../web/words/messages.ts';

/**
 * The maximum number of businesses, and of applications per business, in case a broken platform
 * sends more.
 */
const maxShown = 10;

export function dealerView(options: {
  user: CurrentUser;
  dealers: readonly Dealer[];
  words: Translate;
}) {
  const { user, dealers, words } = options;
  const { recordRow, answerRows } = createRows(words);
  return {
    heading: words('dealer.heading'),
    ...visitorOf(user),
    none: dealers.length === 0 ? words('dealer.none') : undefined,
    businesses: dealers.slice(0, maxShown).map((dealer) => ({
      name: nameOf(dealer.name, words),
      applications: applicationsOf(dealer),
      business: [
        recordRow(words('dealer.email'), dealer.email),
        recordRow(words('dealer.address'), addressOf(dealer, words)),
        ...answerRows(dealer.options),
      ],
    })),
  };

  function applicationsOf({ applications }: Dealer) {
    if (applications === unreadable) return [unreadableApplication(words)];
    const shown = entriesOf(applications).slice(0, maxShown);
    return shown.map((application, index) => ({
      heading: shown.length > 1 ? words('dealer.application', { number: index + 1 }) : undefined,
      ...applicationView(application, words),
    }));
  }
}

function applicationView(application: DealerApplication, words: Translate) {
  const { textRow, recordRow, yesNoRow, answerRows } = createRows(words);
  const { status, tableType: type, dealerArea, dealerRequestTypes, specialRequests } = application;
  const area = of(dealerArea, ({ name }) => name);
  const typeNamed = of(type, typeName);
  const isTypeKnown = type && type !== unreadable;
  /**
   * Missing values do not get a row, because most people who see this page are still waiting for
   * them.
   */
  const known = (label: string, value: Field) => (value ? [recordRow(words(label), value)] : []);
  return {
    rows: [
      status === 'pending'
        ? textRow(words('dealer.status'), words('dealer.pending'))
        : recordRow(words('dealer.status'), status),
      tableRow(application, words),
      ...known('dealer.type', typeNamed),
      ...(isTypeKnown ? [yesNoRow(words('dealer.typeIsPaid'), type.paid)] : []),
      ...requestedRow(dealerRequestTypes, { typeNamed, words }),
      ...known('dealer.area', area),
      ...known('dealer.specialRequests', specialRequests),
    ],
    answers: answerRows(application.options),
  };
}

function tableRow({ tableNumber }: DealerApplication, words: Translate): Row {
  const { textRow, recordRow } = createRows(words);
  const label = words('dealer.table');
  // Some platforms store 0 until they assign a table.
  const isLater = !tableNumber || (tableNumber !== unreadable && /^0+$/.test(tableNumber));
  return isLater ? textRow(label, words('dealer.tableLater')) : recordRow(label, tableNumber);
}

function unreadableApplication(words: Translate) {
  const row = createRows(words).recordRow(words('dealer.status'), unreadable);
  return { heading: undefined, rows: [row], answers: [] };
}

/** Reads a field of a record that may itself be missing or unreadable. */
function of<Found>(
  record: Found | null | undefined | Unreadable,
  field: (record: Found) => Field,
): Field {
  return record === unreadable ? unreadable : record && field(record as Found);
}

function typeName({ displayName, name }: DealerType): Field {
  return visible(displayName) || name || displayName;
}

function nameOf(name: Field, words: Translate): string {
  return name === unreadable ? words('value.unreadable') : visible(name) || words('dealer.unnamed');
}

/** Shows what the dealer requested, unless it only repeats the assigned table type. */
function requestedRow(
  types: DealerApplication['dealerRequestTypes'],
  { typeNamed, words }: { typeNamed: Field; words: Translate },
): Row[] {
  const names = types === unreadable ? types : entriesOf(types).map(typeName);
  const row = createRows(words).listRow(words('dealer.requested'), names, '');
  const isRepeated = row.lines.every((line) => line === typeNamed);
  return row.kind === 'text' || isRepeated ? [] : [row];
}
