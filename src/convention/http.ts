// The HTTP behind every call: its deadline, its turn, its retry, and the JSON of the answer.
import { createHash } from 'node:crypto';
import { type Dispatcher, Pool } from 'undici';
import type { ApiRequest } from './api-request.ts';
import { ConventionError } from './convention-error.ts';
import { exchange, largestBodyBytes, type RawAnswer } from './exchange.ts';
import { createGate } from './gate.ts';
import { hasMoreValuesThan, parseJson } from './json.ts';
import { errorFromRefusal } from './refusal.ts';
import { createRetry } from './retry.ts';

/**
 * 600 for each of 100 records. Checking a value takes far more memory than the two characters that
 * it may take in JSON.
 */
const mostValues = 60_000;

/** An answer before anything in it is checked. */
export interface ApiAnswer {
  operation: string;
  /** Undefined if the answer is empty. */
  body: unknown;
  /** Logs which fields of the answer do not fit; called once per answer. */
  reportInvalid(fields: Iterable<string>): void;
}

/** Sends a request with an access token (attendee or service). Rejects with a ConventionError. */
export type Send = (request: ApiRequest) => Promise<ApiAnswer>;

export interface HttpOptions {
  /** The base_url of the interface. */
  baseUrl: URL;
  /** Milliseconds for one call, from waiting for its turn to the end, with its retry. */
  deadlineMs: number;
  /** The clock, in milliseconds since 1970. */
  now: () => number;
  /** Receives one line for each answer in which something does not fit: field names, no values. */
  log?: { warn(fields: { operation: string; odd: string[] }, message: string): void } | undefined;
  /** A clock that never jumps, in milliseconds. */
  clock?: (() => number) | undefined;
  /** The pause before a retry, which is given in milliseconds. */
  pause?: ((ms: number) => Promise<unknown>) | undefined;
}

interface HttpRequest extends ApiRequest {
  accessToken?: string;
}

export type Http = ReturnType<typeof createHttp>;

/**
 * Opens a connection pool to one server. `send` resolves to the JSON of a 2xx answer and rejects
 * only with a ConventionError.
 */
export function createHttp({ baseUrl, deadlineMs, now, log, ...options }: HttpOptions) {
  const { clock = () => performance.now(), pause } = options;
  const pools = openPools(baseUrl.origin, deadlineMs);
  const withRetry = createRetry({ latestMs: deadlineMs / 2, clock, pause });
  const pass = createGate({ longestWaitMs: deadlineMs / 2, now, clock });
  const basePath = baseUrl.pathname.replace(/\/+$/, '');

  return {
    async send(request: HttpRequest): Promise<ApiAnswer> {
      const { operation } = request;
      const message = {
        ...contentOf(request),
        method: request.method,
        path: basePath + request.path,
        signal: AbortSignal.timeout(deadlineMs),
      };
      const call = { operation, person: request.person, waitsAs: waiterOf(request) };
      const { text, ...answer } = await withRetry(request, (attempt) =>
        pass(call, () => exchange(pools[attempt], operation, message)),
      );
      const body = parseJson(text);
      if (answer.isWebPage) throw webPageError(operation, answer);
      if (answer.status < 200 || answer.status >= 300)
        throw errorFromRefusal({ ...request, ...answer, body }, now());
      // The challenge of a firewall is a success of another kind, such as 202.
      if (request.method === 'GET' && answer.status !== 200 && answer.status !== 204)
        throw invalidAnswer(operation, `the convention answered ${answer.status}`);
      if (body === undefined && text !== '')
        throw invalidAnswer(operation, 'the answer is not JSON');
      if (text.length > 2 * mostValues && hasMoreValuesThan(mostValues, body)) {
        throw invalidAnswer(operation, `the answer has over ${mostValues} values`);
      }
      return {
        operation,
        body,
        reportInvalid: (fields) =>
          log?.warn(
            { operation, odd: [...fields] },
            'the convention sent what cannot be read: it is not shown',
          ),
      };
    },
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
    },
  };
}

/**
 * How long each address of a name is tried before the next one. Node gives up after 250 ms, but a
 * lost SYN is sent again only after a second (RFC 6298 section 2).
 */
const addressMs = 1500;

/** Opens a pool for each attempt: the second one gets a new connection. */
function openPools(origin: string, deadlineMs: number) {
  const options = {
    connect: { timeout: deadlineMs },
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressMs,
    maxResponseSize: largestBodyBytes,
  };
  return {
    first: new Pool(origin, options),
    // When a balancer fails, all connections that were kept are lost at once.
    second: new Pool(origin, { ...options, pipelining: 0 }),
  };
}

function invalidAnswer(operation: string, what: string): ConventionError {
  return new ConventionError('invalid-answer', `${operation}: ${what}`);
}

/** What stands between this site and the platform answered in its place. */
function webPageError(
  operation: string,
  { status, location }: Pick<RawAnswer, 'status' | 'location'>,
): ConventionError {
  const where = location ? `, which leads to ${location}` : '';
  return new ConventionError('invalid-answer', `${operation}: a web page answered${where}`, {
    ...{ answered: status, location },
    code: 'platform-web-page',
  });
}

/** Before a login it is not known whose token it is, and a bot acts for nobody. */
function waiterOf({ person, accessToken = '' }: HttpRequest): string {
  return person ?? createHash('sha256').update(accessToken).digest('base64url');
}

function contentOf({
  accessToken,
  json,
}: HttpRequest): Pick<Dispatcher.RequestOptions, 'headers' | 'body'> {
  const headers = {
    accept: 'application/json',
    // Firewalls in front of platforms often refuse clients without a user agent.
    'user-agent': 'Lanyard',
    ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
  };
  if (json === undefined) return { headers };
  return {
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  };
}
