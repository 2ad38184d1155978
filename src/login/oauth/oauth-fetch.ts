// Sends requests to the authorization server, and limits the size of its responses. Tolerates
// harmless deviations from the standard that other clients also accept.

/** Maximum size of a decoded body, in bytes. */
const maxBytes = 64 * 1024;

interface ReadingOptions {
  /**
   * Whether openid-client checks the id_token. Otherwise we drop it before openid-client sees it
   * (RFC 6749 5.1).
   */
  readonly checkIdToken: boolean;
  /** Receives a short message for most deviations from the standard. */
  readonly report: (what: string) => void;
}

/**
 * Creates the `fetch` that openid-client uses. Like every `fetch`, it rejects with its signal's
 * reason or with a TypeError. A body of more than 64 KiB also causes a TypeError.
 */
export function createOAuthFetch(options: ReadingOptions) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init);
    return readResponse(response, await readText(response), options);
  };
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new TypeError(`the response has over ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** The fields of a token response that we read (RFC 6749 5.1, 5.2; OpenID Connect Core 3.1.3.3). */
interface TokenFields extends Record<string, unknown> {
  access_token?: unknown;
  error?: unknown;
  expires_in?: unknown;
  id_token?: unknown;
  scope?: unknown;
}

function readResponse(sent: Response, body: string, options: ReadingOptions): Response {
  const { report } = options;
  const headers = new Headers(sent.headers);
  const fields = parseRecord(body);
  if (!fields) return new Response(body === '' ? null : body, { status: sent.status, headers });
  if (!/json/.test(headers.get('content-type') ?? '')) {
    report('a JSON response from the platform has the wrong content type: accepted anyway');
    headers.set('content-type', 'application/json');
  }
  // The error in the body takes precedence (RFC 6749 5.2). With WWW-Authenticate, openid-client
  // would not read the body.
  if (typeof fields.error === 'string') headers.delete('www-authenticate');
  const status = statusOf(sent.status, fields, report);
  return new Response(JSON.stringify(standardFields(fields, options)), { status, headers });
}

/** Corrects a success status: 400 for an error, 200 for a token (RFC 6749 5.1, 5.2). */
function statusOf(
  status: number,
  { error, access_token: token }: TokenFields,
  report: ReadingOptions['report'],
): number {
  if (status < 200 || status > 299) return status;
  if (typeof error === 'string') {
    report('the platform sent an error with a success status: treated as an error');
    return 400;
  }
  return token === undefined ? status : 200;
}

function standardFields(fields: TokenFields, { checkIdToken, report }: ReadingOptions) {
  // Some servers send null instead of omitting a field.
  const present = Object.entries(fields).filter(([, value]) => value !== null);
  const standard: TokenFields = Object.fromEntries(present);
  if (standard.expires_in !== undefined && !(Number(standard.expires_in) > 0))
    delete standard.expires_in;
  if ('id_token' in standard && !checkIdToken) {
    delete standard.id_token;
    report('the platform sent an id_token that was not requested: ignored');
  }
  if (standard.access_token !== undefined) standard.scope = scopeText(standard.scope, report);
  return standard;
}

/**
 * Converts scopes in a list, or separated by commas, to text separated by spaces. RFC 6749 3.3
 * permits commas in scope names, but we know of no scope that contains one.
 */
function scopeText(scope: unknown, report: ReadingOptions['report']): unknown {
  const isList = Array.isArray(scope) && scope.every((each) => typeof each === 'string');
  if (!isList && !(typeof scope === 'string' && scope.includes(','))) return scope;
  report('the platform sent scopes as a list, or separated by commas: accepted anyway');
  return (isList ? scope.join(' ') : String(scope)).replaceAll(',', ' ');
}

function parseRecord(body: string): TokenFields | undefined {
  try {
    const parsed = JSON.parse(body);
    const isRecord = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isRecord ? parsed : undefined;
  } catch {
    return undefined;
  }
}
