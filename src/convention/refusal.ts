// Answers that are not a success: from the status and both shapes of body to the one error that names what happened.
import { z } from 'zod';
import { ConventionError, type ConventionErrorKind } from './convention-error.ts';

export interface Refusal {
  operation: string;
  status: number;
  /** Undefined when it was not JSON. */
  body: unknown;
  retryAfter: string | undefined;
  /** Statuses that mean a conflict; 409 when missing. */
  conflictStatuses?: readonly number[];
}

/** Makes the error for an answer that is not a success. `now` is in milliseconds. */
export function errorFromRefusal(refusal: Refusal, now: number): ConventionError {
  const { operation, status, body, retryAfter } = refusal;
  const reason = readReason(body);
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

const platformKinds = [
  'server',
  'access',
  'logic',
  'resource',
  'usage',
  'authentication',
  'validation',
  'rateLimit',
  'internal',
];
const platformDetail = z.object({ code: z.int().optional().catch(undefined) }).catch({});
const platformBody = z.object({ errors: z.record(z.string(), platformDetail) });
/** RFC 6749 section 5.2; the codes of RFC 6750 look the same. */
const oauthBody = z.object({ error: z.string().regex(/^[a-z_]{1,40}$/) });

/** Reads why the platform refused, in its own shape or in that of RFC 6749; undefined when it is no JSON object. */
function readReason(body: unknown): Reason | undefined {
  const platform = platformBody.safeParse(body);
  if (platform.success) {
    const kind = platformKinds.find((known) => Object.hasOwn(platform.data.errors, known));
    return { kind, code: kind && platform.data.errors[kind]?.code };
  }
  const oauth = oauthBody.safeParse(body);
  if (oauth.success) return { code: oauth.data.error };
  return z.object({}).safeParse(body).success ? {} : undefined;
}

const defaultRetrySeconds = 30;
const longestRetrySeconds = 60;

/**
 * Reads Retry-After (RFC 9110 section 10.2.3: seconds or a date) as 1 to 60 seconds; 30 when it is missing or
 * unreadable.
 */
function readRetryAfter(value: string | undefined, now: number): number {
  const text = value?.trim() ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000);
  if (Number.isNaN(seconds)) return defaultRetrySeconds;
  return Math.min(Math.max(seconds, 1), longestRetrySeconds);
}
