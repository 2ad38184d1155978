// Answers that are not a success: from the status and both shapes of body to the one error that names what happened.
import { z } from 'zod';
import { ConventionError, type ConventionErrorKind } from './convention-error.ts';
import type { ApiRequest } from './http.ts';

export interface Refusal extends Pick<ApiRequest, 'operation' | 'conflictStatuses'> {
  status: number;
  /** Undefined when it was not JSON. */
  body: unknown;
  retryAfter: string | undefined;
}

/** Makes the error for an answer that is not a success. `now` is in milliseconds. */
export function errorFromRefusal(refusal: Refusal, now: number): ConventionError {
  const { operation, status, body, retryAfter } = refusal;
  const reason = refusalReason.safeParse(body).data;
  const kind = kindOfRefusal(refusal, reason);
  const words = [reason?.kind, reason?.code].filter((word) => word !== undefined).join(' ');
  return new ConventionError(kind, `${operation}: the convention answered ${status}${words && ` (${words})`}`, {
    platformCode: reason?.code,
    retryAfterSeconds: kind === 'busy' ? readRetryAfter(retryAfter, now) : undefined,
  });
}

function kindOfRefusal({ status, conflictStatuses = [409] }: Refusal, reason: Reason | undefined): ConventionErrorKind {
  if (status === 429 || status === 503 || reason?.kind === 'rateLimit') return 'busy';
  if (status >= 500) return 'unavailable';
  // A redirect is never followed: the token would travel with it.
  if (status < 400) return 'invalid-answer';
  // Without JSON it was not the platform that answered but a shield or proxy before it, which knows nothing of logins
  // and scopes.
  if (reason === undefined) return status === 403 ? 'busy' : 'unavailable';
  if (reason.kind === 'logic' || conflictStatuses.includes(status)) return 'conflict';
  if (status === 401) return 'login-needed';
  if (status === 403) return 'not-permitted';
  if (status === 404) return 'not-found';
  return 'invalid-answer';
}

interface Reason {
  kind?: string | undefined;
  code?: string | number | undefined;
}

const knownKinds = 'server access logic resource usage authentication validation rateLimit internal'.split(' ');
const platformDetail = z.object({ code: z.int().optional().catch(undefined) }).catch({});

/** Why it was refused: in the platform's shape, in that of RFC 6749 section 5.2 (and 6750), or any other JSON object. */
const refusalReason: z.ZodType<Reason> = z.union([
  z.object({ errors: z.record(z.string(), platformDetail) }).transform(({ errors }) => {
    const kind = knownKinds.find((known) => Object.hasOwn(errors, known));
    return { kind, code: kind && errors[kind]?.code };
  }),
  z.object({ error: z.string().regex(/^[a-z_]{1,40}$/) }).transform(({ error }) => ({ code: error })),
  z.object({}),
]);

/** Reads Retry-After (RFC 9110 section 10.2.3: seconds or a date) as 1 to 60 seconds; 30 when it is missing or unreadable. */
function readRetryAfter(value: string | undefined, now: number): number {
  const text = value?.trim() ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000);
  return Number.isNaN(seconds) ? 30 : Math.min(Math.max(seconds, 1), 60);
}
