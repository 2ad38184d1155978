// Circuit breaker: while the platform is down, calls fail at once. Neither do visitors wait for it,
// nor do their many calls keep it from coming back.

import type { ApiRequest } from './api-request.ts';
import { ConventionError, isConventionError } from './convention-error.ts';
import type { RawAnswer } from './exchange.ts';

const failuresToOpen = 5;
/** Whose calls must fail. One person's records may be broken while the platform is well. */
const peopleToOpen = 2;
const probeEveryMs = 1000;
const retryAfterSeconds = 5;

/**
 * Returns a function that sends a call, or rejects with a ConventionError, busy, while the circuit
 * is open. It opens after five failures (5xx, no connection, too slow) in a row that two people
 * met; a failure does not count if anything was answered since its call began, so that one broken
 * or slow operation, or one broken record, never takes the others away. While it is open, one call
 * a second is sent as a probe; any answer closes it. `clock`: one that never jumps, milliseconds.
 */
export function createCircuitBreaker(clock: () => number) {
  const people = new Set<string>();
  let failures = 0;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let nextProbeAt = 0;
  let lastFailure: ConventionError | undefined;

  const isOpen = () => failures >= failuresToOpen && people.size >= peopleToOpen;

  function refuseWhileOpen(operation: string): void {
    if (!isOpen()) return;
    if (clock() < nextProbeAt) {
      const message = `${operation}: the convention is down, so nothing was sent`;
      throw new ConventionError('busy', message, { retryAfterSeconds, cause: lastFailure });
    }
    nextProbeAt = clock() + probeEveryMs;
  }

  function countAnswer(): void {
    answeredAt = clock();
    failures = 0;
    people.clear();
  }

  function countFailure(
    { startedAt, person }: { startedAt: number; person: string | undefined },
    failure: ConventionError,
  ): void {
    if (startedAt < answeredAt) return;
    failures += 1;
    lastFailure = failure;
    if (person !== undefined && people.size < peopleToOpen) people.add(person);
    if (isOpen()) nextProbeAt = clock() + probeEveryMs;
  }

  return async (
    { operation, person }: Pick<ApiRequest, 'operation' | 'person'>,
    send: () => Promise<RawAnswer>,
  ): Promise<RawAnswer> => {
    refuseWhileOpen(operation);
    const call = { startedAt: clock(), person };
    try {
      const answer = await send();
      if (answer.status >= 500) countFailure(call, failureFrom(operation, answer));
      else countAnswer();
      return answer;
    } catch (error) {
      if (isConventionError(error, ['unavailable'])) countFailure(call, error);
      else countAnswer();
      throw error;
    }
  };
}

function failureFrom(operation: string, { status }: RawAnswer): ConventionError {
  const message = `${operation}: the convention answered ${status}`;
  return new ConventionError('unavailable', message, { answered: status });
}
