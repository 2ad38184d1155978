// The convention as an event of all its days, and each deadline as one of its last day, for
// calendar programs (iCalendar, RFC 5545): the same for everybody who reads the same language.
import { createHash } from 'node:crypto';
import { dayAfter, type EventDays } from '../../web/words/event-calendar.ts';

interface CalendarDeadline {
  /** Identifies the event, also after its day changes. */
  readonly id: string;
  /** `YYYY-MM-DD`. */
  readonly lastDay: string;
  readonly summary: string;
}

interface CalendarEvent {
  readonly name: string;
  readonly days: EventDays;
  readonly place: string | undefined;
  /** When badges are given out. */
  readonly description: string | undefined;
  readonly deadlines: readonly CalendarDeadline[];
  readonly url: URL;
  /** This site. Together with name and year it identifies the event, also after its days change. */
  readonly host: string;
  /** When the file was made, in milliseconds since 1970. */
  readonly now: number;
}

/** Returns the file. */
export function calendarFile(event: CalendarEvent): string {
  const { name, days, place, description, url, host, now, deadlines } = event;
  const id = `${days.first.slice(0, 4)}-${hashOf(name)}`;
  const stamp = `DTSTAMP:${basicFormat(new Date(now).toISOString().slice(0, 19))}Z`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lanyard//Convention days//EN',
    'BEGIN:VEVENT',
    `UID:${id}@${host}`,
    stamp,
    ...daysOf(days),
    `SUMMARY:${escaped(name)}`,
    ...(place ? [`LOCATION:${escaped(place)}`] : []),
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    `URL:${url.href}`,
    'END:VEVENT',
    ...deadlines.flatMap(({ id: what, lastDay, summary }) => [
      'BEGIN:VEVENT',
      `UID:${id}-${what}@${host}`,
      stamp,
      ...daysOf({ first: lastDay, last: lastDay }),
      `SUMMARY:${escaped(summary)}`,
      // Does not block anybody's time.
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** The end is the first day on which it is over (3.6.1). */
function daysOf({ first, last }: EventDays): string[] {
  const end = basicFormat(dayAfter(last));
  return [`DTSTART;VALUE=DATE:${basicFormat(first)}`, `DTEND;VALUE=DATE:${end}`];
}

function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 12);
}

/** Returns a date or a moment without its separators. */
function basicFormat(text: string): string {
  return text.replace(/[-:]/g, '');
}

/** Escapes a text value (3.3.11). */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\p{Cc}+/gu, ' ');
}

/** Folds a line to at most 75 bytes, between characters (3.1). */
function folded(line: string): string {
  let bytes = 0;
  let text = '';
  for (const character of line) {
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
