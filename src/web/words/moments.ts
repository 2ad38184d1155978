// Reads the dates and times of records (ISO 8601) as clocks show them at the convention. Nothing
// here depends on the time zone of this process.
import { type Field, textOf } from '../../text.ts';
import { createCache } from '../cache.ts';

const minuteMs = 60_000;

interface LocalTime {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** `HH:MM`, perhaps with seconds. '' for a date without a time. */
  readonly time: string;
  /** Milliseconds since 1970; of a date, its start. */
  readonly moment: number;
}

const clocks = createCache<Intl.DateTimeFormat>();
const iso8601 =
  /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * Returns what clocks in this time zone (IANA) show at a moment. A text without a zone is meant
 * there. Undefined if it is no moment, or a day that does not exist.
 */
export function localTime(text: Field, timeZone: string): LocalTime | undefined {
  const [given, day = '', time = '', zone] = iso8601.exec(textOf(text)) ?? [];
  const utc = Date.parse(`${day}T${time.replace(',', '.') || '00:00'}Z`);
  if (!given || Number.isNaN(utc) || isNoDay(day)) return undefined;
  if (!zone) return { day, time, moment: utc - offsetAt(utc, timeZone) };
  const moment = utc - offsetOf(zone);
  return { ...clockAt(moment, timeZone), moment };
}

/** Returns what clocks in this time zone show at a moment (milliseconds since 1970). */
export function clockAt(moment: number, timeZone: string): { day: string; time: string } {
  // Swedish dates have the format of ISO 8601.
  const style = { dateStyle: 'short', timeStyle: 'medium', timeZone, hourCycle: 'h23' } as const;
  const create = () => new Intl.DateTimeFormat('sv', style);
  const [day = '', time = ''] = clocks.getOrCreate(timeZone, create).format(moment).split(' ');
  return { day, time };
}

/** A day that does not exist (31 February) becomes another one. */
function isNoDay(day: string): boolean {
  return day.startsWith('0000') || !new Date(day).toISOString().startsWith(day);
}

/** Returns how many milliseconds a clock is ahead of UTC: `+02:00`. */
function offsetOf(zone: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
}

/** Returns the same for when clocks in this zone show what those of UTC show at a moment. */
function offsetAt(utc: number, timeZone: string): number {
  const ahead = (moment: number) => {
    const { day, time } = clockAt(moment, timeZone);
    return Date.parse(`${day}T${time}Z`) - Math.floor(moment / 1000) * 1000;
  };
  return ahead(utc - ahead(utc));
}
