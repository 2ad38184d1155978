// One retry of a read that failed on its way, after a short pause of random length, so that the
// calls that failed together do not come back together.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiRequest } from './api-request.ts';
import { isConventionError } from './convention-error.ts';
import type { RawAnswer } from './exchange.ts';

const [shortestPauseMs, longestPauseMs] = [100, 300];
/** What a proxy answers while the server behind it restarts. */
const temporaryStatuses = [502, 503, 504];

export interface RetryOptions {
  /** How long after the start of the call a retry may begin, in milliseconds. */
  readonly latestMs: number;
  /** A clock that never jumps, in milliseconds. */
  readonly clock: () => number;
  readonly pause?: ((ms: number) => Promise<unknown>) | undefined;
  /** From 0 to 1. */
  readonly random?: () => number;
}

/**
 * Returns a function that sends a call, and sends it once more if it only reads and the platform
 * was not reached or answered 502, 503 or 504 without Retry-After. Whatever took too long is not
 * retried, and nothing changes twice: a change is sent once.
 */
export function createRetry(options: RetryOptions) {
  const { latestMs, clock, pause = sleep, random = Math.random } = options;
  return async (
    { method, isSearch }: Pick<ApiRequest, 'method' | 'isSearch'>,
    send: (attempt: 'first' | 'second') => Promise<RawAnswer>,
  ): Promise<RawAnswer> => {
    const latest = clock() + latestMs;
    const pauseMs = shortestPauseMs + random() * (longestPauseMs - shortestPauseMs);
    const isRead = method === 'GET' || isSearch;
    const mayRetry = () => isRead && clock() + pauseMs <= latest;
    try {
      const answer = await send('first');
      if (!isTemporary(answer) || !mayRetry()) return answer;
    } catch (error) {
      if (!isUnreached(error) || !mayRetry()) throw error;
    }
    await pause(pauseMs);
    return send('second');
  };
}

function isTemporary({ status, retryAfter }: RawAnswer): boolean {
  return temporaryStatuses.includes(status) && retryAfter === undefined;
}

/** The connection was refused or broke. After a timeout, the status is 504. */
function isUnreached(error: unknown): boolean {
  return isConventionError(error, ['unavailable']) && error.status === 502;
}
