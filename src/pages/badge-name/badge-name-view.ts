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
import { type BadgeCard, badgeCard, type CardStatus } from './badge-card.ts';
import { countGraphemes, hintsAbout } from './badge-hints.ts';
import { type FirstDay, type Preparation, preparation } from './preparation.ts';

export interface BadgeNameView extends BadgePictureView {
  /** What the attendee must know before all else. */
  readonly notice?: { readonly title: string; readonly text: string } | undefined;
  /** The one line under the badge: whether it is paid, and which ticket it is. */
  readonly inShort?: Row | undefined;
  /** How the picture is meant; '' where there is no name on it. */
  readonly caption: string;
  /** What stands in the form for another name, and how many characters a reader counts in it. */
  readonly tried: { readonly text: string; readonly count: number };
  readonly paragraphs: readonly string[];
  readonly rows: readonly Row[];
  readonly preparation?: Preparation | undefined;
  readonly told: readonly Row[];
  /** What can be done about it at the registration site; the first one is the button. */
  readonly links: readonly string[];
  readonly checked?: FormattedMoment | undefined;
  /** The address of this page, for its print. */
  readonly address: string;
}

export interface BadgePictureView extends PageView {
  readonly card: BadgeCard;
  /** About the name on the card. */
  readonly hints: readonly string[];
}

export interface BadgeOptions {
  /** A name that the attendee tries in place of their own; '' for none. */
  readonly tried: string;
  /** In graphemes. */
  readonly softLimit: number;
  readonly words: Translate;
}

interface BadgeRecords {
  readonly user: CurrentUser;
  readonly registration: Lookup<Registration>;
}

/** The badge alone. Of a name that is only tried, `records` are not needed. */
export function badgePictureView(options: BadgeOptions & { records: BadgeRecords | undefined }): BadgePictureView {
  const { tried, softLimit, words, records } = options;
  const registration = records?.registration.state === 'found' ? records.registration.record : undefined;
  const name = tried || (records ? ownName(records) : '');
  return {
    heading: words('badge.heading'),
    hints: visible(name) ? hintsAbout(name, { softLimit, words }) : [],
    card: badgeCard({
      name,
      isTried: tried !== '',
      convention: words('convention'),
      ticket: registration && ticketOf(registration),
      status: records && cardStatus(records.registration, words),
      words,
    }),
  };
}

export function badgeNameView(
  options: BadgeOptions &
    BadgeRecords & { firstDay: FirstDay | undefined; timeZone: string; now: number; address: string },
): BadgeNameView {
  const { user, registration, tried, firstDay, words, address } = options;
  const own = visible(ownName(options));
  const page = {
    ...badgePictureView({ ...options, records: options }),
    visitorName: displayName(user),
    caption: captionOf({ own, tried, words }),
    tried: { text: capped(tried).replace(/\p{Cc}/gu, ' '), count: countGraphemes(visible(tried)) },
    address,
    rows: [],
    told: [],
    paragraphs: [],
  };
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
        paragraphs: [words(own ? 'badge.unknown.text' : 'badge.unknown.nameless')],
        preparation: preparation({ user, registration: undefined, firstDay, words }),
        links: [words('badge.see')],
      };
    case 'found': {
      const { record } = registration;
      return {
        ...page,
        preparation: preparation({ user, registration: record, firstDay, words }),
        ...registrationView(record, options),
      };
    }
  }
}

function captionOf({ own, tried, words }: { own: string; tried: string; words: Translate }): string {
  if (!tried) return own && words('badge.caption');
  return words('badge.tried', { name: own ? isolated(capped(own)) : words('badge.notChosen') });
}

function registrationView(
  registration: Registration,
  { words, timeZone, now }: { words: Translate; timeZone: string; now: number },
) {
  const { ours, theirs, names, answers } = createRows(words);
  const place = { locale: words.locale, timeZone };
  const badgeName = visible(registration.badgeName);
  const isUnpaid = registration.status === 'unpaid';
  const payment = paymentRow(registration.status);
  const flags = registration.flags?.map(({ shortName }) => shortName) ?? [];

  return {
    notice: isUnpaid ? { title: words('badge.important'), text: words('badge.unpaid') } : undefined,
    inShort: payment,
    rows: [
      badgeName
        ? theirs(words('badge.name'), badgeName)
        : { ...ours(words('badge.name'), words('badge.notChosen')), link: words('badge.choose') },
      theirs(words(isUnpaid ? 'badge.ticketChosen' : 'badge.ticket'), ticketOf(registration)),
      payment,
      ...dateRow(words('badge.registered'), registration.createdAt),
      ...dateRow(words('badge.changed'), registration.updatedAt),
      ...(flags.length > 0 ? [names(words('badge.flags'), flags, '')] : []),
    ],
    told: answers(registration.options),
    links: isUnpaid ? [words('badge.pay'), words('badge.change')] : [words('badge.change')],
    checked: timeOfDay(now, place),
  };

  function paymentRow(status: string | null | undefined): Row {
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

/** The badge name as it was typed; where the registration cannot be seen, the name of the account, but never the legal one: a badge is read by everybody. */
function ownName({ user, registration }: BadgeRecords): string {
  if (registration.state === 'found') return registration.record.badgeName ?? '';
  return registration.state === 'unknown' ? visible(user.preferredName) || visible(user.username) : '';
}

function ticketOf(registration: Registration): string | undefined {
  return visible(registration.productDisplayName) || visible(registration.productName) || undefined;
}

function cardStatus(registration: Lookup<Registration>, words: Translate): CardStatus | undefined {
  if (registration.state !== 'found') return { text: words(`badge.card.${registration.state}`), kind: 'neutral' };
  const { status } = registration.record;
  if (status === 'paid') return { text: words('badge.paid'), kind: 'good' };
  if (status === 'unpaid') return { text: words('badge.notPaid'), kind: 'open' };
  return undefined;
}
