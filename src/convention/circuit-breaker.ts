// Circuit breaker: while an operation of the platform fails for everybody, its calls fail at once.
// Neither do visitors wait for it, nor do their many calls keep it from coming back.

import type { ApiRequest } from './api-request.ts';
import { ConventionError, isConventionError } from './convention-error.ts';
import type { RawAnswer } from './exchange.ts';
import { createFailuresInARow } from './failures-in-a-row.ts';

const probeEveryMs = 1000;
const retryAfterSeconds = 5;

type Call = Pick<ApiRequest, 'operation' | 'person'>;

/**
 * Returns a function that sends a call, or rejects with a ConventionError, busy, while the circuit
 * of its operation is open. It opens when the calls of five people fail in a row (5xx, no
 * connection, too slow). Then one call a second is sent as a probe, for somebody whose calls have
 * not failed if there is anybody; any answer closes the circuit. `clock`: one that never jumps,
 * milliseconds.
 */
export function createCircuitBreaker(clock: () => number) {
  const circuits = new Map<string, ReturnType<typeof createCircuit>>();

  return async (
    { operation, person }: Call,
    send: () => Promise<RawAnswer>,
  ): Promise<RawAnswer> => {
    const circuit = circuits.get(operation) ?? createCircuit(clock);
    circuits.set(operation, circuit);
    circuit.refuseWhileOpen({ operation, person });
    const call = { startedAt: clock(), person };
    try {
      const answer = await send();
      if (answer.status >= 500) circuit.countFailure(call, failureFrom(operation, answer));
      else circuit.countAnswer(person);
      return answer;
    } catch (error) {
      if (isConventionError(error, ['unavailable'])) circuit.countFailure(call, error);
      else circuit.countAnswer(person);
      throw error;
    }
  };
}

/** Creates the circuit of one operation. */
function createCircuit(clock: () => number) {
  const failures = createFailuresInARow(clock);
  let probedAt = 0;
  let lastFailure: ConventionError | undefined;

  return {
    refuseWhileOpen({ operation, person }: Call): void {
      if (!failures.areEverybodys()) return;
      const hasFailed = person !== undefined && failures.concern(person);
      if (clock() - probedAt < (hasFailed ? 2 : 1) * probeEveryMs) {
        const message = `${operation}: the convention is down, so nothing was sent`;
        throw new ConventionError('busy', message, { retryAfterSeconds, cause: lastFailure });
      }
      probedAt = clock();
    },

    countAnswer: failures.end,

    countFailure(call: Parameters<typeof failures.add>[0], failure: ConventionError): void {
      const wasOpen = failures.areEverybodys();
      failures.add(call);
      lastFailure = failure;
      // The first other person may probe at once: perhaps it is not everybody.
      if (!wasOpen && failures.areEverybodys()) probedAt = clock() - probeEveryMs;
    },
  };
}

function failureFrom(operation: string, { status }: RawAnswer): ConventionError {
  const message = `${operation}: the convention answered ${status}`;
  return new ConventionError('unavailable', message, { answered: status });
}
