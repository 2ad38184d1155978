// Sends one HTTP request to the platform, and converts failures to ConventionErrors. Redirects are
// not followed.
import { isUtf8 } from 'node:buffer';
import type { Dispatcher } from 'undici';
import { ConventionError } from './convention-error.ts';

export const largestBodyBytes = 1024 * 1024;
/**
 * Maximum number of 1xx responses to a request. HTTP allows any number (RFC 9110 section 15.2), so
 * a server could send them forever.
 */
const mostInformationalResponses = 10;

export interface RawResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The `WWW-Authenticate` headers, joined by commas. */
  readonly challenge?: string | undefined;
  /** Whether the response is a redirect, or HTML with a 2xx status. An API sends neither. */
  readonly isWebPage?: boolean;
  /**
   * The origin in the `Location` header of a redirect. The path is dropped, because it may contain
   * personal data.
   */
  readonly location?: string | undefined;
  readonly text: string;
}

/** Rejects only with a ConventionError. */
export async function sendRequest(
  pool: Dispatcher,
  operation: string,
  request: Dispatcher.RequestOptions,
): Promise<RawResponse> {
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
      // undici does not decompress, so the pool's `maxResponseSize` limits the whole text.
      text: decode(await body.bytes(), [headers['content-type']].flat()[0]),
    };
  } catch (error) {
    throw errorFromFailure(operation, error);
  }
}

/**
 * Decodes a body. JSON is UTF-8 (RFC 8259 8.1), so a declared charset is used only if the bytes are
 * not UTF-8: some servers declare ISO 8859-1 but send UTF-8. Without a known charset, unreadable
 * bytes become U+FFFD.
 */
function decode(bytes: Uint8Array, contentType = ''): string {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  const [, charset] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType) ?? [];
  const decoder = decoderOf(charset);
  // Without `stream`, Node 20 decodes Windows-1252 as ISO 8859-1.
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}

function decoderOf(charset: string | undefined) {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/** Detects a web page that a captive portal or a proxy sent instead of the platform's response. */
function webPageOf(status: number, headers: Dispatcher.ResponseData['headers']) {
  const { location, 'content-type': contentType } = headers;
  const isPage = isWebPage(status, [contentType].flat()[0]);
  return { isWebPage: isPage, location: isPage ? originOf(String(location)) : undefined };
}

export function isWebPage(status: number, contentType = ''): boolean {
  const isSuccess = status >= 200 && status < 300;
  return isRedirect(status) || (isSuccess && /^text\/html\b/i.test(contentType));
}

export const isRedirect = (status: number) => status >= 300 && status < 400;

function originOf(url: string): string | undefined {
  try {
    return new URL(url).origin;
  } catch {
    return undefined;
  }
}

/** Returns undici's callback for 1xx responses. If it throws, undici aborts the request. */
function refuseFlood(operation: string): () => void {
  let left = mostInformationalResponses;
  return () => {
    if (left === 0)
      throw new ConventionError('invalid-answer', `${operation}: endless 1xx responses`);
    left -= 1;
  };
}

/**
 * Returns `invalid-answer` for a response that violates HTTP or our limits. Any other failure means
 * that no complete response arrived.
 */
function errorFromFailure(operation: string, cause: unknown): ConventionError {
  if (cause instanceof ConventionError) return cause;
  switch ((cause as Error).name) {
    case 'TimeoutError':
    case 'ConnectTimeoutError':
      return new ConventionError('unavailable', `${operation}: the platform took too long`, {
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
      return new ConventionError('invalid-answer', `${operation}: the response is not valid HTTP`, {
        cause,
      });
    default:
      return new ConventionError('unavailable', `${operation}: the platform cannot be reached`, {
        code: codeOfFailure(cause),
        cause,
      });
  }
}

/** Error codes that mean that the server does not speak TLS. */
const noTls = ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO'];

/** Log codes for certificate problems, keyed by the error codes of OpenSSL and Node. */
const certificateCodes: Readonly<Record<string, string>> = {
  // Either the server does not send the intermediate certificate, or this machine does not trust
  // the authority.
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'platform-certificate-chain',
  UNABLE_TO_GET_ISSUER_CERT: 'platform-certificate-authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'platform-certificate-authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'platform-certificate-authority',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'platform-certificate-self-signed',
  CERT_HAS_EXPIRED: 'platform-certificate-time',
  CERT_NOT_YET_VALID: 'platform-certificate-time',
  ERR_TLS_CERT_ALTNAME_INVALID: 'platform-certificate-name',
};

/** Returns the log code for an error from undici or Node's TLS module. */
export function codeOfFailure(error: unknown): string {
  const { name, code = '' } = error as NodeJS.ErrnoException;
  if (['TimeoutError', 'ConnectTimeoutError'].includes(name)) return 'platform-timeout';
  if (code === 'ERR_PROXY_TUNNEL') return 'platform-proxy';
  if (noTls.includes(code)) return 'platform-no-tls';
  const known = Object.hasOwn(certificateCodes, code) ? certificateCodes[code] : undefined;
  if (known) return known;
  return /CERT|SELF_SIGNED|^ERR_(TLS|SSL)/.test(code) ? 'platform-certificate' : 'platform-away';
}
