// View model of the dealer page. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import type { Dealer } from '../../convention/dealer.ts';
import { visible } from '../../text.ts';
import { addressLines } from '../../web/contact-formats.ts';
import { capped, displayName } from '../../web/formatting.ts';
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
  const { ours, theirs, names, answers } = createRows(words);
  return {
    heading: words('dealer.heading'),
    visitorName: displayName(user),
    none: dealers.length === 0 ? words('dealer.none') : undefined,
    businesses: dealers.slice(0, maxShown).map((dealer) => ({
      name: capped(visible(dealer.name)) || words('dealer.unnamed'),
      applications: (dealer.applications ?? []).slice(0, maxShown).map(applicationView),
      business: [
        theirs(words('dealer.email'), dealer.email),
        theirs(words('dealer.address'), addressLines(dealer, words.locale)),
        ...answers(dealer.options),
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
          ? ours(words('dealer.status'), words('dealer.pending'))
          : theirs(words('dealer.status'), status),
        theirs(words('dealer.table'), tableNumber),
        theirs(words('dealer.type'), tableType && typeName(tableType)),
        ...(tableType ? [paidRow(tableType)] : []),
        ...(requested.length > 0 ? [names(words('dealer.requested'), requested, '')] : []),
        theirs(words('dealer.area'), dealerArea?.name),
        theirs(words('dealer.specialRequests'), specialRequests),
      ],
      told: answers(application.options),
    };
  }

  function paidRow({ paid }: DealerType): Row {
    return ours(words('badge.payment'), words(paymentKey(paid)));
  }
}

function paymentKey(paid: boolean | null | undefined): string {
  if (paid === true) return 'badge.paid';
  if (paid === false) return 'badge.notPaid';
  return 'value.notAvailable';
}

function typeName({ displayName, name }: DealerType): string | null | undefined {
  return visible(displayName) || name;
}
