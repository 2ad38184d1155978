// Every word of the badge page, for a registration that is paid, unpaid, not there or not to be seen from here. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import type { Lookup } from '../../convention/own-records.ts';
import type { Registration } from '../../convention/registration.ts';
import { capped, dateOf, displayName, isolated, timeOfDay, visible } from '../../web/formatting.ts';
import type { Translate } from '../../web/messages.ts';
import { createRows, type Row } from '../../web/rows.ts';
import { badgeCard, type CardStatus } from './badge-card.ts';
import { countGraphemes, hintsAbout } from './badge-hints.ts';
import { type FirstDay, preparation } from './preparation.ts';

interface BadgeOptions {
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

interface BadgePageOptions extends BadgeOptions, BadgeRecords {
  readonly firstDay: FirstDay | undefined;
  readonly timeZone: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Of this page, for its print. */
  readonly address: string;
}

/** The badge alone. Of a name that is only tried, `records` are not needed. */
export function badgePictureView(options: BadgeOptions & { records: BadgeRecords | undefined }) {
  const { tried, softLimit, words, records } = options;
  const name = tried || (records ? ownName(records) : '');
  return {
    heading: words('badge.heading'),
    hints: visible(name) ? hintsAbout(name, { softLimit, words }) : [],
    card: badgeCard({
      name,
      isTried: tried !== '',
      ticket: records?.registration.state === 'found' ? ticketOf(records.registration.record) : '',
      status: records && cardStatus(records.registration, words),
      words,
    }),
  };
}

export function badgeNameView(options: BadgePageOptions) {
  const { user, registration, tried, firstDay, words, address } = options;
  const record = registration.state === 'found' ? registration.record : undefined;
  return {
    ...badgePictureView({ ...options, records: options }),
    visitorName: displayName(user),
    caption: captionOf(options),
    /** What stands in the form for another name, and how many characters a reader counts in it. */
    tried: { text: capped(tried).replace(/\p{Cc}/gu, ' '), count: countGraphemes(visible(tried)) },
    address,
    preparation:
      registration.state === 'none' ? undefined : preparation({ user, registration: record, firstDay, words }),
    ...(registration.state === 'found'
      ? registrationView(registration.record, options)
      : absenceView(registration.state, options)),
  };
}

/** How the picture is meant; '' where there is no name on it. */
function captionOf(options: BadgePageOptions): string {
  const { tried, words } = options;
  const own = visible(ownName(options));
  if (!tried) return own && words('badge.caption');
  return words('badge.tried', { name: own ? isolated(capped(own)) : words('badge.notChosen') });
}

function registrationView(registration: Registration, { words, timeZone, now }: BadgePageOptions) {
  const { ours, theirs, names, answers } = createRows(words);
  const place = { locale: words.locale, timeZone };
  const badgeName = visible(registration.badgeName);
  const isUnpaid = registration.status === 'unpaid';
  const payment = paymentRow(registration.status);
  const flags = registration.flags?.map(({ shortName }) => shortName) ?? [];

  return {
    /** What the attendee must know before all else. */
    notice: isUnpaid ? { title: words('badge.important'), text: words('badge.unpaid') } : undefined,
    /** The one line under the badge, with the ticket of the card. */
    inShort: payment,
    paragraphs: [],
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
    /** What can be done about it at the registration site; the first one is the button. */
    links: isUnpaid ? [words('badge.pay'), words('badge.change')] : [words('badge.change')],
    checked: timeOfDay(now, place),
  };

  function paymentRow(status: string | null | undefined): Row {
    const label = words('badge.payment');
    const known = paymentOf(status, words);
    if (known) return { ...ours(label, known.text), status: known.kind };
    // A state that the interface does not know is told as it came.
    return visible(status) ? theirs(label, status) : ours(label, words('value.notAvailable'));
  }

  function dateRow(label: string, timestamp: string | null | undefined): Row[] {
    const date = dateOf(timestamp, place);
    return date ? [{ ...ours(label, date.text), moment: date.iso }] : [];
  }
}

/** What is said where there is no registration, or none can be seen from here. */
function absenceView(state: 'none' | 'unknown', options: BadgePageOptions) {
  const { user, words } = options;
  const nothing = { notice: undefined, inShort: undefined, rows: [], told: [], checked: undefined };
  if (state === 'unknown') {
    const hasName = visible(ownName(options)) !== '';
    return {
      ...nothing,
      paragraphs: [words(hasName ? 'badge.unknown.text' : 'badge.unknown.nameless')],
      links: [words('badge.see')],
    };
  }
  const name = capped(visible(user.username) || displayName(user));
  return {
    ...nothing,
    heading: words('badge.none.heading'),
    paragraphs: [
      name ? words('badge.none.text', { name: isolated(name) }) : words('badge.none.nameless'),
      words('badge.none.reasons'),
    ],
    links: [words('badge.register')],
  };
}

/** The badge name as it was typed; where the registration cannot be seen, the name of the account, but never the legal one: a badge is read by everybody. */
function ownName({ user, registration }: BadgeRecords): string {
  if (registration.state === 'found') return registration.record.badgeName ?? '';
  return registration.state === 'unknown' ? visible(user.preferredName) || visible(user.username) : '';
}

function ticketOf(registration: Registration): string {
  return visible(registration.productDisplayName) || visible(registration.productName);
}

function cardStatus(registration: Lookup<Registration>, words: Translate): CardStatus | undefined {
  if (registration.state === 'found') return paymentOf(registration.record.status, words);
  return { text: words(`badge.card.${registration.state}`), kind: 'neutral' };
}

/** Nothing is claimed about a state that the interface does not know. */
function paymentOf(status: string | null | undefined, words: Translate) {
  if (status === 'paid') return { text: words('badge.paid'), kind: 'good' } as const;
  if (status === 'unpaid') return { text: words('badge.notPaid'), kind: 'open' } as const;
  return undefined;
}
