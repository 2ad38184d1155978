// View model of the dealer page. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import type { Dealer } from '../../convention/dealer.ts';
import { createRows, type Row } from '../../web/rows.ts';
import { visitorOf } from '../../web/visitor.ts';
import { addressLines } from '../../web/words/contact-formats.ts';
import type { Translate } from '../../web/words/messages.ts';

/** The limit for businesses, and for applications per business, if a broken server sends more. */
const maxShown = 10;

type Application = NonNullable<Dealer['applications']>[number];
type DealerType = NonNullable<Application['tableType']>;

export function dealerView(options: {
  user: CurrentUser;
  dealers: readonly Dealer[];
  words: Translate;
}) {
  const { user, dealers, words } = options;
  const { textRow, recordRow, yesNoRow, listRow, answerRows } = createRows(words);
  return {
    heading: words('dealer.heading'),
    ...visitorOf(user),
    none: dealers.length === 0 ? words('dealer.none') : undefined,
    businesses: dealers.slice(0, maxShown).map((dealer) => ({
      name: dealer.name || words('dealer.unnamed'),
      applications: applicationsOf(dealer),
      business: [
        recordRow(words('dealer.email'), dealer.email),
        recordRow(words('dealer.address'), addressLines(dealer, words.locale)),
        ...answerRows(dealer.options),
      ],
    })),
  };

  function applicationsOf({ applications }: Dealer) {
    const shown = (applications ?? []).slice(0, maxShown);
    return shown.map((application, index) => ({
      /** Tells several applications apart. */
      heading: shown.length > 1 ? words('dealer.application', { number: index + 1 }) : undefined,
      ...applicationView(application),
    }));
  }

  function applicationView(application: Application) {
    const { status, tableType, dealerArea, dealerRequestTypes, specialRequests } = application;
    const requested = (dealerRequestTypes ?? []).map(typeName);
    return {
      rows: [
        status === 'pending'
          ? textRow(words('dealer.status'), words('dealer.pending'))
          : recordRow(words('dealer.status'), status),
        tableRow(application),
        recordRow(words('dealer.type'), tableType && typeName(tableType)),
        ...(tableType ? [yesNoRow(words('dealer.typeIsPaid'), tableType.paid)] : []),
        ...(requested.length > 0 ? [listRow(words('dealer.requested'), requested, '')] : []),
        recordRow(words('dealer.area'), dealerArea?.name),
        recordRow(words('dealer.specialRequests'), specialRequests),
      ],
      answers: answerRows(application.options),
    };
  }

  function tableRow({ status, tableNumber }: Application): Row {
    const label = words('dealer.table');
    return status === 'pending' && !tableNumber
      ? textRow(label, words('dealer.tableLater'))
      : recordRow(label, tableNumber);
  }
}

function typeName({ displayName, name }: DealerType): string | null | undefined {
  return displayName || name;
}
