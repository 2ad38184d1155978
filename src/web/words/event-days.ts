// The days of the convention: as dates in its own time zone, as text, and how long until then.
import { createCache } from '../cache.ts';
import { dateFormat } from './formatting.ts';

const dayMs = 86_400_000;
const dayFormats = createCache<Intl.DateTimeFormat>();
const daysUntilFormats = createCache<Intl.RelativeTimeFormat>();
const formattedDays = createCache<string>();

/** The first and the last day, each `YYYY-MM-DD`. */
export interface EventDays {
  readonly first: string;
  readonly last: string;
}

/**
 * Returns the days on which two moments (ISO 8601) fall in this time zone (IANA). Without a valid
 * end, the last day is the first one. Undefined if the start is not a moment.
 */
export function daysOf(
  moments: { startAt: string; endAt: string | undefined } | undefined,
  timeZone: string,
): EventDays | undefined {
  const start = Date.parse(moments?.startAt ?? '');
  if (Number.isNaN(start)) return undefined;
  const first = dayAt(start, timeZone);
  // An end at midnight belongs to the day before.
  const end = Date.parse(moments?.endAt ?? '') - 1;
  return { first, last: end > start ? dayAt(end, timeZone) : first };
}

/** Returns the day of a moment (milliseconds since 1970) in this time zone, as `YYYY-MM-DD`. */
export function dayAt(moment: number, timeZone: string): string {
  // Swedish dates have the format of ISO 8601.
  const create = () => new Intl.DateTimeFormat('sv', { timeZone });
  return dayFormats.getOrCreate(timeZone, create).format(moment);
}

/** Formats the days for a reader: "2 – 5 July 2027", or where there is little room "2 – 5 Jul 2027". */
export function formatDays(
  { first, last }: EventDays,
  locale: string,
  length: 'long' | 'medium' = 'long',
): string {
  return formattedDays.getOrCreate(`${first} ${last} ${locale} ${length}`, () => {
    const format = dateFormat({ locale, timeZone: 'UTC', length });
    return format.formatRange(Date.parse(first), Date.parse(last));
  });
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

/** Returns the day after, as `YYYY-MM-DD`. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
}
