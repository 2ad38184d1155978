// The event's days, desk hours and deadlines at a given moment, and their wording. Pure.
import type { OpeningSpan } from '../../settings/values.ts';
import { capital } from '../../text.ts';
import { createCache } from '../bounded-cache.ts';
import { clockAt, type DateStyle, formatLocal, formatRange, localTime } from './dates.ts';
import type { Translate } from './messages.ts';

const dayMs = 86_400_000;
const weekDays = 7;

/** First and last day, each `YYYY-MM-DD`. */
export interface EventDays {
  readonly first: string;
  readonly last: string;
}

/** Where a time falls: the stage of the convention, and whether the desk is open. */
export interface EventTime {
  /** The convention's days. Undefined if unknown. */
  readonly days: EventDays | undefined;
  /** The current day at the convention, `YYYY-MM-DD`. */
  readonly today: string;
  /**
   * `during`: on the days of the convention, on days when the desk is open, and between the last
   * day and later opening hours.
   */
  readonly stage: 'before' | 'during' | 'after' | 'unknown';
  /** Undefined if the desk hours are unknown. */
  readonly desk: DeskTime | undefined;
  /** The other fields stay the same until this time, in milliseconds since 1970. */
  readonly validUntil: number;
}

/** The desk's state. Times have the same format as in `OpeningSpan`. */
interface DeskTime {
  readonly state:
    | { readonly kind: 'open'; readonly closes: string }
    /** `opens`: before the first opening hours. `closed`: between opening hours. */
    | { readonly kind: 'opens' | 'closed'; readonly opens: string }
    | { readonly kind: 'over' };
  /** Opening hours that have not started. */
  readonly upcoming: readonly OpeningSpan[];
}

/**
 * Returns the first and last day of an event from its start and end (ISO 8601), in this time zone
 * (IANA). A date without a time counts as a whole day. Without a valid end, the first day is also
 * the last. Undefined if the start is invalid.
 */
export function daysOf(
  moments: { startAt: string; endAt: string | undefined } | undefined,
  timeZone: string,
): EventDays | undefined {
  const start = localTime(moments?.startAt, timeZone);
  if (!start) return undefined;
  const end = localTime(moments?.endAt, timeZone) ?? start;
  // An end at midnight belongs to the day before.
  const last = /^00:00(:00(\.0+)?)?$/.test(end.time) ? addDays(end.day, -1) : end.day;
  return { first: start.day, last: last > start.day ? last : start.day };
}

interface EventOptions {
  readonly days: EventDays | undefined;
  readonly deskHours: readonly OpeningSpan[] | undefined;
  readonly timeZone: string;
}

/**
 * Returns a function that computes the current `EventTime`. `now` returns milliseconds since 1970.
 * The result is cached until it changes, because computing it is slow.
 */
export function createEventClock(
  now: () => number,
  event: Omit<EventOptions, 'days'>,
): (days: EventDays | undefined) => EventTime {
  let last: { time: EventTime; from: number } | undefined;
  return (days) => {
    const moment = now();
    const isSame =
      last?.time.days?.first === days?.first &&
      last?.time.days?.last === days?.last &&
      moment >= (last?.from ?? moment) &&
      moment < (last?.time.validUntil ?? 0);
    if (last && isSame) return last.time;
    last = { time: eventTimeAt(moment, { ...event, days }), from: moment };
    return last.time;
  };
}

/** `moment`: milliseconds since 1970. */
export function eventTimeAt(moment: number, event: EventOptions): EventTime {
  const { days, deskHours = [], timeZone } = event;
  const clock = clockAt(moment, timeZone);
  const today = clock.day;
  const now = `${today}T${clock.time}`;
  const desk = deskHours.length > 0 ? deskAt(now, deskHours) : undefined;
  const changes = deskHours.flatMap(({ opens, closes }) => [opens, closes]);
  const next = [`${dayAfter(today)}T00:00`, ...changes].filter((one) => one > now);
  return {
    days,
    today,
    stage: stageOf({ today, days, desk, deskHours }),
    desk,
    validUntil: Math.min(...next.map((one) => localTime(one, timeZone)?.moment ?? moment)),
  };
}

/** Compares times as text. A desk that closes at 18:00 is closed at 18:00:00. */
function deskAt(now: string, hours: readonly OpeningSpan[]): DeskTime {
  const upcoming = hours.filter(({ opens }) => opens > now);
  const current = hours.find(({ opens, closes }) => opens <= now && closes > now);
  if (current) {
    // Adjacent opening hours count as one span.
    const closes = hours.reduce(
      (end, span) => (span.opens === end ? span.closes : end),
      current.closes,
    );
    return {
      state: { kind: 'open', closes },
      upcoming: upcoming.filter(({ opens }) => opens > closes),
    };
  }
  const [next] = upcoming;
  if (!next) return { state: { kind: 'over' }, upcoming };
  const kind = upcoming.length === hours.length ? 'opens' : 'closed';
  return { state: { kind, opens: next.opens }, upcoming };
}

function stageOf(options: {
  today: string;
  days: EventDays | undefined;
  desk: DeskTime | undefined;
  deskHours: readonly OpeningSpan[];
}): EventTime['stage'] {
  const { today, days, desk, deskHours } = options;
  const isDeskDay = deskHours.some(({ opens }) => opens.startsWith(today));
  if (isDeskDay || desk?.state.kind === 'open') return 'during';
  const isToCome = (desk?.upcoming.length ?? 0) > 0;
  if (!days) return isToCome ? 'before' : 'unknown';
  if (today < days.first) return 'before';
  return today > days.last && !isToCome ? 'after' : 'during';
}

export function daysUntil(day: string, today: string): number {
  return Math.round((Date.parse(day) - Date.parse(today)) / dayMs);
}

