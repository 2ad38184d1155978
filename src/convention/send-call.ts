// Sends calls with a timeout, concurrency limits and a retry, and parses the JSON response.
import { createHash } from 'node:crypto';
import type { Dispatcher } from 'undici';
import type { ApiRequest } from './api-request.ts';
import { openConnections } from './connections.ts';
import { ConventionError } from './convention-error.ts';
import { createGate } from './gate.ts';
import { hasMoreValuesThan, parseJson } from './json.ts';
import { errorFromRefusal } from './refusal.ts';
import { createRetry } from './retry.ts';
import { largestBodyBytes, type RawResponse, sendRequest } from './send-request.ts';

/**
 * Maximum number of JSON values in a response, enough for 100 records with 600 values each.
 * Validated values take far more memory than their JSON.
 */
const mostValues = 60_000;

/** A response that has not been validated. */
export interface ApiResponse {
  operation: string;
  /** The parsed JSON. Undefined if the response is empty. */
  body: unknown;
  /** Logs the names of invalid fields. */
  reportInvalid(fields: Iterable<string>): void;
}

/** Rejects only with a ConventionError. */
export type Send = (request: ApiRequest) => Promise<ApiResponse>;

export interface HttpOptions {
  /** The URL of the platform. All paths in docs/interface.md are relative to it. */
  baseUrl: URL;
  /** The timeout of a call in milliseconds, including its retry and its time in the queue. */
  deadlineMs: number;
  /** Returns milliseconds since 1970. */
  now: () => number;
  /**
   * Receives one line for each response with invalid fields. It contains their names, never their
   * values.
   */
  log?: { warn(fields: { operation: string; odd: string[] }, message: string): void } | undefined;
  /** Monotonic clock, in milliseconds. */
  clock?: (() => number) | undefined;
  /** Waits before a retry. Tests replace this function. */
  pause?: ((ms: number) => Promise<unknown>) | undefined;
}

interface HttpRequest extends ApiRequest {
  accessToken?: string;
}

export type Http = ReturnType<typeof createHttp>;

/**
 * Creates a client for one server. `send` resolves to the parsed JSON of a 2xx response and rejects
 * only with a ConventionError.
 */
export function createHttp({ baseUrl, deadlineMs, now, log, ...options }: HttpOptions) {
  const { clock = () => performance.now(), pause } = options;
  const pools = openPools(baseUrl.origin, deadlineMs);
  const withRetry = createRetry({ latestMs: deadlineMs / 2, clock, pause });
  const pass = createGate({ longestWaitMs: deadlineMs / 2, now, clock });
  const basePath = baseUrl.pathname.replace(/\/+$/, '');

  return {
    async send(request: HttpRequest): Promise<ApiResponse> {
      const { operation } = request;
      const message = {
        ...contentOf(request),
        origin: baseUrl.origin,
        method: request.method,
        path: basePath + request.path,
        signal: AbortSignal.timeout(deadlineMs),
      };
      const call = { operation, person: request.person, waiterId: waiterOf(request) };
      const { text, ...response } = await withRetry(request, (attempt) =>
        pass(call, () => sendRequest(pools[attempt], operation, message)),
      );
      const body = parseJson(text);
      if (response.isWebPage) throw webPageError(operation, response);
      if (response.status < 200 || response.status >= 300)
        throw errorFromRefusal({ ...request, ...response, body }, now());
      // A firewall may send its challenge page with a success status other than 200, such as 202.
      if (request.method === 'GET' && response.status !== 200 && response.status !== 204)
        throw invalidResponse(operation, `the platform responded with ${response.status}`);
      if (body === undefined && text !== '')
        throw invalidResponse(operation, 'the response is not JSON');
      if (text.length > 2 * mostValues && hasMoreValuesThan(mostValues, body)) {
        throw invalidResponse(operation, `the response has over ${mostValues} values`);
      }
      return {
        operation,
        body,
        reportInvalid: (fields) =>
          log?.warn(
            { operation, odd: [...fields] },
            'a response from the platform has invalid fields, which are not shown',
          ),
      };
    },
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
    },
  };
}

/**
 * How long to try each IP address of a host. Node's default of 250 ms is too short, because a lost
 * SYN is resent only after a second (RFC 6298 section 2).
 */
const addressMs = 1500;

function openPools(origin: string, deadlineMs: number) {
  const options = {
    connect: { timeout: deadlineMs },
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressMs,
    maxResponseSize: largestBodyBytes,
  };
  return {
    first: openConnections(origin, options),
    // For retries. All open connections break at once when a load balancer fails, so this pool does
    // not keep any open.
    second: openConnections(origin, { ...options, pipelining: 0 }),
  };
}

function invalidResponse(operation: string, what: string): ConventionError {
  return new ConventionError('invalid-answer', `${operation}: ${what}`);
}

function webPageError(
  operation: string,
  { status, location }: Pick<RawResponse, 'status' | 'location'>,
): ConventionError {
  const where = location ? `, which redirects to ${location}` : '';
  return new ConventionError('invalid-answer', `${operation}: the response is a web page${where}`, {
    ...{ answered: status, location },
    code: 'platform-web-page',
  });
}

/**
 * Returns the caller id that a `Retry-After` applies to. During a login and in a bot, no person is
 * known, so it is a hash of the token.
 */
function waiterOf({ person, accessToken = '' }: HttpRequest): string {
  return person ?? createHash('sha256').update(accessToken).digest('base64url');
}

function contentOf({
  accessToken,
  json,
}: HttpRequest): Pick<Dispatcher.RequestOptions, 'headers' | 'body'> {
  const headers = {
    accept: 'application/json',
    // Firewalls often reject clients without a user agent.
    'user-agent': 'Lanyard',
    ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
  };
  if (json === undefined) return { headers };
  return {
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  };
}
