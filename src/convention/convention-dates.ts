// When the convention takes place: `GET /api/config`, which the platform answers without documenting it. A hint, never required.
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { Http } from './http.ts';
import { retrieve } from './read-answer.ts';
import { listOf, text } from './schema.ts';

const config = z.object({ conventions: listOf(z.object({ domain: text, startAt: text, endAt: text })) });

/** As sent, meant as ISO 8601. */
export interface ConventionDates {
  readonly startAt: string;
}

const [hour, fiveMinutes] = [3_600_000, 300_000];
/** Milliseconds that a page waits for what it can do without. */
const patience = 400;

/**
 * Answers a function that resolves to the dates of the one convention that is not over (of several: the one of this
 * domain), or to undefined where they are not known within 400 ms. It never rejects; an answer is kept for an hour, and
 * after a failure nobody is asked for five minutes.
 */
export function createConventionDates(options: { api: Http; domain: string; now: () => number }) {
  const { api, domain, now } = options;
  let known: ConventionDates | undefined;
  let asking: Promise<ConventionDates | undefined> = Promise.resolve(undefined);
  let askAgainAt = Number.NEGATIVE_INFINITY;

  return async (): Promise<ConventionDates | undefined> => {
    if (now() >= askAgainAt) {
      askAgainAt = now() + fiveMinutes;
      asking = ask();
    }
    return Promise.race([asking, setTimeout(patience, known, { ref: false })]);
  };

  async function ask() {
    try {
      known = chosen(await retrieve(api.send, { operation: 'Config', path: '/api/config', schema: config }));
      askAgainAt = now() + hour;
    } catch {
      // Not documented, not required: whatever went wrong, there is nothing to say.
    }
    return known;
  }

  function chosen({ conventions }: z.output<typeof config>): ConventionDates | undefined {
    const ahead = (conventions ?? []).filter(({ endAt }) => !(Date.parse(endAt ?? '') < now()));
    const [one, another] = ahead;
    const { startAt } = (another ? ahead.find((each) => each.domain === domain) : one) ?? {};
    return startAt ? { startAt } : undefined;
  }
}
