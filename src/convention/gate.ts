// The gate that every call to the API of the platform passes. It keeps a slow operation, or one
// person, from taking the places of everybody, and leaves a platform alone that is down or asks to
// wait:
// 1. Of an operation, 32 calls run at once, and of a person, two. The next ones wait in line.
// 2. Somebody who was told to wait (429, or 503 with Retry-After) waits, and nobody else.
// 3. An operation that fails for five people in a row pauses for everybody: for as long as all five
//    were told to wait, a minute at most. Then one call a second probes it.
import { ConventionError, isConventionError } from './convention-error.ts';
import type { RawAnswer } from './exchange.ts';
import { readRetryAfter } from './retry-after.ts';

const mostOfOperation = 32;
const mostOfPerson = 2;
/**
 * How many calls of an operation may wait in line, in all and of one person: as many as three
 * browsers of theirs work on at once.
 */
const [longestLine, mostInLineOfPerson] = [128, 24];
const peopleInARow = 5;
const probeEveryMs = 1000;
/** However long five people were told to wait, the others ask again after that. */
const longestPauseSeconds = 60;
/** For those whose own calls have failed: perhaps the operation fails only for them. */
const ownProbeEveryMs = 5000;

/** How long visitors are told to wait: while an operation pauses, and when the line is too long. */
const [pauseSeconds, lineSeconds] = [5, 30];

/** One call, as far as the gate must know it. */
export interface GateCall {
  readonly operation: string;
  /** Whose page needs it: any text of their own. Undefined if it is nobody's page. */
  readonly person: string | undefined;
  /** Whose calls of this operation wait if this one is told to: any text of their own. */
  readonly waitsAs: string;
}

interface GateOptions {
  /** How long a call waits in line, in milliseconds. */
  readonly longestWaitMs: number;
  /** The clock that dates in Retry-After are compared with, in milliseconds since 1970. */
  readonly now: () => number;
  /** A clock that never jumps, in milliseconds. */
  readonly clock: () => number;
}

/**
 * Returns a function that sends a call when it may. If it may not, it rejects with a
 * ConventionError, busy, with the seconds to wait.
 */
export function createGate({ longestWaitMs, now, clock }: GateOptions) {
  const line = createLine(longestWaitMs);
  const waits = createWaits(clock);
  const rows = new Map<string, FailuresInARow>();

  return async (call: GateCall, send: () => Promise<RawAnswer>): Promise<RawAnswer> => {
    const row = rows.get(call.operation) ?? createFailuresInARow(clock);
    rows.set(call.operation, row);
    // Before and after the line: both may begin or end meanwhile.
    const check = () => {
      waits.check(call);
      row.check(call);
    };
    check();
    await line.enter(call);
    try {
      check();
      row.begin();
      return await sendAndLearn(call, row, send);
    } finally {
      line.leave(call);
    }
  };

  async function sendAndLearn(call: GateCall, row: FailuresInARow, send: () => Promise<RawAnswer>) {
    const counted = { person: call.person, startedAt: clock() };
    try {
      const answer = await send();
      const failure = failureIn(answer, call, now());
      if (failure) waits.add(call, failure);
      if (failure) row.add(failure, counted);
      else row.end();
      return answer;
    } catch (error) {
      if (isConventionError(error, ['unavailable'])) row.add(error, counted);
      else row.end();
      throw error;
    }
  }
}

/** Whether an answer says that the platform is down or overrun; undefined if it does not. */
function failureIn({ status, retryAfter }: RawAnswer, { operation }: GateCall, now: number) {
  if (status !== 429 && status < 500) return undefined;
  const isAskedToWait = status === 429 || status === 503;
  return new ConventionError('unavailable', `${operation}: the convention answered ${status}`, {
    answered: status,
    code: status === 429 ? 'platform-slow-down' : 'platform-error',
    retryAfterSeconds: isAskedToWait ? readRetryAfter(retryAfter, now) : undefined,
  });
}

/** Who was told to wait, and until when. */
function createWaits(clock: () => number) {
  const ends = new Map<string, { readonly at: number; readonly failure: ConventionError }>();
  const keyOf = ({ operation, waitsAs }: GateCall) => `${operation} ${waitsAs}`;

  return {
    check(call: GateCall): void {
      const end = ends.get(keyOf(call));
      const left = (end?.at ?? 0) - clock();
      if (!end || left <= 0) return;
      const { answered, code } = end.failure;
      const message = `${call.operation}: the convention asked to wait, so nothing was sent`;
      const retryAfterSeconds = Math.ceil(left / 1000);
      throw new ConventionError('busy', message, { answered, code, retryAfterSeconds });
    },

    add(call: GateCall, failure: ConventionError): void {
      for (const [key, end] of ends) if (end.at <= clock()) ends.delete(key);
      const at = clock() + 1000 * (failure.retryAfterSeconds ?? 0);
      // Of calls that ran at once, the one that is told the longest time counts.
      if (at > Math.max(clock(), ends.get(keyOf(call))?.at ?? 0))
        ends.set(keyOf(call), { at, failure });
    },
  };
}

