// View model of the dealer page. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import type { Dealer } from '../../convention/dealer.ts';
import { addressLines } from '../../web/contact-formats.ts';
import { displayName } from '../../web/formatting.ts';
import type { Translate } from '../../web/messages.ts';
import { createRows, type Row } from '../../web/rows.ts';

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
  const { textRow, recordRow, listRow, answerRows } = createRows(words);
  return {
    heading: words('dealer.heading'),
    visitorName: displayName(user),
    none: dealers.length === 0 ? words('dealer.none') : undefined,
    businesses: dealers.slice(0, maxShown).map((dealer) => ({
      name: dealer.name || words('dealer.unnamed'),
      applications: (dealer.applications ?? []).slice(0, maxShown).map(applicationView),
      business: [
        recordRow(words('dealer.email'), dealer.email),
        recordRow(words('dealer.address'), addressLines(dealer, words.locale)),
        ...answerRows(dealer.options),
      ],
    })),
  };

  function applicationView(application: Application) {
    const { status, tableNumber, tableType, dealerArea, dealerRequestTypes, specialRequests } =
      application;
    const requested = (dealerRequestTypes ?? []).map(typeName);
    return {
      rows: [
        status === 'pending'
          ? textRow(words('dealer.status'), words('dealer.pending'))
          : recordRow(words('dealer.status'), status),
        recordRow(words('dealer.table'), tableNumber),
        recordRow(words('dealer.type'), tableType && typeName(tableType)),
        ...(tableType ? [paidRow(tableType)] : []),
        ...(requested.length > 0 ? [listRow(words('dealer.requested'), requested, '')] : []),
        recordRow(words('dealer.area'), dealerArea?.name),
        recordRow(words('dealer.specialRequests'), specialRequests),
      ],
      told: answerRows(application.options),
    };
  }

  function paidRow({ paid }: DealerType): Row {
    return textRow(words('badge.payment'), words(paymentKey(paid)));
  }
}

function paymentKey(paid: boolean | null | undefined): string {
  if (paid === true) return 'badge.paid';
  if (paid === false) return 'badge.notPaid';
  return 'value.notAvailable';
}

function typeName({ displayName, name }: DealerType): string | null | undefined {
  return displayName || name;
}
