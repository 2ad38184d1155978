// One exchange with the convention: size limits, no redirects, and an error for each way to fail.
import type { Dispatcher, Pool } from 'undici';
import { ConventionError } from './convention-error.ts';

export const largestBodyBytes = 1024 * 1024;
/** Answers before the answer (RFC 9110 section 15.2). Nothing here needs them. */
const mostInformationalAnswers = 10;

/** An answer as received, of any status. */
export interface RawAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The header `WWW-Authenticate`, with all its challenges. */
  readonly challenge?: string | undefined;
  /** Whether it is a web page, or leads to one. An API sends neither. */
  readonly isWebPage?: boolean;
  /** The origin of `Location`: a path there may name the person who uses the network. */
  readonly location?: string | undefined;
  readonly text: string;
}

/** Sends a request. Rejects only with a ConventionError. */
export async function exchange(
  pool: Pool,
  operation: string,
  request: Dispatcher.RequestOptions,
): Promise<RawAnswer> {
  try {
    const { statusCode, headers, body } = await pool.request({
      ...request,
      onInfo: refuseFlood(operation),
    });
    return {
      status: statusCode,
      retryAfter: [headers['retry-after']].flat()[0],
      challenge: [headers['www-authenticate'] ?? []].flat().join(', '),
      ...webPageOf(statusCode, headers),
      // undici never decompresses, and we never request compression: the limit covers all we read.
      text: await body.text(),
    };
  } catch (error) {
    throw errorFromFailure(operation, error);
  }
}

/** What stands between this site and the platform answers so, such as the login of a network. */
function webPageOf(status: number, headers: Dispatcher.ResponseData['headers']) {
  const { location, 'content-type': contentType } = headers;
  const isPage = isWebPage(status, [contentType].flat()[0]);
  return { isWebPage: isPage, location: isPage ? originOf(String(location)) : undefined };
}

/** Returns true for a redirect, and for HTML with a status of success. */
export function isWebPage(status: number, contentType = ''): boolean {
  const isSuccess = status >= 200 && status < 300;
  return isRedirect(status) || (isSuccess && /^text\/html\b/i.test(contentType));
}

export const isRedirect = (status: number) => status >= 300 && status < 400;

function originOf(address: string): string | undefined {
  try {
    return new URL(address).origin;
  } catch {
    return undefined;
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
        code: codeOfFailure(cause),
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
        code: codeOfFailure(cause),
        cause,
      });
  }
}

/** OpenSSL reads an answer without TLS as a broken one. */
const noTls = ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO'];

/** Returns why there was no answer, by the error of undici, as a code for the log. */
export function codeOfFailure(error: unknown): string {
  const { name, code = '' } = error as NodeJS.ErrnoException;
  if (['TimeoutError', 'ConnectTimeoutError'].includes(name)) return 'platform-timeout';
  if (noTls.includes(code)) return 'platform-no-tls';
  return /CERT|SELF_SIGNED|^ERR_(TLS|SSL)/.test(code) ? 'platform-certificate' : 'platform-away';
}
