// The opening hours of the registration desk: DESK_HOURS, as clocks show them at the convention.
import { z } from 'zod';

/** From one minute to another, each `YYYY-MM-DDTHH:MM` in the convention's time zone. */
export interface OpeningSpan {
  readonly opens: string;
  readonly closes: string;
}

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
const wrongForm =
  'must be days with their hours: 2027-07-02 10:00-20:00; 2027-07-03 9:00-13:00, 14:00-02:00';

/**
 * Days, each with one span or several. An end that is not after its start is on the day after. The
 * spans come out in their order.
 */
export const deskHours = z
  .string()
  .transform((text, context) => {
    const days = text.split(/\s*;\s*/).filter(Boolean);
    const spans = days.map(spansOfDay);
    if (spans.every((one) => one !== undefined)) return spans.flat().sort(byStart);
    context.addIssue({ code: 'custom', message: wrongForm });
    return z.NEVER;
  })
  .refine((spans) => spans.length > 0, wrongForm)
  .refine(
    (spans) => spans.every(({ opens }, index) => (spans[index - 1]?.closes ?? '') <= opens),
    'must not have a span that begins before another one has ended',
  );

function byStart(one: OpeningSpan, other: OpeningSpan): number {
  return one.opens < other.opens ? -1 : 1;
}

/** `2027-07-03 9:00-13:00, 14:00-02:00`. Undefined if it is something else. */
function spansOfDay(text: string): OpeningSpan[] | undefined {
  const [, day = '', hours = ''] = /^(\S+)\s+(.+)$/.exec(text) ?? [];
  if (!z.iso.date().safeParse(day).success) return undefined;
  const spans = hours.split(/\s*,\s*/).map((span) => spanOf(span, day));
  return spans.every((span) => span !== undefined) ? spans : undefined;
}

function spanOf(text: string, day: string): OpeningSpan | undefined {
  const time = '([01]?\\d|2[0-4]):([0-5]\\d)';
  const parts = new RegExp(`^${time}\\s*[-–]\\s*${time}$`).exec(text)?.slice(1).map(Number);
  if (!parts) return undefined;
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = parts;
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
  if (from >= dayMinutes || to > dayMinutes) return undefined;
  return { opens: after(day, from), closes: after(day, to > from ? to : to + dayMinutes) };
}

/** The moment so many minutes after the start of a day. */
function after(day: string, minutes: number): string {
  return new Date(Date.parse(day) + minutes * minuteMs).toISOString().slice(0, 16);
}
