// Every word of the badge page, for a registration that is paid, unpaid, not there or not to be seen from here. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import type { Lookup } from '../../convention/own-records.ts';
import type { Registration } from '../../convention/registration.ts';
import {
  capped,
  dateOf,
  displayName,
  type FormattedMoment,
  isolated,
  timeOfDay,
  visible,
} from '../../web/formatting.ts';
import type { Translate } from '../../web/messages.ts';
import { createRows, type Row } from '../../web/rows.ts';
import type { PageView } from '../../web/views.ts';

export interface BadgeNameView extends PageView {
  /** What the attendee must know before all else. */
  readonly notice?: { readonly title: string; readonly text: string } | undefined;
  /** As large as the page can: the badge name, or what is known in its place. */
  readonly name?: { readonly text: string; readonly label: string } | undefined;
  readonly paragraphs: readonly string[];
  readonly rows: readonly Row[];
  readonly told: readonly Row[];
  /** What can be done about it at the registration site; the first one is the button. */
  readonly links: readonly string[];
  readonly checked?: FormattedMoment | undefined;
}

interface BadgeNameViewOptions {
  user: CurrentUser;
  registration: Lookup<Registration>;
  words: Translate;
  timeZone: string;
  /** Milliseconds since 1970. */
  now: number;
}

export function badgeNameView(options: BadgeNameViewOptions): BadgeNameView {
  const { user, registration, words } = options;
  const page = { visitorName: displayName(user), rows: [], told: [], paragraphs: [] };
  const accountName = visible(user.preferredName) || visible(user.username);
  switch (registration.state) {
    case 'none': {
      const name = capped(visible(user.username) || displayName(user));
      return {
        ...page,
        heading: words('badge.none.heading'),
        paragraphs: [
          name ? words('badge.none.text', { name: isolated(name) }) : words('badge.none.nameless'),
          words('badge.none.reasons'),
        ],
        links: [words('badge.register')],
      };
    }
    case 'unknown':
      return {
        ...page,
        heading: words('badge.heading'),
        // Never the legal name: a badge is read by everybody.
        name: accountName ? { text: capped(accountName), label: words('badge.unknown.label') } : undefined,
        paragraphs: [words(accountName ? 'badge.unknown.text' : 'badge.unknown.nameless')],
        links: [words('badge.see')],
      };
    case 'found':
      return { ...page, ...registrationView(registration.record, options) };
  }
}

function registrationView(registration: Registration, { words, timeZone, now }: BadgeNameViewOptions) {
  const { ours, theirs, names, answers } = createRows(words);
  const place = { locale: 'en', timeZone };
  const badgeName = visible(registration.badgeName);
  const isUnpaid = registration.status === 'unpaid';
  const ticket = visible(registration.productDisplayName) || registration.productName;
  const flags = registration.flags?.map(({ shortName }) => shortName) ?? [];

  return {
    heading: words('badge.heading'),
    notice: isUnpaid ? { title: words('badge.important'), text: words('badge.unpaid') } : undefined,
    name: badgeName ? { text: capped(badgeName), label: words('badge.name') } : undefined,
    rows: [
      badgeName
        ? theirs(words('badge.name'), badgeName)
        : { ...ours(words('badge.name'), words('badge.notChosen')), link: words('badge.choose') },
      theirs(words(isUnpaid ? 'badge.ticketChosen' : 'badge.ticket'), ticket),
      payment(registration.status),
      ...dateRow(words('badge.registered'), registration.createdAt),
      ...dateRow(words('badge.changed'), registration.updatedAt),
      ...(flags.length > 0 ? [names(words('badge.flags'), flags, '')] : []),
    ],
    told: answers(registration.options),
    links: isUnpaid ? [words('badge.pay'), words('badge.change')] : [words('badge.change')],
    checked: timeOfDay(now, place),
  };

  function payment(status: string | null | undefined): Row {
    if (status === 'paid') return { ...ours(words('badge.payment'), words('badge.paid')), status: 'good' };
    if (status === 'unpaid') return { ...ours(words('badge.payment'), words('badge.notPaid')), status: 'open' };
    // A state that the interface does not know is told as it came.
    return visible(status)
      ? theirs(words('badge.payment'), status)
      : ours(words('badge.payment'), words('value.notAvailable'));
  }

  function dateRow(label: string, timestamp: string | null | undefined): Row[] {
    const date = dateOf(timestamp, place);
    return date ? [{ ...ours(label, date.text), moment: date.iso }] : [];
  }
}
