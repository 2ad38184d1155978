// Reads answers of authorization servers that are off the standard, where nothing about who this is
// or what was granted depends on it: other clients accept them too.
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

export interface AnswerAsSent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

interface ReadableAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The fields that are looked at (RFC 6749 5.1, 5.2; OpenID Connect Core 3.1.3.3). */
interface TokenFields extends Record<string, unknown> {
  access_token?: unknown;
  error?: unknown;
  expires_in?: unknown;
  id_token?: unknown;
  scope?: unknown;
}

interface OddAnswerOptions {
  /** False drops an id_token before openid-client checks it (RFC 6749 5.1). */
  readonly checkIdToken: boolean;
  /** In bytes, of the decoded answer. */
  readonly maxBytes: number;
  /** Called with a short text for each thing that is odd. */
  readonly report: (what: string) => void;
}

/** Not asked for, and sent by some servers all the same. */
const decoders: Record<string, (body: Buffer, bounds: { maxOutputLength: number }) => Buffer> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/**
 * Returns the answer as openid-client reads it. Throws an Error if its encoding is unknown, broken
 * or too large when decoded.
 */
export function readOddAnswer(sent: AnswerAsSent, options: OddAnswerOptions): ReadableAnswer {
  const { report } = options;
  const body = decoded(sent, options).toString();
  const headers = Object.fromEntries(
    Object.entries(sent.headers).flatMap(([name, value]) =>
      value === undefined || name === 'content-encoding' ? [] : [[name, String(value)]],
    ),
  );
  const answer = parseRecord(body);
  if (!answer) return { status: sent.status, headers, body };
  if (!/json/.test(headers['content-type'] ?? '')) {
    report('a JSON answer of the convention says that it is something else: it is read');
    headers['content-type'] = 'application/json';
  }
  // The body decides (RFC 6749 5.2); openid-client would only look at the header.
  if (typeof answer.error === 'string') delete headers['www-authenticate'];
  const status = statusOf(sent.status, answer, report);
  return { status, headers, body: JSON.stringify(withoutMisfits(answer, options)) };
}

function decoded({ headers, body }: AnswerAsSent, { maxBytes, report }: OddAnswerOptions): Buffer {
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity' || encoding === '') return body;
  const decode = decoders[encoding];
  if (!decode) throw new Error('an encoding that was not asked for');
  report('a compressed answer that was not asked for is decoded');
  return decode(body, { maxOutputLength: maxBytes });
}

/** An error stays one, whatever status it comes with; a token is a token (RFC 6749 5.1, 5.2). */
function statusOf(
  status: number,
  { error, access_token: token }: TokenFields,
  report: (what: string) => void,
): number {
  if (status < 200 || status > 299) return status;
  if (typeof error === 'string')
    report('an error came with a status of success: it counts as an error');
  if (typeof error === 'string') return 400;
  return token === undefined ? status : 200;
}

function withoutMisfits(
  answer: TokenFields,
  { checkIdToken, report }: OddAnswerOptions,
): TokenFields {
  // Null is as if absent. What is required is then missing, and the error names it.
  const fields = Object.entries(answer).filter(([, value]) => value !== null);
  const kept: TokenFields = Object.fromEntries(fields);
  if (kept.expires_in !== undefined && !(Number(kept.expires_in) > 0)) delete kept.expires_in;
  if ('id_token' in kept && !checkIdToken) {
    delete kept.id_token;
    report('an id_token that was not asked for is ignored');
  }
  if (kept.access_token !== undefined) kept.scope = scopeText(kept.scope, report);
  return kept;
}

/** Scopes as a list or with commas mean the same as with spaces: none of ours has a comma in it. */
function scopeText(scope: unknown, report: (what: string) => void): unknown {
  const isList = Array.isArray(scope) && scope.every((each) => typeof each === 'string');
  if (!isList && !(typeof scope === 'string' && scope.includes(','))) return scope;
  report('scopes that are a list, or separated by commas, are read');
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
