// Which day of the convention today is. Pure.
import { daysUntil, type EventDays, formatWeekday } from '../../web/words/event-days.ts';
import type { EventTime } from '../../web/words/event-time.ts';
import type { Translate } from '../../web/words/messages.ts';

interface TodayOptions {
  readonly days: EventDays | undefined;
  readonly time: EventTime;
  readonly words: Translate;
}

export function todayView(options: TodayOptions): { text: string; note: string | undefined } {
  const { time, days, words } = options;
  const { today } = time;
  const { locale } = words;
  if (!days || today < days.first || today > days.last)
    return { text: capital(formatWeekday(today, { locale, hasDate: true })), note: undefined };
  const weekday = formatWeekday(today, { locale, hasDate: false });
  const [day, count] = [daysUntil(today, days.first) + 1, daysUntil(days.last, days.first) + 1];
  if (count === 1) return { text: capital(weekday), note: undefined };
  const last = formatWeekday(days.last, { locale, hasDate: true });
  return {
    text: capital(words('badge.today.day', { weekday, day, count })),
    note: day === count ? words('badge.today.last') : words('badge.today.until', { day: last }),
  };
}

/** In some languages the names of days are small, but not where a text begins. */
function capital(text: string): string {
  return text.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
}
