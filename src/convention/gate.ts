// Limits concurrent calls to the platform, and stops calling a platform that is down or overloaded:
// 1. At most 32 calls of an operation, and two calls for a person, run at once. Others are queued.
// 2. After 429 or 503 with Retry-After, calls of the same operation by the same caller are rejected
//    for that time.
// 3. A call fails if it gets 429, 5xx or no response. If an operation fails for five people in a
//    row, its calls are rejected for everybody, for the shortest `Retry-After` of the five people:
//    0 if one of them got none, and at most a minute. After that, one call a second is sent as a
//    probe, until a call does not fail.
import { ConventionError, isConventionError } from './convention-error.ts';
import type { RawAnswer } from './exchange.ts';
import { readRetryAfter } from './retry-after.ts';

const mostOfOperation = 32;
const mostOfPerson = 2;
/**
 * Maximum number of queued calls for an operation: for all people, and for one person. The limit
 * per person keeps one visitor from filling the queue.
 */
const [longestQueue, mostQueuedOfPerson] = [128, 24];
const peopleInARow = 5;
const probeEveryMs = 1000;
/** Maximum length of a pause for everybody, even if the platform asks for more. */
const longestPauseSeconds = 60;
/**
 * Interval between probes by a person whose own call failed. It is longer than `probeEveryMs`,
 * because the operation may be failing only for that person.
 */
const ownProbeEveryMs = 5000;

/**
 * `retryAfterSeconds` of a rejected call: the minimum while an operation is paused, and the value
 * if the queue is full or the call waited too long in it.
 */
const [pauseSeconds, queueSeconds] = [5, 30];

export interface GateCall {
  readonly operation: string;
  /** Opaque id of the person the call is for. Undefined for the site itself. */
  readonly person: string | undefined;
  /**
   * Opaque id of the caller: the person, or a hash of the token if no person is known. A
   * `Retry-After` applies to all calls with this id.
   */
  readonly waitsAs: string;
}

interface GateOptions {
  /** How long a call may wait in the queue, in milliseconds. */
  readonly longestWaitMs: number;
  /** Wall clock in milliseconds since 1970, for the dates in Retry-After. */
  readonly now: () => number;
  /** Monotonic clock, in milliseconds. */
  readonly clock: () => number;
}

/**
 * Returns a function that sends a call. If the call may not be sent, it rejects with a
 * ConventionError `busy` and `retryAfterSeconds`.
 */
export function createGate({ longestWaitMs, now, clock }: GateOptions) {
  const queue = createQueue(longestWaitMs);
  const waits = createWaitingTimes(clock);
  const failuresOf = new Map<string, Failures>();

  return async (call: GateCall, send: () => Promise<RawAnswer>): Promise<RawAnswer> => {
    const failures = failuresOf.get(call.operation) ?? createFailures(clock);
    failuresOf.set(call.operation, failures);
    // Runs before and after the queue, because a wait or a pause may begin while the call is
    // queued.
    const check = () => {
      waits.check(call);
      failures.check(call);
    };
    check();
    await queue.enter(call);
    try {
      check();
      failures.begin();
      return await sendAndLearn(call, failures, send);
    } finally {
      queue.leave(call);
    }
  };

  async function sendAndLearn(call: GateCall, failures: Failures, send: () => Promise<RawAnswer>) {
    const counted = { person: call.person, startedAt: clock() };
    try {
      const answer = await send();
      const failure = failureIn(answer, call, now());
      if (failure) waits.add(call, failure);
      if (failure) failures.add(failure, counted);
      else failures.reset();
      return answer;
    } catch (error) {
      if (isConventionError(error, ['unavailable'])) failures.add(error, counted);
      else failures.reset();
      throw error;
    }
  }
}

/** Returns an error for 429 and 5xx, which mean that the platform is overloaded or down. */
function failureIn({ status, retryAfter }: RawAnswer, { operation }: GateCall, now: number) {
  if (status !== 429 && status < 500) return undefined;
  const isAskedToWait = status === 429 || status === 503;
  return new ConventionError(
    'unavailable',
    `${operation}: the convention responded with ${status}`,
    {
      answered: status,
      code: status === 429 ? 'platform-slow-down' : 'platform-error',
      retryAfterSeconds: isAskedToWait ? readRetryAfter(retryAfter, now) : undefined,
    },
  );
}

