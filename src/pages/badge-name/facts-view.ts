// Facts that attendees look for: when and where, the desk, the registration, and their age then.
// What is not known is left out. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import type { Registration } from '../../convention/registration.ts';
import { entriesOf, unreadable } from '../../text.ts';
import { createRows } from '../../web/rows.ts';
import { dateOf } from '../../web/words/dates.ts';
import { type Deadline, deadlineOf } from '../../web/words/deadline.ts';
import { deskStatus, hoursText } from '../../web/words/desk-text.ts';
import {
  daysUntil,
  type EventDays,
  formatDays,
  formatDaysUntil,
} from '../../web/words/event-days.ts';
import type { EventTime } from '../../web/words/event-time.ts';
import type { Translate } from '../../web/words/messages.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { hasName, ticketOf } from './own-badge.ts';
import { ageOn } from './preparation.ts';
import { todayView } from './today.ts';

interface FactsOptions
  extends Pick<PageDependencies, 'event' | 'registrationUrl' | 'timeZone' | 'pathOf'> {
  readonly user: CurrentUser;
  /** Undefined if it is not known. */
  readonly registration: Registration | undefined;
  readonly days: EventDays | undefined;
  readonly time: EventTime;
  readonly words: Translate;
}

export interface Fact {
  readonly label: string;
  readonly lines: readonly string[];
  /** Whether the lines are words of a record: isolated, never translated. */
  readonly isRecord?: boolean;
  /** The moment for `<time datetime>`, if the line is one. */
  readonly moment?: string;
  /** The line is true for a while only: not shown on paper. */
  readonly isNow?: boolean;
  /** Further lines, in small. */
  readonly hours?: string;
  /** With the same as an ISO 8601 duration, if it is one. */
  readonly note?: { readonly text: string; readonly duration?: string };
  readonly link?: {
    readonly text: string;
    readonly url: string;
    readonly leadsTo: 'file' | 'map' | 'registration';
  };
  /** Not shown on paper. */
  readonly isPrivate?: boolean;
}

export function factsView(options: FactsOptions): Fact[] {
  const isDay = options.time.stage === 'during';
  return [
    ...desk(options),
    ...(isDay ? today(options) : when(options)),
    ...where(options),
    ...(isDay ? [] : [...lastDays(options), ...registered(options), ...age(options)]),
    ...labels(options),
  ];
}

function desk({ time: { stage, desk, today }, words }: FactsOptions): Fact[] {
  if (!desk || stage === 'after') return [];
  const status = deskStatus(desk, today, words);
  const hours = hoursText(desk.coming, words);
  const label = words('badge.facts.desk');
  return [{ label, lines: [status], isNow: true, ...(hours && { hours }) }];
}

function today(options: FactsOptions): Fact[] {
  const { text, note } = todayView(options);
  const label = options.words('badge.today');
  return [{ label, lines: [text], isNow: true, ...(note && { note: { text: note } }) }];
}

function when({ days, time: { stage, today }, pathOf, words }: FactsOptions): Fact[] {
  if (!days) return [];
  const calendar = stage === 'after' ? undefined : pathOf('calendar');
  return [
    {
      label: words('badge.facts.when'),
      lines: [formatDays(days, words.locale)],
      ...timeLeft({ days, today, words }),
      ...(calendar && {
        link: { text: words('badge.facts.calendar'), url: calendar, leadsTo: 'file' },
      }),
    },
  ];
}

/** Nothing once the convention has begun. */
function timeLeft({
  days,
  today,
  words,
}: {
  days: EventDays;
  today: string;
  words: Translate;
}): Pick<Fact, 'note'> {
  const count = daysUntil(days.first, today);
  if (count <= 0) return {};
  return { note: { text: formatDaysUntil(count, words.locale), duration: `P${count}D` } };
}

function where({ event: { place, mapUrl }, words }: FactsOptions): Fact[] {
  if (!place && !mapUrl) return [];
  return [
    {
      label: words('badge.facts.where'),
      lines: place ? [place] : [],
      isRecord: true,
      ...(mapUrl && { link: { text: words('badge.facts.map'), url: mapUrl.href, leadsTo: 'map' } }),
    },
  ];
}

/** Until when this attendee can do something. Who has no name reads it above the badge. */
function lastDays({ registration, event, time: { today }, words }: FactsOptions): Fact[] {
  if (!registration) return [];
  const isNamed = hasName(registration);
  const isUnpaid = registration.status === 'unpaid';
  const change = isNamed ? deadlineOf(event.nameUntil, { today, words }) : undefined;
  const pay = isUnpaid ? deadlineOf(event.payUntil, { today, words }) : undefined;
  return [
    ...lastDay(words('badge.facts.nameUntil'), change),
    ...lastDay(words('badge.facts.payUntil'), pay),
  ];
}

function lastDay(label: string, deadline: Deadline | undefined): Fact[] {
  if (!deadline || deadline.isOver) return [];
  const { day, lastDay: moment, left: text, duration } = deadline;
  return [{ label, lines: [day], moment, note: { text, duration } }];
}

function registered({ registration, timeZone, words }: FactsOptions): Fact[] {
  const date = dateOf(registration?.createdAt, { locale: words.locale, timeZone });
  if (!date) return [];
  return [{ label: words('badge.facts.registered'), lines: [date.text], moment: date.iso }];
}

function age({ days, time, user, registrationUrl, words }: FactsOptions): Fact[] {
  const years = days && time.stage !== 'after' ? ageOn(days.first, user.bornAt) : undefined;
  if (years === undefined) return [];
  const link = { text: words('badge.facts.wrong'), url: registrationUrl.href } as const;
  return [
    {
      label: words('badge.facts.age'),
      lines: [String(years)],
      link: { ...link, leadsTo: 'registration' },
      isPrivate: true,
    },
  ];
}

/** The convention's labels, but for one that only repeats the ticket. */
function labels({ registration, words }: FactsOptions): Fact[] {
  const ticket = ticketOf(registration);
  const flags = registration?.flags;
  const names = entriesOf(flags).map(({ shortName }) => shortName);
  const others = names.filter((name) => name !== ticket);
  const lines = createRows(words).shownTexts(flags === unreadable ? flags : others);
  return lines.length > 0 ? [{ label: words('badge.facts.labels'), lines, isRecord: true }] : [];
}
