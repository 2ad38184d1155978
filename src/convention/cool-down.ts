// Cool-down: when the platform answers 429, or 503 with Retry-After, the same caller sends it
// nothing until that time is over, from no instance.
import { ConventionError } from './convention-error.ts';
import type { RawAnswer } from './exchange.ts';
import { longestRetryAfterSeconds, readRetryAfter } from './refusal.ts';

/** Where all instances keep the pauses that the platform asks them for. */
export interface SharedPauses {
  add(caller: string, seconds: number): Promise<void>;
  /** Resolves to how long the pause of each caller still lasts, in milliseconds. */
  left(): Promise<ReadonlyMap<string, number>>;
}

interface CoolDownOptions {
  /** The clock that dates in Retry-After are compared with, in milliseconds since 1970. */
  readonly now: () => number;
  /** A clock that never jumps, in milliseconds. */
  readonly clock: () => number;
  readonly shared?: SharedPauses | undefined;
}

interface Call {
  readonly operation: string;
  /** Whose limit the call counts against. */
  readonly caller: string;
}

/** What is shared is read before a call, at most this often: most pages wait for no read. */
const readEveryMs = 1000;

/**
 * Returns a function that sends a call, or rejects with a ConventionError, busy, with the seconds
 * that are left. Another instance may miss a pause for a second. While the shared pauses cannot be
 * read, each instance knows only its own.
 */
export function createCoolDown({ now, clock, shared }: CoolDownOptions) {
  /** When the pause of each caller ends. */
  const ends = new Map<string, number>();
  let nextReadAt = Number.NEGATIVE_INFINITY;
  let read = Promise.resolve();

  function pause(caller: string, ms: number): void {
    for (const [each, end] of ends) if (end <= clock()) ends.delete(each);
    ends.set(caller, Math.max(ends.get(caller) ?? 0, clock() + ms));
  }

  async function readShared(from: SharedPauses): Promise<void> {
    try {
      for (const [caller, ms] of await from.left()) pause(caller, ms);
    } catch {
      // Whatever made it fail is logged with the sessions, which are in the same place.
    }
  }

  return async (
    { operation, caller }: Call,
    send: () => Promise<RawAnswer>,
  ): Promise<RawAnswer> => {
    if (shared && clock() >= nextReadAt) {
      nextReadAt = clock() + readEveryMs;
      read = readShared(shared);
    }
    await read;
    const left = (ends.get(caller) ?? 0) - clock();
    if (left > 0) {
      const seconds = Math.min(Math.ceil(left / 1000), longestRetryAfterSeconds);
      const message = `${operation}: the convention asked to wait, so nothing was sent`;
      throw new ConventionError('busy', message, { answered: 429, retryAfterSeconds: seconds });
    }
    const answer = await send();
    if (answer.status !== 429 && answer.status !== 503) return answer;
    const seconds = readRetryAfter(answer.retryAfter, now());
    if (seconds !== undefined) {
      pause(caller, 1000 * seconds);
      await shared?.add(caller, seconds).catch(() => {});
    }
    return answer;
  };
}
