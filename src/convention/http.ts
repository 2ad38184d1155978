// One HTTP exchange with the convention: deadline, size limit, no redirects, JSON. Every call to the convention passes here.
import { type Dispatcher, Pool } from 'undici';
import { ConventionError, errorFromRefusal } from './convention-error.ts';

const largestBodyBytes = 1024 * 1024;
const mostConnections = 64;

export interface HttpRequest {
  /** The operation in the words of interface 4, for error messages. */
  operation: string;
  method: 'GET';
  /** Path below the base URL, beginning with a slash. */
  path: string;
  accessToken: string;
}

export interface Http {
  send(request: HttpRequest): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Opens a connection pool to one server. `send` resolves to the JSON of a 2xx answer (undefined when that is empty) and rejects
 * with a ConventionError only; `deadlineMs` covers connecting, headers and body together.
 */
export function createHttp({
  baseUrl,
  deadlineMs,
  now,
}: {
  baseUrl: URL;
  deadlineMs: number;
  now: () => number;
}): Http {
  const pool = new Pool(baseUrl.origin, {
    connections: mostConnections,
    connect: { timeout: deadlineMs },
    maxResponseSize: largestBodyBytes,
  });
  const basePath = baseUrl.pathname.replace(/\/+$/, '');

  return {
    async send({ operation, method, path, accessToken }) {
      const { status, retryAfter, text } = await exchange(pool, operation, {
        method,
        path: basePath + path,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${accessToken}`,
          // Shields in front of platforms often refuse clients that give no name.
          'user-agent': 'Lanyard',
        },
        signal: AbortSignal.timeout(deadlineMs),
      });
      const succeeded = status >= 200 && status < 300;
      if (succeeded && text === '') return undefined;
      const body = readJson(text);
      if (!succeeded) throw errorFromRefusal({ operation, status, body, retryAfter }, now());
      if (body === undefined) throw new ConventionError('invalid-answer', `${operation}: the answer is not JSON`);
      return body;
    },
    close: () => pool.close(),
  };
}

async function exchange(pool: Pool, operation: string, request: Dispatcher.RequestOptions) {
  try {
    const { statusCode, headers, body } = await pool.request(request);
    const retryAfter = headers['retry-after'];
    return {
      status: statusCode,
      retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
      // undici never unpacks a compressed body, and we never ask for one: the size limit holds for what we read.
      text: await body.text(),
    };
  } catch (error) {
    throw errorFromFailure(operation, error);
  }
}

/** Failures below HTTP: answers that break the protocol or our limits are invalid, everything else means "not reached". */
function errorFromFailure(operation: string, cause: unknown): ConventionError {
  const { name, code } = cause as { name?: string; code?: string };
  if (name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT') {
    return new ConventionError('unavailable', `${operation}: the convention took too long`, { status: 504, cause });
  }
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return new ConventionError('invalid-answer', `${operation}: the answer is larger than ${largestBodyBytes} bytes`, {
      cause,
    });
  }
  if (name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new ConventionError('invalid-answer', `${operation}: the answer is not HTTP`, { cause });
  }
  return new ConventionError('unavailable', `${operation}: the convention cannot be reached`, { cause });
}

/** Parses JSON and repairs its strings: lone surrogates are replaced and NULs removed. Undefined when it is not JSON. */
function readJson(text: string): unknown {
  try {
    // Decoded UTF-8 holds neither, so only escapes can bring them in; almost every answer has none and takes the fast way.
    return /\\u(?:0000|d[89a-f])/i.test(text) ? JSON.parse(text, repairString) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function repairString(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\0', '') : value;
}
