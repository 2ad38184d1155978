// Reads the dates and times in records (ISO 8601) as local time at the convention, and formats them
// for a reader. The time zone of this process does not matter.
import { type Field, textOf } from '../../text.ts';
import { createCache } from '../bounded-cache.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

interface LocalTime {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** `HH:MM`, possibly with seconds. '' for a date without a time. */
  readonly time: string;
  /** Milliseconds since 1970. For a date, this is the start of the day. */
  readonly moment: number;
}

const iso8601 =
  /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * Returns the local time in this time zone (IANA). Text without a zone counts as local time.
 * Undefined if the text is not a date or time, if the day does not exist, or if its local year is
 * after 9999.
 */
export function localTime(text: Field, timeZone: string): LocalTime | undefined {
  const [given, day = '', time = '', zone] = iso8601.exec(textOf(text)) ?? [];
  const utc = Date.parse(`${day}T${time.replace(',', '.') || '00:00'}Z`);
  if (!given || Number.isNaN(utc) || !isDay(day)) return undefined;
  if (!zone) return { day, time, moment: firstMomentAt(utc, timeZone) };
  const moment = utc - offsetOf(zone);
  const local = clockAt(moment, timeZone);
  return isDay(local.day) ? { ...local, moment } : undefined;
}

/** Returns the local day and time in this time zone at `moment` (milliseconds since 1970). */
export function clockAt(moment: number, timeZone: string): { day: string; time: string } {
  // Swedish dates are in ISO 8601 format.
  const format = formatOf('clock', { locale: 'sv', timeZone });
  const [day = '', time = ''] = format.format(moment).split(' ');
  return { day: day.padStart('YYYY-MM-DD'.length, '0'), time };
}

/**
 * Returns the day of a birth date (`YYYY-MM-DD`). A birth date is not a moment: only its first ten
 * characters count, and time zones do not apply. Undefined if the text is not a date.
 */
export function birthDay(text: Field): string | undefined {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(textOf(text))?.[0];
  return day && isDay(day) ? day : undefined;
}

/**
 * Rejects the year 0 and days that do not exist. `Date` would turn 31 February into a different
 * day.
 */
function isDay(day: string): boolean {
  const date = new Date(day);
  const isDate = !Number.isNaN(date.getTime()) && !day.startsWith('0000');
  return isDate && date.toISOString().startsWith(day);
}

/** Returns the offset from UTC, in milliseconds. `zone` is `Z` or an offset such as `+02:00`. */
function offsetOf(zone: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
}

/**
 * Returns the first moment when clocks in this zone show the time that UTC clocks show at `utc`.
 * For a time in the hour skipped in spring, returns the moment of the skip.
 */
