// Limits concurrent calls to the platform, and stops calling a platform that is down or overloaded:
// 1. At most 32 calls of an operation, and two calls for a person, run at once. Others are queued.
//    At most 16 of the 32 are for people whose last call failed.
// 2. After 429 or 503 with Retry-After, or 429 without it, only the caller that was told to wait
//    waits: its next calls of this operation are rejected.
// 3. A call fails if it gets 429, 5xx or no response. An operation is paused if it has failed for
//    five people within a minute, and has worked for nobody for a second. During a pause, only
//    probes are sent: each second one for all people whose calls failed, one for all other people,
//    and one for calls without a person. A call that works ends the pause.
// One person for whom an operation works keeps it open for everybody for a second. People whose own
// calls fail, however many, therefore keep nobody else out.
import { ConventionError, isConventionError } from './convention-error.ts';
import { errorFromRefusal } from './refusal.ts';
import { secondsToWait } from './retry-after.ts';
import type { RawResponse } from './send-request.ts';

const mostOfOperation = 32;
/** So that people whose calls get no response leave room for others. */
const mostOfFailed = 16;
const mostOfPerson = 2;
/**
 * Maximum number of queued calls for an operation: for all people, and for one person. The limit
 * per person keeps one visitor from filling the queue.
 */
const [longestQueue, mostQueuedOfPerson] = [128, 24];
const fewestPeople = 5;
/** How long an operation has to work for nobody until it is paused, and the pace of the probes. */
const probeEveryMs = 1000;
/** How long a failure counts, in milliseconds. */
const failureMs = 60_000;

/** `retryAfterSeconds` of a rejected call: during a pause, and after a wait in the queue. */
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

  return async (call: GateCall, send: () => Promise<RawResponse>): Promise<RawResponse> => {
    const failures = failuresOf.get(call.operation) ?? createFailures(clock);
    failuresOf.set(call.operation, failures);
    // Runs before and after the queue, because a wait or a pause may begin while the call is
    // queued.
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
      const answer = await send();
      if (answer.status !== 429 && answer.status < 500) failures.clear(call);
      else {
        const { operation } = call;
        const failure = errorFromRefusal({ ...answer, operation, body: undefined }, now());
        waits.add(call, failure, secondsToWait(answer, now()));
        failures.add(call, failure);
      }
      return answer;
    } catch (error) {
      if (isConventionError(error, ['unavailable'])) failures.add(call, error);
      else failures.clear(call);
      throw error;
    }
  }
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

    add(call: GateCall, failure: ConventionError, seconds = 0): void {
      for (const [key, end] of ends) if (end.at <= clock()) ends.delete(key);
      const at = clock() + 1000 * seconds;
      // Concurrent calls may receive different times. The longest wait applies.
      if (at > Math.max(clock(), ends.get(keyOf(call))?.at ?? 0))
        ends.set(keyOf(call), { at, failure });
    },
  };
}

type Failures = ReturnType<typeof createFailures>;

/** Tracks whose calls of one operation fail, and paces the probes while it is paused. */
function createFailures(clock: () => number) {
  /** When each person's last call failed, oldest first. A call that works removes its person. */
  const failedAt = new Map<string, number>();
  /** Since when calls have failed and none has worked. */
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

  /** The callers that share their probes. No caller can use up the probes of another group. */
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
      const message = `${call.operation}: the convention is down, so nothing was sent`;
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

    /** Calls without a person do not count, because one person could log in many times. */
    add({ person }: GateCall, failure: ConventionError): void {
      if (person === undefined) return;
      forgetOldFailures();
      if (failedAt.size === 0) failingSince = clock();
      lastFailure = failure;
      failedAt.delete(person);
      failedAt.set(person, clock());
      // A failed probe of another person also counts as a probe of this group.
      probedAt.set('failed', clock());
    },
  };
}

interface QueuedCall extends GateCall {
  /** Whether the person's last call of the operation failed. */
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

  /** Calls for no person have no limit per person. */
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
