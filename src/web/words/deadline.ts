// A last day until which something can be done: as a date, and how long until then.

import { formatLocal } from './dates.ts';
import { daysUntil, formatDaysUntil } from './event-days.ts';
import type { Translate } from './messages.ts';

export interface Deadline {
  /** The last day, `YYYY-MM-DD`. */
  readonly lastDay: string;
  readonly isOver: boolean;
  /** The last day as a reader says it, with its year if it is another one than today's. */
  readonly day: string;
  /** How long until then: "in 12 days", "tomorrow", "today". */
  readonly left: string;
  /** The same as an ISO 8601 duration. */
  readonly duration: string;
}

/** Returns the deadline as seen today (`YYYY-MM-DD`), or undefined if there is none. */
export function deadlineOf(
  lastDay: string | undefined,
  { today, words: { locale } }: { today: string; words: Translate },
): Deadline | undefined {
  if (!lastDay) return undefined;
  const days = daysUntil(lastDay, today);
  const isThisYear = lastDay.slice(0, 4) === today.slice(0, 4);
  return {
    lastDay,
    isOver: days < 0,
    day: formatLocal(lastDay, isThisYear ? 'dayMonth' : 'dayMonthYear', locale),
    left: formatDaysUntil(days, locale),
    duration: `P${days}D`,
  };
}

/** Says a message that names the last day and how long until then. */
export function untilText(key: string, { day, left }: Deadline, words: Translate): string {
  return words(key, { day, left });
}
