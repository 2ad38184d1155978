// Computes when a session ends, for the bar that gives two minutes' warning (WCAG 2.2.1). Pure.
import type { SessionLimits } from '../login/login.ts';
import { clockAt, dayUnlessToday, timeOfDay } from './words/dates.ts';
import type { Translate } from './words/messages.ts';

export interface SessionEnd {
  /** The minimum time left without another request, in seconds. */
  readonly left: number;
  /** The maximum time left without another request, in seconds. */
  readonly over: number;
  readonly text: string;
  /** Whether another request extends the session. */
  readonly canExtend: boolean;
}

/**
 * A session is extended at most 30 times per idle limit, so the last extension may be up to a
 * thirtieth of that limit ago.
 */
const surePart = 29 / 30;

export function sessionEnd({
  startedAt,
  limits,
  now,
  timeZone,
  words,
}: {
  /** Milliseconds since 1970, like `now`. */
  readonly startedAt: number;
  readonly limits: SessionLimits;
  readonly now: number;
  readonly timeZone: string;
  readonly words: Translate;
}): SessionEnd {
  const idle = Math.floor(limits.idleSeconds * surePart);
  const latest = Math.floor(limits.absoluteSeconds - (now - startedAt) / 1000);
  const left = Math.max(0, Math.min(idle, latest));
  const over = Math.max(0, Math.min(limits.idleSeconds, latest));
  const end = now + 1000 * left;
  const format = { locale: words.locale, timeZone, today: clockAt(now, timeZone).day };
  const text = words('session.ends', {
    time: timeOfDay(end, format).text,
    day: dayUnlessToday(end, format),
  });
  return { left, over, text, canExtend: idle < latest };
}
