// The convention's dates, from the undocumented `GET /api/config`. Pages work without these dates.
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { retrieve } from './read-response.ts';
import { entriesOf, textOf } from './record-text.ts';
import { listOf, text } from './schema.ts';
import type { Http } from './send-call.ts';

const config = z.object({
  conventions: listOf(z.object({ domain: text, startAt: text, endAt: text })),
});

/**
 * The dates as the platform sends them, usually in ISO 8601. Only the year of `startAt` is checked.
 */
export interface ConventionDates {
  readonly startAt: string;
  readonly endAt: string | undefined;
}

const [hour, fiveMinutes] = [3_600_000, 300_000];
/** How long after its end a convention is still returned, if no later one is known. */
const knownAfterEndMs = 14 * 24 * 3_600_000;
const longestWaitMs = 400;

/**
 * Returns a function that resolves to the dates of the current or next convention, or of one that
 * ended within the last two weeks. If several conventions qualify, only the one with this domain is
 * returned. After 400 ms without a response, the function resolves to the last known dates, or to
 * undefined. It never rejects. Dates are cached for an hour, and failures for five minutes.
 */
export function createConventionDates(options: { api: Http; domain: string; now: () => number }) {
  const { api, domain, now } = options;
  let lastKnown: ConventionDates | undefined;
  let pendingDates: Promise<ConventionDates | undefined> = Promise.resolve(undefined);
  let nextRequestAt = Number.NEGATIVE_INFINITY;

  return async (): Promise<ConventionDates | undefined> => {
    if (now() >= nextRequestAt) {
      nextRequestAt = now() + fiveMinutes;
      pendingDates = requestDates();
    }
    return Promise.race([pendingDates, setTimeout(longestWaitMs, lastKnown, { ref: false })]);
  };

  async function requestDates() {
    try {
      lastKnown = datesOf(
        await retrieve(api.send, { operation: 'Config', path: '/api/config', schema: config }),
      );
      nextRequestAt = now() + hour;
    } catch {
      // Keeps the last known dates. Some platforms do not have this endpoint.
    }
    return lastKnown;
  }

  function datesOf({ conventions }: z.output<typeof config>): ConventionDates | undefined {
    const endingAfter = (moment: number) =>
      entriesOf(conventions).filter(({ endAt }) => !isOver(textOf(endAt), moment));
    const notOver = endingAfter(now());
    const candidates = notOver.length > 0 ? notOver : endingAfter(now() - knownAfterEndMs);
    const [one, another] = candidates;
    const chosen = another ? candidates.find((each) => each.domain === domain) : one;
    const startAt = textOf(chosen?.startAt);
    return /^\d{4}-/.test(startAt)
      ? { startAt, endAt: textOf(chosen?.endAt) || undefined }
      : undefined;
  }
}

/**
 * Whether a date has passed. A date without a time zone passes 36 hours after it begins in UTC,
 * when it has ended in every time zone. An invalid date never passes.
 */
function isOver(endAt: string, now: number): boolean {
  const [text, day, zone] = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]+(Z|[+-][\d:]+)?)?$/.exec(endAt) ?? [];
  if (!text) return false;
  return zone ? Date.parse(text) < now : Date.parse(`${day}T00:00:00Z`) + 36 * hour < now;
}