function firstMomentAt(utc: number, timeZone: string): number {
  const shownAt = (moment: number) => {
    const { day, time } = clockAt(moment, timeZone);
    // An expanded year (+YYYYYY), because at the end of 9999 some zones are already in 10000.
    return Date.parse(`+${day.padStart('YYYYYY-MM-DD'.length, '0')}T${time}Z`);
  };
  const wholeSecond = (moment: number) => Math.floor(moment / 1000) * 1000;
  const ahead = (moment: number) => shownAt(moment) - wholeSecond(moment);
  // If the clocks change within a day of this time, the two moments have the offsets from before
  // and after the change.
  const moments = [utc - ahead(utc - dayMs), utc - ahead(utc + dayMs)];
  const exact = moments.filter((moment) => shownAt(moment) === wholeSecond(utc));
  if (exact.length > 0) return Math.min(...exact);
  let [before, after] = [Math.min(...moments), Math.max(...moments)];
  while (after - before > minuteMs) {
    const middle = before + Math.round((after - before) / 2 / minuteMs) * minuteMs;
    if (shownAt(middle) < utc) before = middle;
    else after = middle;
  }
  return after;
}

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const styles = {
  /** 2 July 2027 */
  long: { dateStyle: 'long' },
  /** 2 Jul 2027 */
  medium: { dateStyle: 'medium' },
  /** 2 July 2027. In some locales (en-BW), `long` is 02 July 2027. */
  dayMonthYear: { day: 'numeric', month: 'long', year: 'numeric' },
  /** 2 July */
  dayMonth: { day: 'numeric', month: 'long' },
  /** Friday 2 July */
  weekdayDayMonth: { weekday: 'long', day: 'numeric', month: 'long' },
  /** Fri, 2 Jul */
  shortWeekdayDayMonth: { weekday: 'short', day: 'numeric', month: 'short' },
  weekday: { weekday: 'long' },
  shortWeekday: { weekday: 'short' },
  /** 14:05 */
  time: clock,
  /** 2 July at 14:05 CEST */
  dayAndTime: { day: 'numeric', month: 'long', ...clock, timeZoneName: 'short' },
  /** 2027-07-02 14:05:00 in Swedish. */
  clock: { dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateStyle = keyof typeof styles;

/** The reader's locale (BCP 47) and the convention's time zone (IANA). */
interface FormatOptions {
  readonly locale: string;
  readonly timeZone: string;
}

/**
 * Formats are cached, because creating one takes as long as using it 50 times. Each occupies 60 KB
 * of memory.
 */
const formats = createCache<Intl.DateTimeFormat>(256);

function formatOf(style: DateStyle, { locale, timeZone }: FormatOptions): Intl.DateTimeFormat {
  const create = () =>
    new Intl.DateTimeFormat(locale, { ...styles[style], timeZone, calendar: 'gregory' });
  return formats.getOrCreate(`${style} ${locale} ${timeZone}`, create);
}

/**
 * Formats a local time at the convention (`YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`), without time zone
 * conversion.
 */
export function formatLocal(local: string, style: DateStyle, locale: string): string {
  const format = localFormat(style, locale);
  return asWritten(format.format(Date.parse(local.includes('T') ? `${local}Z` : local)), locale);
}

/** Formats a range of days (`YYYY-MM-DD`): "2 – 5 July 2027". */
export function formatRange(
  { first, last }: { readonly first: string; readonly last: string },
  style: DateStyle,
  locale: string,
): string {
  const format = localFormat(style, locale);
  return asWritten(format.formatRange(Date.parse(first), Date.parse(last)), locale);
}

function localFormat(style: DateStyle, locale: string): Intl.DateTimeFormat {
  return formatOf(style, { locale, timeZone: 'UTC' });
}

/** `Intl` writes "1 juin" and "09:05", but correct French is "1er juin" and "9 h 05". */
function asWritten(text: string, locale: string): string {
  if (!locale.startsWith('fr')) return text;
  return text
    .replace(/(?<!\d)1(?= \p{L}|–)/gu, '1er')
    .replace(/0?(\d+):(\d\d)/g, '$1\u00a0h\u00a0$2')
    .replace(/\u00a0h\u00a000/g, '\u00a0h');
}

/** Formats a birth date. Undefined if the text is not a date. */
export function birthDate(text: Field, locale: string): string | undefined {
  const day = birthDay(text);
  return day && formatLocal(day, 'long', locale);
}

export interface FormattedMoment {
  readonly text: string;
  /** ISO 8601, for `<time datetime>`. */
  readonly iso: string;
}

/**
 * Formats an ISO 8601 date or time as a date in the convention's time zone. Text without a zone
 * counts as local time there. Undefined if the text is neither a date nor a time.
 */
export function dateOf(timestamp: Field, options: FormatOptions): FormattedMoment | undefined {
  const local = localTime(timestamp, options.timeZone);
  if (!local) return undefined;
  const { day, time, moment } = local;
  return {
    text: formatLocal(day, 'long', options.locale),
    iso: time ? new Date(moment).toISOString() : day,
  };
}

/** Formats a moment (milliseconds since 1970) as the time of day at the convention. */
export function timeOfDay(now: number, options: FormatOptions): FormattedMoment {
  const text = formatOf('time', options).format(now);
  return { text: asWritten(text, options.locale), iso: new Date(now).toISOString() };
}

/**
 * Returns the day of a moment (milliseconds since 1970) in brackets. Pages append it to a time of
 * day.
 */
export function dayInBrackets(moment: number, { locale, timeZone }: FormatOptions): string {
  return ` (${formatLocal(clockAt(moment, timeZone).day, 'dayMonth', locale)})`;
}

/** Like `dayInBrackets`, but '' if the moment is on `today` (`YYYY-MM-DD`, at the convention). */
export function dayUnlessToday(moment: number, options: FormatOptions & { today: string }): string {
  const isToday = clockAt(moment, options.timeZone).day === options.today;
  return isToday ? '' : dayInBrackets(moment, options);
}

/**
 * Formats a moment (milliseconds since 1970) as day, time and zone, in the convention's time zone.
 */
export function momentOf(moment: number, options: FormatOptions): string {
  return asWritten(formatOf('dayAndTime', options).format(moment), options.locale);
}
