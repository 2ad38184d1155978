// The calendar file (iCalendar, RFC 5545) with all-day events for the convention and for each
// deadline. The file is the same for everyone with the same locale.
import { createHash } from 'node:crypto';
import { addDays, dayAfter, type EventDays } from '../../web/words/event-times.ts';

interface CalendarDeadline {
  /**
   * Part of the UID, so that calendar programs still recognise the deadline if its date changes.
   */
  readonly id: string;
  /** `YYYY-MM-DD`. */
  readonly lastDay: string;
  readonly summary: string;
}

interface CalendarEvent {
  readonly name: string;
  readonly days: EventDays;
  readonly place: string | undefined;
  /** The desk hours as text. */
  readonly description: string | undefined;
  readonly deadlines: readonly CalendarDeadline[];
  readonly url: URL;
  /**
   * This site's host and port. With the convention's name and year, it forms a UID that stays the
   * same when the days change.
   */
  readonly host: string;
  /** When the file was created, in milliseconds since 1970. */
  readonly now: number;
}

/** Returns the file's content, with CRLF line endings. */
export function calendarFile(event: CalendarEvent): string {
  const { name, days, place, description, url, host, now, deadlines } = event;
  const id = `${editionOf(days)}-${hashOf(name)}`;
  const moment = `${basicFormat(new Date(now).toISOString().slice(0, 19))}Z`;
  // A calendar updates an event only if its revision is higher, so the number is the time in
  // minutes.
  const revision = [
    `DTSTAMP:${moment}`,
    `LAST-MODIFIED:${moment}`,
    `SEQUENCE:${Math.floor(now / 60_000)}`,
  ];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lanyard//Convention days//EN',
    'BEGIN:VEVENT',
    `UID:${id}@${host}`,
    ...revision,
    ...daysOf(days),
    `SUMMARY:${escaped(name)}`,
    ...(place ? [`LOCATION:${escaped(place)}`] : []),
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    `URL:${url.href}`,
    'END:VEVENT',
    ...deadlines.flatMap(({ id: what, lastDay, summary }) => [
      'BEGIN:VEVENT',
      `UID:${id}-${what}@${host}`,
      ...revision,
      ...daysOf({ first: lastDay, last: lastDay }),
      `SUMMARY:${escaped(summary)}`,
      // A deadline must not mark the day as busy.
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** DTEND is exclusive, so it is the day after the last one (RFC 5545 section 3.6.1). */
function daysOf({ first, last }: EventDays): string[] {
  const end = basicFormat(dayAfter(last));
  return [`DTSTART;VALUE=DATE:${basicFormat(first)}`, `DTEND;VALUE=DATE:${end}`];
}

/**
 * Returns the year of this edition. A convention in November or December counts as next year's, so
 * that its UID survives a move past New Year.
 */
const editionOf = ({ first }: EventDays) => addDays(first, 61).slice(0, 4);

/** Apostrophes are normalised, so that correcting one does not change the UID. */
function hashOf(name: string): string {
  const plain = name.normalize('NFKC').replace(/[’‘ʼ`´′]/gu, "'");
  return createHash('sha256').update(plain).digest('hex').slice(0, 12);
}

/** Removes the separators from an ISO 8601 date or time. */
function basicFormat(text: string): string {
  return text.replace(/[-:]/g, '');
}

/** Escapes a text value (RFC 5545 section 3.3.11). */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\p{Cc}+/gu, ' ');
}

/**
 * Folds a line to at most 75 bytes, between characters (RFC 5545 section 3.1). Never splits an
 * escape sequence, because some programs would then show its backslash.
 */
function folded(line: string): string {
  let bytes = 0;
  let text = '';
  for (const [character] of line.matchAll(/\\?./gsu)) {
    const size = Buffer.byteLength(character);
    if (bytes + size > 75) {
      text += '\r\n ';
      bytes = 1;
    }
    text += character;
    bytes += size;
  }
  return text;
}
