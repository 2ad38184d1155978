// Facts that attendees look for: the bar at the top once the convention takes place, and the list:
// when and where, the desk, the registration, and their age then. Unknown facts are left out. Pure.
import type { CurrentUser } from '../../convention/current-user.ts';
import type { Registration } from '../../convention/registration.ts';
import { entriesOf, unreadable } from '../../text.ts';
import { createRows } from '../../web/rows.ts';
import { dateOf } from '../../web/words/dates.ts';
import {
  type Deadline,
  daysUntil,
  deadlineOf,
  deskStatus,
  type EventTime,
  formatDays,
  formatDaysUntil,
  hoursText,
  todayText,
} from '../../web/words/event-calendar.ts';
import type { Translate } from '../../web/words/messages.ts';
import type { PageDependencies } from '../page-dependencies.ts';
import { hasName, ticketOf } from './own-badge.ts';
import { ageOn } from './preparation.ts';

interface EventBarOptions extends Pick<PageDependencies, 'event'> {
  readonly time: EventTime;
  /** The path of the screen to show at the desk, if there is something to show. */
  readonly deskPath: string | undefined;
  readonly words: Translate;
}

export interface EventBar {
  /** Whether badges are given out now. */
  readonly isOpen: boolean;
  readonly label?: string;
  readonly text: string;
  /** Smaller lines below it. `isRecord`: the text comes from the settings. */
  readonly lines: readonly { readonly text: string; readonly isRecord?: boolean }[];
  readonly link: BarLink | undefined;
}

interface BarLink {
  readonly text: string;
  readonly url: string;
  readonly isOutside: boolean;
}

/** Returns undefined before the convention, and while its days are not known. */
export function eventBar(options: EventBarOptions): EventBar | undefined {
  const { time, event, words } = options;
  if (time.stage === 'during') return deskBar(options);
  if (time.stage !== 'after') return undefined;
  const { nextUrl } = event;
  return {
    isOpen: false,
    text: words('event.over'),
    lines: [{ text: words('event.over.thanks') }],
    link: nextUrl && { text: words('event.next'), url: nextUrl.href, isOutside: true },
  };
}

/** Where to go, whether it is open, and what to bring. */
function deskBar({ time, event, deskPath: url, words }: EventBarOptions): EventBar {
  const { place } = event;
  return {
    isOpen: time.desk?.state.kind === 'open',
    label: words('badge.facts.desk'),
    text: deskStatus(time, words) ?? todayText(time, words).text,
    lines: [
      ...(place ? [{ text: place, isRecord: true }] : []),
      { text: words('badge.before.id') },
    ],
    link: url ? { text: words('badge.desk.show'), url, isOutside: false } : undefined,
  };
}

interface FactsOptions
  extends Pick<PageDependencies, 'event' | 'registrationUrl' | 'timeZone' | 'pathOf'> {
  readonly user: CurrentUser;
  /** Undefined if it is not known. */
  readonly registration: Registration | undefined;
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

export function eventFacts(options: FactsOptions): Fact[] {
  const isDay = options.time.stage === 'during';
  return [
    ...desk(options),
    ...(isDay ? today(options) : when(options)),
    ...where(options),
    ...(isDay ? [] : [...deadlines(options), ...registered(options), ...age(options)]),
    ...labels(options),
  ];
}

function desk({ time, words }: FactsOptions): Fact[] {
  const status = deskStatus(time, words);
  if (!status || time.stage === 'after') return [];
  const hours = hoursText(time.desk?.coming ?? [], words);
  const label = words('badge.facts.desk');
  return [{ label, lines: [status], isNow: true, ...(hours && { hours }) }];
}

function today({ time, words }: FactsOptions): Fact[] {
  const { text, note } = todayText(time, words);
  const label = words('badge.today');
  return [{ label, lines: [text], isNow: true, ...(note && { note: { text: note } }) }];
}

function when({ time: { days, stage, today }, pathOf, words }: FactsOptions): Fact[] {
  if (!days) return [];
  const calendar = stage === 'after' ? undefined : pathOf('calendar');
  const count = daysUntil(days.first, today);
  return [
    {
      label: words('badge.facts.when'),
      lines: [formatDays(days, words.locale)],
      ...(count > 0 && {
        note: { text: formatDaysUntil(count, words.locale), duration: `P${count}D` },
      }),
      ...(calendar && {
        link: { text: words('badge.facts.calendar'), url: calendar, leadsTo: 'file' },
      }),
    },
  ];
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

/** The deadlines of this attendee. The one for choosing a first name is above the badge. */
function deadlines(options: FactsOptions): Fact[] {
  const { registration, event, words } = options;
  if (!registration) return [];
  const change = hasName(registration) ? deadlineOf(event.nameUntil, options) : undefined;
  const isUnpaid = registration.status === 'unpaid';
  const pay = isUnpaid ? deadlineOf(event.payUntil, options) : undefined;
  return [
    ...deadlineFact(words('badge.facts.nameUntil'), change),
    ...deadlineFact(words('badge.facts.payUntil'), pay),
  ];
}

function deadlineFact(label: string, deadline: Deadline | undefined): Fact[] {
  if (!deadline || deadline.isOver) return [];
  const { day, lastDay: moment, left: text, duration } = deadline;
  return [{ label, lines: [day], moment, note: { text, duration } }];
}

function registered({ registration, timeZone, words }: FactsOptions): Fact[] {
  const date = dateOf(registration?.createdAt, { locale: words.locale, timeZone });
  if (!date) return [];
  return [{ label: words('badge.facts.registered'), lines: [date.text], moment: date.iso }];
}

function age({ time: { days, stage }, user, registrationUrl, words }: FactsOptions): Fact[] {
  const years = days && stage !== 'after' ? ageOn(days.first, user.bornAt) : undefined;
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

/** The convention's labels, except one that repeats the ticket. */
function labels({ registration, words }: FactsOptions): Fact[] {
  const ticket = ticketOf(registration);
  const flags = registration?.flags;
  const names = entriesOf(flags).map(({ shortName }) => shortName);
  const others = names.filter((name) => name !== ticket);
  const lines = createRows(words).shownTexts(flags === unreadable ? flags : others);
  return lines.length > 0 ? [{ label: words('badge.facts.labels'), lines, isRecord: true }] : [];
}
