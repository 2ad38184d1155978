// Cool-down: when the platform answers 429, or 503 with Retry-After, the same caller sends it
// nothing until that time is over, from no instance.
import { ConventionError } from './convention-error.ts';
import type { RawAnswer } from './exchange.ts';
import { createFailuresInARow, type FailuresInARow } from './failures-in-a-row.ts';
import { longestRetryAfterSeconds, readRetryAfter } from './refusal.ts';

/** Where all instances keep the pauses that the platform asks them for. */
export interface SharedPauses {
  add(name: string, seconds: number): Promise<void>;
  /** Resolves to how long each pause still lasts, in milliseconds. */
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
  /** Returns a name of whose limit the call counts against. Only asked for if anybody waits. */
  readonly pauseName: () => string;
  /**
   * For a caller that acts for many people: who, for whom, and a name for this operation of theirs.
   * They wait alone, until five people in a row are told to wait.
   */
  readonly onBehalfOf?:
    | {
        readonly caller: string;
        readonly person: string | undefined;
        readonly pauseName: () => string;
      }
    | undefined;
}

/** What is shared is read before a call, at most this often: most pages wait for no read. */
const readEveryMs = 1000;

/**
 * Returns a function that sends a call, or rejects with a ConventionError, busy, with the seconds
 * that are left. Another instance may miss a pause for a second. While the shared pauses cannot be
 * read, each instance knows only its own.
 */
export function createCoolDown({ now, clock, shared }: CoolDownOptions) {
  const pauses = createPauses({ clock, shared });
  const waits = new Map<string, FailuresInARow>();

  function waitsOf(caller: string): FailuresInARow {
    const known = waits.get(caller) ?? createFailuresInARow(clock);
    waits.set(caller, known);
    return known;
  }

  /** `seconds` is undefined if nobody was told to wait. */
  async function keepWait(
    { pauseName, onBehalfOf }: Call,
    { startedAt, seconds }: { startedAt: number; seconds: number | undefined },
  ): Promise<void> {
    if (onBehalfOf) {
      const row = waitsOf(onBehalfOf.caller);
      if (seconds === undefined) return row.end(onBehalfOf.person);
      row.add({ person: onBehalfOf.person, startedAt });
      if (!row.areEverybodys()) return pauses.add(onBehalfOf.pauseName(), seconds);
      row.startAnew();
    }
    if (seconds !== undefined) await pauses.add(pauseName(), seconds);
  }

  function leftFor({ pauseName, onBehalfOf }: Call): number {
    const ofPerson = onBehalfOf ? pauses.left(onBehalfOf.pauseName()) : 0;
    return Math.max(pauses.left(pauseName()), ofPerson);
  }

  return async (call: Call, send: () => Promise<RawAnswer>): Promise<RawAnswer> => {
    await pauses.refresh();
    const left = pauses.areNone() ? 0 : leftFor(call);
    if (left > 0) {
      const seconds = Math.min(Math.ceil(left / 1000), longestRetryAfterSeconds);
      const message = `${call.operation}: the convention asked to wait, so nothing was sent`;
      throw new ConventionError('busy', message, { answered: 429, retryAfterSeconds: seconds });
    }
    const startedAt = clock();
    const answer = await send();
    const mayAsk = answer.status === 429 || answer.status === 503;
    const seconds = mayAsk ? readRetryAfter(answer.retryAfter, now()) : undefined;
    if (seconds !== undefined || !mayAsk) await keepWait(call, { startedAt, seconds });
    return answer;
  };
}

/** Keeps the pauses that this instance was asked for, and those that all of them share. */
function createPauses({ clock, shared }: Pick<CoolDownOptions, 'clock' | 'shared'>) {
  /** When the pause of each caller ends, or of each operation on somebody's behalf. */
  const ends = new Map<string, number>();
  let nextReadAt = Number.NEGATIVE_INFINITY;
  let read = Promise.resolve();

  function pause(name: string, ms: number): void {
    for (const [each, end] of ends) if (end <= clock()) ends.delete(each);
    ends.set(name, Math.max(ends.get(name) ?? 0, clock() + ms));
  }

  async function readShared(from: SharedPauses): Promise<void> {
    try {
      for (const [name, ms] of await from.left()) pause(name, ms);
    } catch {
      // Whatever made it fail is logged with the sessions, which are in the same place.
    }
  }

  return {
    areNone: () => ends.size === 0,
    left: (name: string) => (ends.get(name) ?? 0) - clock(),

    async add(name: string, seconds: number): Promise<void> {
      pause(name, 1000 * seconds);
      await shared?.add(name, seconds).catch(() => {});
    },

    async refresh(): Promise<void> {
      if (shared && clock() >= nextReadAt) {
        nextReadAt = clock() + readEveryMs;
        read = readShared(shared);
      }
      await read;
    },
  };
}
