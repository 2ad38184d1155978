// Limits concurrent calls to the platform, and stops calling a platform that is down or overloaded:
// 1. At most 32 calls per operation, and two per person, run at once. At most 16 of the 32 are for
//    people whose last call failed. Calls beyond these limits wait in a queue with its own limits.
// 2. After a 429, or a 503 with Retry-After, only the caller that received it waits: its next calls
//    to this operation are rejected until the wait is over.
// 3. A call fails if the response is 429 or 5xx, or never arrives. An operation is paused once it
//    has failed for five people within a minute and has not succeeded for a second. During a pause,
//    only probes are sent, one a second for each of three groups: people whose calls failed, other
//    people, and calls without a person. A successful call ends the pause for everybody, for at
//    least a second. Therefore, people whose own calls always fail can hardly block anybody else,
//    however many they are.
import { ConventionError, isConventionError } from './convention-error.ts';
import { errorFromRefusal } from './refusal.ts';
import { secondsToWait } from './retry-after.ts';
import type { RawResponse } from './send-request.ts';

const mostOfOperation = 32;
/** Leaves capacity for others while some people's calls time out. */
const mostOfFailed = 16;
const mostOfPerson = 2;
/**
 * Maximum number of queued calls for an operation: in total, and for one person. The limit per
 * person keeps one visitor from filling the queue.
 */
const [longestQueue, mostQueuedOfPerson] = [128, 24];
const fewestPeople = 5;
/**
 * How long an operation goes without a success before it is paused, and the interval between
 * probes.
 */
const probeEveryMs = 1000;
/** How long a failure counts towards a pause. */
const failureMs = 60_000;

/** The `retryAfterSeconds` of a call rejected during a pause, and of one rejected by the queue. */
const [pauseSeconds, queueSeconds] = [5, 30];

