// The days of the convention: as dates in its own time zone, as text, and how long until then.

import { createCache } from '../cache.ts';
import { clockAt, formatLocal, formatRange, localTime } from './dates.ts';

const dayMs = 86_400_000;
const daysUntilFormats = createCache<Intl.RelativeTimeFormat>();
const formattedDays = createCache<string>();

/** The first and the last day, each `YYYY-MM-DD`. */
export interface EventDays {
  readonly first: string;
  readonly last: string;
}

/**
 * Returns the days on which two moments (ISO 8601) fall in this time zone (IANA). A date without a
 * time is that day, the end included. Without a valid end, the last day is the first one. Undefined
 * if the start is not a moment.
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

/** Returns the day of a moment (milliseconds since 1970) in this time zone, as `YYYY-MM-DD`. */
export function dayAt(moment: number, timeZone: string): string {
  return clockAt(moment, timeZone).day;
}

/** Formats the days for a reader: "2 – 5 July 2027", or in little room "2 – 5 Jul 2027". */
export function formatDays(
  { first, last }: EventDays,
  locale: string,
  length: 'long' | 'medium' = 'long',
): string {
  const create = () => formatRange({ first, last }, length, locale);
  return formattedDays.getOrCreate(`${first} ${last} ${locale} ${length}`, create);
}

/** Returns the number of days from one day to another. */
export function daysUntil(day: string, today: string): number {
  return Math.round((Date.parse(day) - Date.parse(today)) / dayMs);
}

/** Formats a number of days as a time to come: "in 8 days", "tomorrow". */
export function formatDaysUntil(count: number, locale: string): string {
  const create = () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return daysUntilFormats.getOrCreate(locale, create).format(count, 'day');
}

/** Formats a day (`YYYY-MM-DD`) by its name: "Friday", or "Friday 2 July". */
export function formatWeekday(
  day: string,
  { locale, hasDate }: { locale: string; hasDate: boolean },
): string {
  return formatLocal(day, hasDate ? 'weekdayDayMonth' : 'weekday', locale);
}

/** Returns the day after, as `YYYY-MM-DD`. */
export function dayAfter(day: string): string {
  return addDays(day, 1);
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}
