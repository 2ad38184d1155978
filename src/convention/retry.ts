// Retries a failed read once. The pause is random, so that calls that failed together are not
// retried together.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiRequest } from './api-request.ts';
import { isConventionError } from './convention-error.ts';
import type { RawResponse } from './send-request.ts';

const [shortestPauseMs, longestPauseMs] = [100, 300];
/** Statuses that a proxy sends while the server behind it restarts. */
const temporaryStatuses = [502, 503, 504];

export interface RetryOptions {
  /** The latest time to start a retry, in milliseconds after the call began. */
  readonly latestMs: number;
  /** Monotonic clock, in milliseconds. */
  readonly clock: () => number;
  readonly pause?: ((ms: number) => Promise<unknown>) | undefined;
  /** Returns a random number from 0 to 1. Tests replace this function. */
  readonly random?: () => number;
}

/**
 * Returns a function that sends a call. It retries a read once, if there is still time, after a
 * failed connection, or after a response with 502, 503 or 504 without Retry-After. It never retries
 * a change or a timeout.
 */
export function createRetry(options: RetryOptions) {
  const { latestMs, clock, pause = sleep, random = Math.random } = options;
  return async (
    { method, isSearch }: Pick<ApiRequest, 'method' | 'isSearch'>,
    send: (attempt: 'first' | 'second') => Promise<RawResponse>,
  ): Promise<RawResponse> => {
    const latest = clock() + latestMs;
    const pauseMs = shortestPauseMs + random() * (longestPauseMs - shortestPauseMs);
    const isRead = method === 'GET' || isSearch;
    const mayRetry = () => isRead && clock() + pauseMs <= latest;
    try {
      const response = await send('first');
      if (!isTemporary(response) || !mayRetry()) return response;
    } catch (error) {
      if (!isUnreached(error) || !mayRetry()) throw error;
    }
    await pause(pauseMs);
    return send('second');
  };
}

function isTemporary({ status, retryAfter }: RawResponse): boolean {
  return temporaryStatuses.includes(status) && retryAfter === undefined;
}

/** Whether the connection failed. A timeout has status 504 and does not count. */
function isUnreached(error: unknown): boolean {
  return isConventionError(error, ['unavailable']) && error.status === 502;
}