/** Takes and returns `YYYY-MM-DD`. */
export function dayAfter(day: string): string {
  return addDays(day, 1);
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

const formattedDays = createCache<string>();

/** Formats the days for a reader: "2 – 5 July 2027", or "2 – 5 Jul 2027" where space is short. */
export function formatDays(
  days: EventDays,
  locale: string,
  length: 'long' | 'medium' = 'long',
): string {
  const create = () => formatRange(days, length, locale);
  return formattedDays.getOrCreate(`${days.first} ${days.last} ${locale} ${length}`, create);
}

const daysUntilFormats = createCache<Intl.RelativeTimeFormat>();

/** Formats a number of days from today, such as "in 8 days" or "tomorrow". */
export function formatDaysUntil(count: number, locale: string): string {
  const create = () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return daysUntilFormats.getOrCreate(locale, create).format(count, 'day');
}

/** Returns text that says which day of the convention it is, or the date on any other day. */
export function todayText({ days, today }: EventTime, words: Translate): string {
  const { locale } = words;
  if (!days || today < days.first || today > days.last)
    return capital(formatLocal(today, 'weekdayDayMonth', locale));
  const weekday = formatLocal(today, 'weekday', locale);
  const [day, count] = [daysUntil(today, days.first) + 1, daysUntil(days.last, days.first) + 1];
  return capital(count === 1 ? weekday : words('badge.today.day', { weekday, day, count }));
}

/** A closing time up to this hour belongs to the previous day. */
const endOfNight = '06:00';

/** Returns text that says whether the desk is open. Undefined if its hours are unknown. */
export function deskStatus({ desk, today }: EventTime, words: Translate): string | undefined {
  if (!desk) return undefined;
  const { state } = desk;
  const format = (moment: string, style: DateStyle) => formatLocal(moment, style, words.locale);
  if (state.kind === 'over') return words('badge.desk.over');
  if (state.kind === 'open') {
    const [day = '', clock = ''] = state.closes.split('T');
    const days = daysUntil(day, today);
    const time = format(state.closes, 'time');
    return days === 0 || (days === 1 && clock <= endOfNight)
      ? words('badge.desk.open', { time })
      : words('badge.desk.open.day', { time, day: format(state.closes, 'weekday') });
  }
  const { kind, opens } = state;
  const days = daysUntil(opens.slice(0, 10), today);
  const time = format(opens, 'time');
  if (days === 0) return words(`badge.desk.${kind}.today`, { time });
  if (days === 1) return words(`badge.desk.${kind}.tomorrow`, { time });
  const day = format(opens, days < weekDays ? 'weekday' : 'weekdayDayMonth');
  return words(`badge.desk.${kind}`, { day: withUnbrokenDate(day), time });
}

/** Keeps day and month on one line: "Freitag, 2. Juli", "Friday, July 2", "viernes, 2 de julio". */
function withUnbrokenDate(day: string): string {
  return day.replace(/\d\S* .+|\p{L}+ \d+$/u, (date) => date.replaceAll(' ', '\u00a0'));
}

/** Returns the opening hours as text that wraps only between spans, or '' without opening hours. */
export function hoursText(hours: readonly OpeningSpan[], { locale }: Translate): string {
  const [first, last] = [hours.at(0)?.opens ?? '', hours.at(-1)?.opens ?? ''];
  const isLong = daysUntil(last.slice(0, 10), first.slice(0, 10)) >= weekDays;
  const dayStyle = isLong ? 'shortWeekdayDayMonth' : 'shortWeekday';
  const texts = hours.map(({ opens, closes }, index) => {
    const isSameDay = hours[index - 1]?.opens.slice(0, 10) === opens.slice(0, 10);
    const day = isSameDay ? '' : `${formatLocal(opens, dayStyle, locale)} `;
    const [from, to] = [opens, closes].map((moment) => formatLocal(moment, 'time', locale));
    // A word joiner (U+2060) follows the dash, because browsers may break a line after a dash.
    return `${day}${from}–\u2060${to}`.replaceAll(' ', '\u00a0');
  });
  return texts.join(', ');
}

/** Pages show how many days are left only if there are at most this many. */
export const nearDays = 30;

/** The last day for a task such as paying. */
export interface Deadline {
  readonly isOver: boolean;
  /**
   * The last day, formatted. The year is left out if it is the current one. If at most `nearDays`
   * days are left, their number is appended.
   */
  readonly day: string;
}

/** Returns the deadline relative to `today`. Undefined without a last day. */
export function deadlineOf(
  lastDay: string | undefined,
  { time: { today }, words }: { time: Pick<EventTime, 'today'>; words: Translate },
): Deadline | undefined {
  if (!lastDay) return undefined;
  const count = daysUntil(lastDay, today);
  const isThisYear = lastDay.slice(0, 4) === today.slice(0, 4);
  const day = formatLocal(lastDay, isThisYear ? 'dayMonth' : 'dayMonthYear', words.locale);
  const isNear = count >= 0 && count <= nearDays;
  return { isOver: count < 0, day: isNear ? words('badge.daysLeft', { day, count }) : day };
}

export interface NameDeadline {
  /** Undefined if the convention does not set a last day. */
  readonly deadline: Deadline | undefined;
  /**
   * True once the deadline or the convention has passed. Pages then no longer offer to change the
   * name.
   */
  readonly isFinal: boolean;
}

export function nameDeadlineOf(
  lastDay: string | undefined,
  options: { time: EventTime; words: Translate },
): NameDeadline {
  const deadline = deadlineOf(lastDay, options);
  return { deadline, isFinal: options.time.stage === 'after' || deadline?.isOver === true };
}
