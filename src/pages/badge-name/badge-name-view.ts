// View model of the badge page: the registration is paid, unpaid, missing, or not visible to this
// site. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import type { Lookup } from '../../convention/own-records.ts';
import type { Registration } from '../../convention/registration.ts';
import { visible } from '../../text.ts';
import { capped, dateOf, isolated, timeOfDay } from '../../web/formatting.ts';
import type { Translate } from '../../web/messages.ts';
import { createRows, type Row } from '../../web/rows.ts';
import { visitorOf } from '../../web/visitor.ts';
import { badgeCard, type CardStatus } from './badge-card.ts';
import { badgeNameHints, countGraphemes } from './badge-hints.ts';
import { preparation } from './preparation.ts';

interface BadgeOptions {
  /** A name that the attendee tries out; '' for none. */
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
  /** `YYYY-MM-DD` */
  readonly firstDay: string | undefined;
  readonly timeZone: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The address of this page, for the printed version. */
  readonly address: string;
}

/** View model of the badge picture alone. A tried name does not need `records`. */
export function badgePictureView(options: BadgeOptions & { records: BadgeRecords | undefined }) {
  const { tried, softLimit, words, records } = options;
  const name = tried || (records ? ownName(records) : '');
  return {
    heading: words('badge.heading'),
    hints: visible(name) ? badgeNameHints(name, { softLimit, words }) : [],
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
    ...visitorOf(user),
    caption: captionOf(options),
    /** The value of the form field, and its length in graphemes. */
    tried: { text: capped(tried).replace(/\p{Cc}/gu, ' '), count: countGraphemes(visible(tried)) },
    address,
    /** Then the attendee can switch to another one. */
    mayBeWrongAccount: registration.state === 'none',
    preparation:
      registration.state === 'none'
        ? undefined
        : preparation({ user, registration: record, firstDay, words }),
    ...(registration.state === 'found'
      ? registrationView(registration.record, options)
      : noRegistrationView(registration.state, options)),
  };
}

/** Explains the picture; '' if it shows no name. */
function captionOf(options: BadgePageOptions): string {
  const { tried, words } = options;
  const own = visible(ownName(options));
  if (!tried) return own && words('badge.caption');
  return words('badge.tried', { name: own ? isolated(capped(own)) : words('badge.notChosen') });
}

function registrationView(registration: Registration, { words, timeZone, now }: BadgePageOptions) {
  const { textRow, recordRow, listRow, answerRows } = createRows(words);
  const place = { locale: words.locale, timeZone };
  const badgeName = capped(visible(registration.badgeName));
  const isUnpaid = registration.status === 'unpaid';
  const payment = paymentRow(registration.status);
  const flags = registration.flags?.map(({ shortName }) => shortName) ?? [];

  return {
    /** What the attendee must know first. */
    notice: isUnpaid ? { title: words('badge.important'), text: words('badge.unpaid') } : undefined,
    /** Shown under the badge, together with the ticket. */
    inShort: payment,
    paragraphs: [],
    rows: [
      badgeName
        ? recordRow(words('badge.name'), badgeName)
        : {
            ...textRow(words('badge.name'), words('badge.notChosen')),
            link: words('badge.choose'),
          },
      recordRow(words(isUnpaid ? 'badge.ticketChosen' : 'badge.ticket'), ticketOf(registration)),
      payment,
      ...dateRow(words('badge.registered'), registration.createdAt),
      ...dateRow(words('badge.changed'), registration.updatedAt),
      ...(flags.length > 0 ? [listRow(words('badge.flags'), flags, '')] : []),
    ],
    answers: answerRows(registration.options),
    /** Links to the registration site; the first is the button. */
    links: [
      ...(isUnpaid ? [words('badge.pay')] : []),
      words(badgeName ? 'badge.change' : 'badge.choose'),
    ],
    checked: timeOfDay(now, place),
  };

  function paymentRow(status: string | null | undefined): Row {
    const label = words('badge.payment');
    const known = paymentOf(status, words);
    if (known) return { ...textRow(label, known.text), status: known.kind };
    // A status that the interface does not define is shown as received.
    return status ? recordRow(label, status) : textRow(label, words('value.notAvailable'));
  }

  function dateRow(label: string, timestamp: string | null | undefined): Row[] {
    const date = dateOf(timestamp, place);
    return date ? [{ ...textRow(label, date.text), moment: date.iso }] : [];
  }
}

/** The view without a registration: there is none, or this site may not see it. */
function noRegistrationView(state: 'none' | 'unknown', options: BadgePageOptions) {
  const { user, words } = options;
  const empty = {
    notice: undefined,
    inShort: undefined,
    rows: [],
    answers: [],
    checked: undefined,
  };
  if (state === 'unknown') {
    const hasName = visible(ownName(options)) !== '';
    return {
      ...empty,
      paragraphs: [words(hasName ? 'badge.unknown.text' : 'badge.unknown.nameless')],
      links: [words('badge.see')],
    };
  }
  const name = user.username || user.preferredName || '';
  return {
    ...empty,
    heading: words('badge.none.heading'),
    paragraphs: [
      name ? words('badge.none.text', { name: isolated(name) }) : words('badge.none.nameless'),
      words('badge.none.reasons'),
    ],
    links: [words('badge.register')],
  };
}

/**
 * The badge name as typed. If the registration is not visible, the name of the account, but never
 * the legal name: everybody reads a badge.
 */
function ownName({ user, registration }: BadgeRecords): string {
  if (registration.state === 'found') return registration.record.badgeName ?? '';
  return (registration.state === 'unknown' && (user.preferredName || user.username)) || '';
}

function ticketOf(registration: Registration): string {
  return registration.productDisplayName || registration.productName || '';
}

function cardStatus(registration: Lookup<Registration>, words: Translate): CardStatus | undefined {
  if (registration.state === 'found') return paymentOf(registration.record.status, words);
  return { text: words(`badge.card.${registration.state}`), kind: 'neutral' };
}

/** Returns undefined for a status that the interface does not define. */
function paymentOf(status: string | null | undefined, words: Translate) {
  if (status === 'paid') return { text: words('badge.paid'), kind: 'good' } as const;
  if (status === 'unpaid') return { text: words('badge.notPaid'), kind: 'open' } as const;
  return undefined;
}
