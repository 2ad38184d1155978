// The HTTP exchange behind every call: deadline, size limit, no redirects, JSON.
import { type Dispatcher, Pool } from 'undici';
import { createBulkheads } from './bulkheads.ts';
import { ConventionError } from './convention-error.ts';
import { hasMoreValuesThan, parseJson } from './json.ts';
import { errorFromRefusal } from './refusal.ts';

const largestBodyBytes = 1024 * 1024;
/**
 * 600 for each of 100 records. Checking a value takes far more memory than the two characters that
 * it may take in JSON.
 */
const mostValues = 60_000;
/** Answers before the answer (RFC 9110 section 15.2). Nothing here needs them. */
const mostInformationalAnswers = 10;

/** One request of an operation, without the access token. */
export interface ApiRequest {
  /** The name of the operation in interface 4, for error messages. */
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the base URL, starting with a slash. */
  path: string;
  json?: unknown;
  /** Whose page needs it: any text of their own. One person's calls wait for each other. */
  person?: string | undefined;
  /** Statuses that mean that the platform's rules refuse this operation; 409 if missing. */
  conflictStatuses?: readonly number[];
}

/** An answer before anything in it is checked. */
export interface Answer {
  operation: string;
  /** Undefined if the answer is empty. */
  body: unknown;
  /** Logs which fields of the answer do not fit; called once per answer. */
  reportInvalid(fields: Iterable<string>): void;
}

/** Sends a request with an access token (attendee or service). Rejects with a ConventionError. */
export type Send = (request: ApiRequest) => Promise<Answer>;

export interface HttpOptions {
  /** The base_url of the interface. */
  baseUrl: URL;
  /** Milliseconds for one exchange, from waiting for its turn to the end of the body. */
  deadlineMs: number;
  /** The clock, in milliseconds since 1970. */
  now: () => number;
  /** Receives one line for each answer in which something does not fit: field names, no values. */
  log?: { warn(fields: { operation: string; odd: string[] }, message: string): void } | undefined;
}

interface HttpRequest extends ApiRequest {
  accessToken?: string;
}

export type Http = ReturnType<typeof createHttp>;

/**
 * Opens a connection pool to one server. `send` resolves to the JSON of a 2xx answer and rejects
 * only with a ConventionError.
 */
export function createHttp({ baseUrl, deadlineMs, now, log }: HttpOptions) {
  const pool = new Pool(baseUrl.origin, {
    connect: { timeout: deadlineMs },
    maxResponseSize: largestBodyBytes,
  });
  const inTurn = createBulkheads(deadlineMs / 2);
  const basePath = baseUrl.pathname.replace(/\/+$/, '');

  return {
    async send(request: HttpRequest): Promise<Answer> {
      const { operation } = request;
      const message = {
        ...contentOf(request),
        method: request.method,
        path: basePath + request.path,
        signal: AbortSignal.timeout(deadlineMs),
      };
      const { status, retryAfter, text } = await inTurn(request, () =>
        exchange(pool, operation, message),
      );
      const body = parseJson(text);
      if (status < 200 || status >= 300)
        throw errorFromRefusal({ ...request, status, body, retryAfter }, now());
      if (body === undefined && text !== '') {
        throw new ConventionError('invalid-answer', `${operation}: the answer is not JSON`);
      }
      if (text.length > 2 * mostValues && hasMoreValuesThan(mostValues, body)) {
        throw new ConventionError(
          'invalid-answer',
          `${operation}: the answer has over ${mostValues} values`,
        );
      }
      return {
        operation,
        body,
        reportInvalid: (fields) =>
          log?.warn(
            { operation, odd: [...fields] },
            'the convention sent what does not fit: it is taken as not sent',
          ),
      };
    },
    close: () => pool.close(),
  };
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

async function exchange(pool: Pool, operation: string, request: Dispatcher.RequestOptions) {
  try {
    const { statusCode, headers, body } = await pool.request({
      ...request,
      onInfo: refuseFlood(operation),
    });
    return {
      status: statusCode,
      retryAfter: [headers['retry-after']].flat()[0],
      // undici never decompresses, and we never request compression: the limit covers all we read.
      text: await body.text(),
    };
  } catch (error) {
    throw errorFromFailure(operation, error);
  }
}

/** Returns a function for each 1xx answer. When it throws, undici ends the exchange. */
function refuseFlood(operation: string): () => void {
  let left = mostInformationalAnswers;
  return () => {
    if (left === 0)
      throw new ConventionError('invalid-answer', `${operation}: 1xx answers without end`);
    left -= 1;
  };
}

/**
 * Failures below HTTP: answers that break the protocol or our limits are invalid; everything else
 * means "not reached".
 */
function errorFromFailure(operation: string, cause: unknown): ConventionError {
  if (cause instanceof ConventionError) return cause;
  switch ((cause as Error).name) {
    case 'TimeoutError':
    case 'ConnectTimeoutError':
      return new ConventionError('unavailable', `${operation}: the convention took too long`, {
        status: 504,
        cause,
      });
    case 'ResponseExceededMaxSizeError':
      return new ConventionError('invalid-answer', `${operation}: over ${largestBodyBytes} bytes`, {
        cause,
      });
    case 'HTTPParserError':
    case 'HeadersOverflowError':
      return new ConventionError('invalid-answer', `${operation}: the answer is not HTTP`, {
        cause,
      });
    default:
      return new ConventionError('unavailable', `${operation}: the convention cannot be reached`, {
        cause,
      });
  }
}