/** Remembers until when each caller of an operation has to wait after a `Retry-After`. */
function createWaitingTimes(clock: () => number) {
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
      // Concurrent calls may receive different times. The longest wait applies.
      if (at > Math.max(clock(), ends.get(keyOf(call))?.at ?? 0))
        ends.set(keyOf(call), { at, failure });
    },
  };
}

type Failures = ReturnType<typeof createFailures>;

/**
 * Tracks whose calls to one operation have failed since the last call that did not fail, and paces
 * the probes during a pause.
 */
function createFailures(clock: () => number) {
  /** The last five people whose calls failed, and until when each of them has to wait. */
  const people = new Map<string, number>();
  let succeededAt = Number.NEGATIVE_INFINITY;
  let probedAt = Number.NEGATIVE_INFINITY;
  let lastFailure: ConventionError | undefined;

  return {
    /** Throws while the operation is paused, unless this call may probe it. */
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

    begin(): void {
      if (people.size >= peopleInARow) probedAt = clock();
    },

    reset(): void {
      people.clear();
      succeededAt = clock();
    },

    /**
     * Records a failure, unless another call has succeeded since this one began, or the call was
     * for no person.
     */
    add(
      failure: ConventionError,
      { person, startedAt }: { person?: string | undefined; startedAt: number },
    ): void {
      if (person === undefined || startedAt < succeededAt) return;
      lastFailure = failure;
      const wasPaused = people.size === peopleInARow;
      people.delete(person);
      const seconds = Math.min(failure.retryAfterSeconds ?? 0, longestPauseSeconds);
      people.set(person, clock() + 1000 * seconds);
      const [first = person] = people.keys();
      if (people.size > peopleInARow) people.delete(first);
      // When a pause begins, the next person does not have to wait for `probeEveryMs`, because the
      // operation may work for them.
      if (!wasPaused) probedAt = clock() - probeEveryMs;
    },
  };
}

interface Waiting {
  readonly call: GateCall;
  enter(): void;
}

/** First in, first out, within the limits per operation and per person. */
function createQueue(longestWaitMs: number) {
  const ofOperation = createCounts();
  const ofPerson = createCounts();
  const waitingCalls = new Set<Waiting>();

  const hasCapacity = ({ operation, person }: GateCall) =>
    ofOperation.get(operation) < mostOfOperation && ofPerson.get(person) < mostOfPerson;

  function occupy({ operation, person }: GateCall): void {
    ofOperation.add(operation, 1);
    ofPerson.add(person, 1);
  }

  function waitInQueue(call: GateCall): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waitingCalls.delete(waiting);
        reject(tooMany(call));
      };
      const timer = setTimeout(giveUp, longestWaitMs);
      const waiting: Waiting = {
        call,
        enter() {
          clearTimeout(timer);
          waitingCalls.delete(waiting);
          occupy(call);
          resolve();
        },
      };
      waitingCalls.add(waiting);
    });
  }

  return {
    async enter(call: GateCall): Promise<void> {
      if (hasCapacity(call)) return occupy(call);
      const ahead = [...waitingCalls].filter((each) => each.call.operation === call.operation);
      const own = ahead.filter((each) => each.call.person === call.person);
      const isTooMany = call.person !== undefined && own.length >= mostQueuedOfPerson;
      if (isTooMany || ahead.length >= longestQueue) throw tooMany(call);
      await waitInQueue(call);
    },

    leave({ operation, person }: GateCall): void {
      ofOperation.add(operation, -1);
      ofPerson.add(person, -1);
      for (const waiting of waitingCalls) if (hasCapacity(waiting.call)) waiting.enter();
    },
  };
}

function tooMany({ operation }: GateCall): ConventionError {
  const message = `${operation}: too many calls are running`;
  const detail = { code: 'platform-queue', retryAfterSeconds: queueSeconds };
  return new ConventionError('busy', message, detail);
}

/** The name `undefined` is never counted, because calls for no person have no limit per person. */
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