type FailuresInARow = ReturnType<typeof createFailuresInARow>;

/** The failures of one operation since anybody was answered. */
function createFailuresInARow(clock: () => number) {
  /** The last five people who failed, and until when each was told to wait. */
  const people = new Map<string, number>();
  let answeredAt = Number.NEGATIVE_INFINITY;
  let probedAt = Number.NEGATIVE_INFINITY;
  let lastFailure: ConventionError | undefined;

  return {
    /** Throws while the operation is paused, unless a call may probe it now. */
    check({ operation, person = '' }: GateCall): void {
      if (people.size < peopleInARow) return;
      const probeAt = probedAt + (people.has(person) ? ownProbeEveryMs : probeEveryMs);
      const left = Math.max(probeAt, Math.min(...people.values())) - clock();
      if (left > 0) {
        const message = `${operation}: the convention is down, so nothing was sent`;
        const retryAfterSeconds = Math.max(pauseSeconds, Math.ceil(left / 1000));
        const { code } = lastFailure ?? {};
        throw new ConventionError('busy', message, { code, retryAfterSeconds, cause: lastFailure });
      }
    },

    /** A call is sent: while the operation is paused, it is the probe. */
    begin(): void {
      if (people.size >= peopleInARow) probedAt = clock();
    },

    /** Somebody was answered. */
    end(): void {
      people.clear();
      answeredAt = clock();
    },

    /** Counts a failure, unless anybody was answered since the call began. */
    add(
      failure: ConventionError,
      { person, startedAt }: { person?: string | undefined; startedAt: number },
    ): void {
      if (person === undefined || startedAt < answeredAt) return;
      lastFailure = failure;
      const wasPaused = people.size === peopleInARow;
      people.delete(person);
      const seconds = Math.min(failure.retryAfterSeconds ?? 0, longestPauseSeconds);
      people.set(person, clock() + 1000 * seconds);
      const [first = person] = people.keys();
      if (people.size > peopleInARow) people.delete(first);
      // The next person may probe at once: perhaps it is not everybody.
      if (!wasPaused) probedAt = clock() - probeEveryMs;
    },
  };
}

interface Waiting {
  readonly call: GateCall;
  enter(): void;
}

/** Lets calls in while there is a place for their operation and their person, in their order. */
function createLine(longestWaitMs: number) {
  const ofOperation = createCounts();
  const ofPerson = createCounts();
  const line = new Set<Waiting>();

  const hasPlace = ({ operation, person }: GateCall) =>
    ofOperation.get(operation) < mostOfOperation && ofPerson.get(person) < mostOfPerson;

  function takePlace({ operation, person }: GateCall): void {
    ofOperation.add(operation, 1);
    ofPerson.add(person, 1);
  }

  function waitInLine(call: GateCall): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        line.delete(waiting);
        reject(tooMany(call));
      };
      const timer = setTimeout(giveUp, longestWaitMs);
      const waiting: Waiting = {
        call,
        enter() {
          clearTimeout(timer);
          line.delete(waiting);
          takePlace(call);
          resolve();
        },
      };
      line.add(waiting);
    });
  }

  return {
    async enter(call: GateCall): Promise<void> {
      if (hasPlace(call)) return takePlace(call);
      const ahead = [...line].filter((each) => each.call.operation === call.operation);
      const own = ahead.filter((each) => each.call.person === call.person);
      const isTooMany = call.person !== undefined && own.length >= mostInLineOfPerson;
      if (isTooMany || ahead.length >= longestLine) throw tooMany(call);
      await waitInLine(call);
    },

    leave({ operation, person }: GateCall): void {
      ofOperation.add(operation, -1);
      ofPerson.add(person, -1);
      for (const waiting of line) if (hasPlace(waiting.call)) waiting.enter();
    },
  };
}

function tooMany({ operation }: GateCall): ConventionError {
  const message = `${operation}: too many calls are running`;
  const detail = { code: 'platform-queue', retryAfterSeconds: lineSeconds };
  return new ConventionError('busy', message, detail);
}

/** Counts by name. Nobody, who is undefined, is never counted. */
function createCounts() {
  const counts = new Map<string, number>();
  const get = (name: string | undefined) => (name === undefined ? 0 : (counts.get(name) ?? 0));
  return {
    get,
    add(name: string | undefined, number: 1 | -1): void {
      if (name === undefined) return;
      const count = get(name) + number;
      if (count > 0) counts.set(name, count);
      else counts.delete(name);
    },
  };
}
