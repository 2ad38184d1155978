// How names and dates of a record become words, the same on every page.

/** A text of a record: null where it is empty, undefined where it did not come. */
export type Field = string | null | undefined;

type Named = { readonly [part in 'preferredName' | 'firstName' | 'lastName' | 'username']?: Field };

/** The name to show (interface 2.2): the preferred name, else the legal one, else the user name, cut at 500 graphemes. '' when there is none. */
export function displayName(person: Named): string {
  return capped(visible(person.preferredName) || legalName(person) || visible(person.username));
}

/** The name as on the ID. People with a single name often fill the other field with a mark: it is left out. */
export function legalName({ firstName, lastName }: Named): string {
  return [visible(firstName), visible(lastName)]
    .filter((part) => part !== '' && part !== '-' && part !== '.')
    .join(' ');
}

/** The text without spaces around it; '' when nothing in it can be seen (only spaces, control and format characters, and the letters that are drawn as nothing). */
export function visible(text: Field): string {
  return text && /[^\s\p{C}\u115F\u1160\u2800\u3164\uFFA0]/u.test(text) ? text.trim() : '';
}

/** A birth date in words. It is a date, not a moment: only its first ten characters count, in no time zone. Undefined when it is none (there is no year 0). */
export function birthDate(text: Field, locale: string): string | undefined {
  const day = /^(?!0000)\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0];
  const date = new Date(`${day}T00:00:00Z`);
  // A day that does not exist (31 February) comes back as another one.
  if (!day || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day)) return undefined;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' }).format(date);
}

/** In whose words a moment is told (BCP 47), and by whose clock (IANA). */
interface Place {
  readonly locale: string;
  readonly timeZone: string;
}

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const;

export interface FormattedMoment {
  readonly text: string;
  /** ISO 8601, for `<time datetime>`. */
  readonly iso: string;
}

/** A moment of a record (ISO 8601) as a date in the convention's time zone. Undefined when it is none. */
export function dateOf(timestamp: Field, { locale, timeZone }: Place): FormattedMoment | undefined {
  const [given, zone] = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-][\d:]+)?$/.exec(timestamp ?? '') ?? [];
  // Without a zone it is read as UTC, not in the zone where this process happens to run.
  const moment = new Date(`${given}${zone ? '' : 'Z'}`);
  if (!given || Number.isNaN(moment.getTime())) return undefined;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone, calendar: 'gregory' });
  return { text: format.format(moment), iso: moment.toISOString() };
}

/** A time of day with its zone, in the convention's time zone. `now` in milliseconds since 1970. */
export function timeOfDay(now: number, { locale, timeZone }: Place): FormattedMoment {
  const format = new Intl.DateTimeFormat(locale, { ...clock, timeZone });
  return { text: format.format(now), iso: new Date(now).toISOString() };
}

/** A moment of ours (milliseconds since 1970) as day and time with its zone, in the convention's time zone. */
export function momentOf(moment: number, { locale, timeZone }: Place): string {
  const style = { day: 'numeric', month: 'long', ...clock, timeZone, calendar: 'gregory' } as const;
  return new Intl.DateTimeFormat(locale, style).format(moment);
}

const graphemes = new Intl.Segmenter();
/** In UTF-16 code units. Marks can be stacked on one letter without end. */
const longestGrapheme = 16;

/** At most so many graphemes (what a reader sees as one character) of a text, with an ellipsis where more was cut. */
export function capped(text: string, most = 500): string {
  if (text.length <= most) return text;
  // The segmenter copies what it is given for each grapheme that it finds: never give it a text of any length.
  const start = text.slice(0, most * longestGrapheme).replace(/\p{Surrogate}$/u, '');
  let count = 0;
  for (const { index } of graphemes.segment(start)) {
    if (count === most) return `${start.slice(0, index)}…`;
    count += 1;
  }
  return start.length < text.length ? `${start}…` : text;
}

/** The first letters of the first two words of a name, for a picture that is not there. */
export function initials(name: string): string {
  const words = name.split(/\s+/, 2).map((word) => [...graphemes.segment(word.slice(0, longestGrapheme))]);
  return words
    .map(([first]) => first?.segment)
    .join('')
    .toUpperCase();
}

/**
 * A person's words inside a sentence of ours: whatever direction they have, the rest of the sentence keeps its own (UAX 9, FSI and
 * PDI). Without the marks that turn the direction themselves: one of them ends the isolation.
 */
export function isolated(text: string): string {
  return `\u2068${text.replace(/[\u202A-\u202E\u2066-\u2069]/g, '')}\u2069`;
}