export interface GateCall {
  readonly operation: string;
  /** Opaque id of the person the call is for. Undefined for the site itself. */
  readonly person: string | undefined;
  /**
   * Opaque id of the caller: the person, or a hash of the token if no person is known. A
   * `Retry-After` applies to this caller's calls to the same operation.
   */
  readonly waiterId: string;
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
 * ConventionError of the kind `busy`, with `retryAfterSeconds`.
 */
export function createGate({ longestWaitMs, now, clock }: GateOptions) {
  const queue = createQueue(longestWaitMs);
  const waits = createWaitingTimes(clock);
  const failuresOf = new Map<string, Failures>();

  return async (call: GateCall, send: () => Promise<RawResponse>): Promise<RawResponse> => {
    const failures = failuresOf.get(call.operation) ?? createFailures(clock);
    failuresOf.set(call.operation, failures);
    // Checked again after the queue: a Retry-After or a pause may have started meanwhile.
    const check = () => {
      waits.check(call);
      failures.check(call);
    };
    check();
    const waiter = { ...call, hasFailed: failures.has(call) };
    await queue.enter(waiter);
    try {
      check();
      failures.begin(call);
      return await sendAndLearn(call, failures, send);
    } finally {
      queue.leave(waiter);
    }
  };

  async function sendAndLearn(
    call: GateCall,
    failures: Failures,
    send: () => Promise<RawResponse>,
  ) {
    try {
      const response = await send();
      if (response.status !== 429 && response.status < 500) failures.clear(call);
      else {
        const { operation } = call;
        const failure = errorFromRefusal({ ...response, operation, body: undefined }, now());
        waits.add(call, failure, secondsToWait(response, now()));
        failures.add(call, failure);
      }
      return response;
    } catch (error) {
      if (isConventionError(error, ['unavailable'])) failures.add(call, error);
      else failures.clear(call);
      throw error;
    }
  }
}

/** Remembers how long each caller has to wait before its next call to an operation. */
function createWaitingTimes(clock: () => number) {
  const ends = new Map<string, { readonly at: number; readonly failure: ConventionError }>();
  const keyOf = ({ operation, waiterId }: GateCall) => `${operation} ${waiterId}`;

  return {
    check(call: GateCall): void {
      const end = ends.get(keyOf(call));
      const left = (end?.at ?? 0) - clock();
      if (!end || left <= 0) return;
      const { answered, code } = end.failure;
      const message = `${call.operation}: the platform asked to wait, so nothing was sent`;
      const retryAfterSeconds = Math.ceil(left / 1000);
      throw new ConventionError('busy', message, { answered, code, retryAfterSeconds });
    },

    add(call: GateCall, failure: ConventionError, seconds = 0): void {
      for (const [key, end] of ends) if (end.at <= clock()) ends.delete(key);
      const at = clock() + 1000 * seconds;
      // Concurrent calls may be told to wait for different times. The longest wait applies.
      if (at > Math.max(clock(), ends.get(keyOf(call))?.at ?? 0))
        ends.set(keyOf(call), { at, failure });
    },
  };
}

type Failures = ReturnType<typeof createFailures>;

/** For one operation, tracks whose calls fail, and paces the probes during a pause. */
function createFailures(clock: () => number) {
  /** For each person whose last call failed: when it failed. Oldest first. */
  const failedAt = new Map<string, number>();
  /** The time of the last success or, if later, of the failure that began the current series. */
  let failingSince = clock();
  /** When each group of callers last sent a probe. */
  const probedAt = new Map<string, number>();
  let lastFailure: ConventionError | undefined;

  function forgetOldFailures(): void {
    for (const [person, at] of failedAt) {
      if (clock() - at < failureMs) return;
      failedAt.delete(person);
    }
  }

  function isPaused(): boolean {
    forgetOldFailures();
    return failedAt.size >= fewestPeople && clock() - failingSince >= probeEveryMs;
  }

  /** Probes are counted per group, so that no caller can use up another group's probes. */
  function groupOf({ person }: GateCall): string {
    if (person === undefined) return 'without a person';
    return failedAt.has(person) ? 'failed' : 'not failed';
  }

  return {
    has: ({ person = '' }: GateCall) => failedAt.has(person),

    /** Throws while the operation is paused, unless this call may probe it. */
    check(call: GateCall): void {
      const lastProbe = probedAt.get(groupOf(call)) ?? Number.NEGATIVE_INFINITY;
      if (!isPaused() || clock() - lastProbe >= probeEveryMs) return;
      const message = `${call.operation}: the platform is down, so nothing was sent`;
      const detail = { code: lastFailure?.code, retryAfterSeconds: pauseSeconds };
      throw new ConventionError('busy', message, { ...detail, cause: lastFailure });
    },

    begin(call: GateCall): void {
      if (isPaused()) probedAt.set(groupOf(call), clock());
    },

    clear({ person = '' }: GateCall): void {
      failingSince = clock();
      failedAt.delete(person);
    },

    /**
     * Calls without a person do not count, because one person could cause many of them by logging
     * in repeatedly.
     */
    add({ person }: GateCall, failure: ConventionError): void {
      if (person === undefined) return;
      forgetOldFailures();
      if (failedAt.size === 0) failingSince = clock();
      lastFailure = failure;
      failedAt.delete(person);
      failedAt.set(person, clock());
      // This person has just joined the group whose calls failed, so their call counts as that
      // group's probe.
      probedAt.set('failed', clock());
    },
  };
}

interface QueuedCall extends GateCall {
  /** Whether the person's last call to the operation failed. */
  readonly hasFailed: boolean;
}

interface Waiting {
  readonly call: QueuedCall;
  enter(): void;
}

/** First in, first out, within the limits per operation and per person. */
function createQueue(longestWaitMs: number) {
  /** How many running calls count towards each limit. */
  const counts = new Map<string, number>();
  const waitingCalls = new Set<Waiting>();

  /** The limit per person does not apply to calls without a person. */
  function limitsOf({ operation, person, hasFailed }: QueuedCall) {
    return Object.entries<number>({
      [`all ${operation}`]: mostOfOperation,
      ...(hasFailed && { [`failed ${operation}`]: mostOfFailed }),
      ...(person !== undefined && { [`person ${person}`]: mostOfPerson }),
    });
  }

  const hasCapacity = (call: QueuedCall) =>
    limitsOf(call).every(([name, most]) => (counts.get(name) ?? 0) < most);

  function count(call: QueuedCall, change: 1 | -1): void {
    for (const [name] of limitsOf(call)) {
      const number = (counts.get(name) ?? 0) + change;
      if (number > 0) counts.set(name, number);
      else counts.delete(name);
    }
  }

  function waitInQueue(call: QueuedCall): Promise<void> {
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
          count(call, 1);
          resolve();
        },
      };
      waitingCalls.add(waiting);
    });
  }

  return {
    async enter(call: QueuedCall): Promise<void> {
      if (hasCapacity(call)) return count(call, 1);
      const ahead = [...waitingCalls].filter((each) => each.call.operation === call.operation);
      const own = ahead.filter((each) => each.call.person === call.person);
      const isTooMany = call.person !== undefined && own.length >= mostQueuedOfPerson;
      if (isTooMany || ahead.length >= longestQueue) throw tooMany(call);
      await waitInQueue(call);
    },

    leave(call: QueuedCall): void {
      count(call, -1);
      for (const waiting of waitingCalls) if (hasCapacity(waiting.call)) waiting.enter();
    },
  };
}

function tooMany({ operation }: GateCall): ConventionError {
  const message = `${operation}: too many calls are running`;
  const detail = { code: 'platform-queue', retryAfterSeconds: queueSeconds };
  return new ConventionError('busy', message, detail);
}
