// Converts an error response, in the platform's format or in OAuth's, to a ConventionError.
import { z } from 'zod';
import type { ApiRequest } from './api-request.ts';
import { bearerErrors } from './bearer-challenge.ts';
import { ConventionError, type ConventionErrorKind } from './convention-error.ts';
import { secondsToWait } from './retry-after.ts';

const usualRetryAfterSeconds = 30;

export interface Refusal extends Pick<ApiRequest, 'operation' | 'conflictStatuses'> {
  status: number;
  /** The parsed JSON of the response. Undefined if it was not JSON. */
  body: unknown;
  retryAfter: string | undefined;
  /**
   * The `WWW-Authenticate` header. We read bearer errors from it even if the body is empty (RFC
   * 6750 section 3).
   */
  challenge?: string | undefined;
}

/**
 * Returns the error for a response whose status is not 2xx. `now` is in milliseconds since 1970.
 */
export function errorFromRefusal(refusal: Refusal, now: number): ConventionError {
  const { operation, status, body } = refusal;
  const reason = refusalReason.safeParse(body).data;
  const kind = kindOfRefusal(refusal, reason);
  const details = [reason?.kind, reason?.code].filter((word) => word !== undefined).join(' ');
  return new ConventionError(
    kind,
    `${operation}: the platform responded with ${status}${details && ` (${details})`}`,
    {
      answered: status,
      code: codeOfStatus(status),
      platformKind: reason?.kind,
      platformCode: reason?.code ?? bearerErrors(refusal.challenge ?? '')[0],
      retryAfterSeconds:
        kind === 'busy' ? (secondsToWait(refusal, now) ?? usualRetryAfterSeconds) : undefined,
    },
  );
}

function codeOfStatus(status: number): string {
  if (status === 429) return 'platform-slow-down';
  if (status >= 500) return 'platform-error';
  return status === 401 || status === 403 ? 'platform-refuses' : 'platform-answer';
}

function kindOfRefusal(
  { status, conflictStatuses = [409], challenge = '' }: Refusal,
  reason: Reason | undefined,
): ConventionErrorKind {
  if (status === 429 || status === 503 || reason?.kind === 'rateLimit') return 'busy';
  if (status >= 500) return 'unavailable';
  // Redirects are not followed, because the access token would be sent to the new URL.
  if (status < 400) return 'invalid-answer';
  const kind = kindOfToken(status, [...bearerErrors(challenge), reason?.code]);
  if (kind) return kind;
  // A response that is not a JSON object is assumed to come from a firewall or a proxy in front of
  // the platform, so it says nothing about the token.
  if (reason === undefined) return status === 403 ? 'busy' : 'unavailable';
  if (reason.kind === 'logic' || conflictStatuses.includes(status)) return 'conflict';
  if (status === 401) return 'login-needed';
  if (status === 403) return 'not-permitted';
  if (status === 404) return 'not-found';
  return 'invalid-answer';
}

/** Classifies bearer errors (RFC 6750 section 3.1), which servers send with 400, 401 and 403. */
function kindOfToken(status: number, errors: readonly unknown[]): ConventionErrorKind | undefined {
  if (![400, 401, 403].includes(status)) return undefined;
  if (errors.includes('invalid_token')) return 'login-needed';
  return errors.includes('insufficient_scope') ? 'not-permitted' : undefined;
}

interface Reason {
  kind?: string | undefined;
  code?: string | number | undefined;
}

const knownKinds =
  'server access logic resource usage authentication validation rateLimit internal'.split(' ');
const platformDetail = z.object({ code: z.int().optional().catch(undefined) }).catch({});

/**
 * Reads the reason in the platform's format, or in that of RFC 6749 section 5.2. Any other JSON
 * object results in an empty reason.
 */
const refusalReason: z.ZodType<Reason> = z.union([
  z.object({ errors: z.record(z.string(), platformDetail) }).transform(({ errors }) => {
    const kind = knownKinds.find((known) => Object.hasOwn(errors, known));
    return { kind, code: kind && errors[kind]?.code };
  }),
  z
    .object({ error: z.string().regex(/^[a-z_]{1,40}$/) })
    .transform(({ error }) => ({ code: error })),
  z.object({}),
]);
