// The convention as an event of all its days, for calendar programs (iCalendar, RFC 5545). It is
// the same for everybody.
import { createHash } from 'node:crypto';
import { dayAfter, type EventDays } from '../../web/words/event-days.ts';

interface CalendarEvent {
  readonly name: string;
  readonly days: EventDays;
  readonly place: string | undefined;
  readonly url: URL;
  /** Of this site: with name and year it identifies the event, also after a change of days. */
  readonly host: string;
  /** When the file was made, in milliseconds since 1970. */
  readonly now: number;
}

/** Returns the file. */
export function calendarFile({ name, days, place, url, host, now }: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lanyard//Convention days//EN',
    'BEGIN:VEVENT',
    `UID:${days.first.slice(0, 4)}-${hashOf(name)}@${host}`,
    `DTSTAMP:${basicFormat(new Date(now).toISOString().slice(0, 19))}Z`,
    `DTSTART;VALUE=DATE:${basicFormat(days.first)}`,
    // The end is the first day on which it is over (3.6.1).
    `DTEND;VALUE=DATE:${basicFormat(dayAfter(days.last))}`,
    `SUMMARY:${escaped(name)}`,
    ...(place ? [`LOCATION:${escaped(place)}`] : []),
    `URL:${url.href}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
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
