// Formats the names and dates of a record, the same on every page.
import { type Field, firstGrapheme, textOf } from '../../text.ts';
import { createCache } from '../cache.ts';
import { localTime } from './moments.ts';

type NameFields = {
  readonly [part in 'preferredName' | 'firstName' | 'lastName' | 'username']?: Field;
};

/**
 * Returns the name to show: the preferred name, else the username; '' if there is none. Never the
 * legal name, which stands only where the attendee opens it.
 */
export function displayName({ preferredName, username }: NameFields): string {
  return textOf(preferredName) || textOf(username);
}

/**
 * Returns the name as on the ID. People with a single name often fill the other field with a mark,
 * which is left out.
 */
export function legalName({ firstName, lastName }: NameFields): string {
  return [textOf(firstName), textOf(lastName)]
    .filter((part) => part && part !== '-' && part !== '.')
    .join(' ');
}

/**
 * Formats a birth date. It is a date, not a moment: only its first ten characters count, and no
 * time zone applies. Undefined if it is not a date (there is no year 0).
 */
export function birthDate(text: Field, locale: string): string | undefined {
  const day = /^(?!0000)\d{4}-\d{2}-\d{2}/.exec(textOf(text))?.[0];
  const date = new Date(`${day}T00:00:00Z`);
  // A day that does not exist (31 February) becomes another one.
  if (!day || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day)) return undefined;
  return withFirst(dateFormat({ locale, timeZone: 'UTC' }).format(date), locale);
}

/** The reader's locale (BCP 47) and the convention's time zone (IANA). */
interface FormatOptions {
  readonly locale: string;
  readonly timeZone: string;
}

const dateFormats = createCache<Intl.DateTimeFormat>();

/** French says the first of a month otherwise than `Intl` does: "1er juin". */
export function withFirst(date: string, locale: string): string {
  return locale.startsWith('fr') ? date.replace(/(?<!\d)1(?= \p{L}|–)/gu, '1er') : date;
}

/** The format of a date, in words unless it is `medium`, by the calendar of records. */
export function dateFormat(
  options: FormatOptions & { length?: 'long' | 'medium' },
): Intl.DateTimeFormat {
  const { locale, timeZone, length = 'long' } = options;
  return dateFormats.getOrCreate(`date ${locale} ${timeZone} ${length}`, () => {
    const style = { dateStyle: length, timeZone, calendar: 'gregory' } as const;
    return new Intl.DateTimeFormat(locale, style);
  });
}

const clock = {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const;

export interface FormattedMoment {
  readonly text: string;
  /** ISO 8601, for `<time datetime>`. */
  readonly iso: string;
}

/**
 * Formats a date, or a moment of a record, as a date in the convention's time zone (ISO 8601; what
 * names no zone is meant there). Undefined if it is neither.
 */
export function dateOf(timestamp: Field, options: FormatOptions): FormattedMoment | undefined {
  const local = localTime(timestamp, options.timeZone);
  if (!local) return undefined;
  const { day, time, moment } = local;
  const date = dateFormat({ ...options, timeZone: 'UTC' }).format(Date.parse(day));
  return {
    text: withFirst(date, options.locale),
    iso: time ? new Date(moment).toISOString() : day,
  };
}

/**
 * Formats a time of day and zone, in the convention's time zone. `now`: milliseconds since 1970.
 */
export function timeOfDay(now: number, { locale, timeZone }: FormatOptions): FormattedMoment {
  const format = dateFormats.getOrCreate(
    `time ${locale} ${timeZone}`,
    () => new Intl.DateTimeFormat(locale, { ...clock, timeZone }),
  );
  return { text: format.format(now), iso: new Date(now).toISOString() };
}

/** Formats milliseconds since 1970 as day, time and zone, in the convention's time zone. */
export function momentOf(moment: number, { locale, timeZone }: FormatOptions): string {
  const style = { day: 'numeric', month: 'long', ...clock, timeZone, calendar: 'gregory' } as const;
  const create = () => new Intl.DateTimeFormat(locale, style);
  const format = dateFormats.getOrCreate(`moment ${locale} ${timeZone}`, create);
  return withFirst(format.format(moment), locale);
}

/**
 * Returns the first letters of the first two words of a name, to show in place of a picture: of a
 * word in brackets the letter, not the bracket.
 */
export function initials(name: string): string {
  const words = name.split(/\s+/, 8);
  const letters = words.flatMap((word) => firstGrapheme(word, isLetter) || []).slice(0, 2);
  const shown = letters.length > 0 ? letters : [firstGrapheme(name)];
  // Letters of two words do not join: in Arabic they would make a word.
  const isCursive =
    /\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Nko}|\p{Script=Mongolian}|\p{Script=Adlam}/u;
  return shown.map(asCapital).join(isCursive.test(shown[0] ?? '') ? '\u200C' : '');
}

/** A letter, a digit or a picture, or what a later Unicode may know as one. */
function isLetter(grapheme: string): boolean {
  return /[\p{L}\p{N}\p{So}\p{Cn}\p{Co}\p{RI}]|\p{Extended_Pictographic}|\p{Emoji_Presentation}|\u20E3/u.test(
    grapheme,
  );
}

/** Georgian has capitals only for whole texts, and few fonts have them. ß would become two. */
function asCapital(letter: string): string {
  const capital = letter.toUpperCase();
  const isOne = [...capital].length === [...letter].length;
  return isOne && !/\p{Script=Georgian}/u.test(letter) ? capital : letter;
}

/**
 * Isolates the words of a person inside a sentence of this site: whatever their direction, the rest
 * of the sentence keeps its own (UAX 9, FSI and PDI). Direction marks are removed, because one of
 * them would end the isolation.
 */
export function isolated(text: string): string {
  return `\u2068${withoutDirectionMarks(text)}\u2069`;
}

/**
 * Removes the marks that turn the words around a text, for an element of its own (`<bdi>`) in the
 * middle of a sentence: a mark that opens an isolate and is never closed would reach beyond it.
 */
export function withoutDirectionMarks(text: string): string {
  return text.replace(/[\u202A-\u202E\u2066-\u2069]/g, '');
}
