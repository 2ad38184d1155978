// Every way in which a call to the convention can fail, as one small family that pages and operators can tell apart.
// Messages are our own words: no text, token or personal detail of an answer ever gets into them.
import { z } from 'zod';
import type { Problem } from '../errors.ts';

/** What went wrong, and what an attendee's page says about it when nobody handles it on the way. */
const outcomes = {
  /** The attendee's token is no longer accepted. */
  'login-needed': { status: 401, problem: 'login-needed' },
  /** The token may not see this record: its scope is missing. Still logged in. */
  'not-permitted': { status: 403, problem: 'not-permitted' },
  'not-found': { status: 404, problem: 'not-found' },
  /** Too many requests, or a shield in front of the platform. Worth another try after `retryAfterSeconds`. */
  busy: { status: 503, problem: 'registration-unreachable' },
  /** No answer: refused, reset, too slow, or an error of the platform's own. */
  unavailable: { status: 502, problem: 'registration-unreachable' },
  /** An answer that cannot be what was asked for. */
  'invalid-answer': { status: 502, problem: 'registration-unreachable' },
  /** The platform's rules refuse the change: the role is already held, not held, or kept by automation. */
  conflict: { status: 502, problem: 'registration-unreachable' },
} as const satisfies Record<string, Problem>;

export type ConventionErrorKind = keyof typeof outcomes;

/** The one error that calls to the convention reject with; `kind` says which. */
export class ConventionError extends Error implements Problem {
  override readonly name = 'ConventionError';
  readonly kind: ConventionErrorKind;
  readonly status: number;
  readonly problem: string;
  readonly retryAfterSeconds?: number;

  constructor(
    kind: ConventionErrorKind,
    message: string,
    detail: { status?: number; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, 'cause' in detail ? { cause: detail.cause } : undefined);
    this.kind = kind;
    this.status = detail.status ?? outcomes[kind].status;
    this.problem = outcomes[kind].problem;
    if (detail.retryAfterSeconds !== undefined) this.retryAfterSeconds = detail.retryAfterSeconds;
  }
}

/** An answer that is not a success; `body` is undefined when it was not JSON. */
export interface Refusal {
  operation: string;
  status: number;
  body: unknown;
  retryAfter: string | undefined;
}

/** Names the error for an answer that is not a success, from its status and from both shapes of body. `now` in milliseconds. */
export function errorFromRefusal({ operation, status, body, retryAfter }: Refusal, now: number): ConventionError {
  const reason = readReason(body);
  const kind = kindOfRefusal(status, reason);
  const words = [reason?.kind, reason?.code].filter((word) => word !== undefined).join(' ');
  const message = `${operation}: the convention answered ${status}${words && ` (${words})`}`;
  return new ConventionError(
    kind,
    message,
    kind === 'busy' ? { retryAfterSeconds: readRetryAfter(retryAfter, now) } : {},
  );
}

function kindOfRefusal(status: number, reason: Reason | undefined): ConventionErrorKind {
  if (status === 429 || status === 503 || reason?.kind === 'rateLimit') return 'busy';
  if (status >= 500) return 'unavailable';
  // A redirect is never followed: the token would travel with it.
  if (status < 400) return 'invalid-answer';
  // Without JSON it was not the platform that answered but a shield or proxy before it, which knows nothing of logins and scopes.
  if (reason === undefined) return status === 403 ? 'busy' : 'unavailable';
  if (reason.kind === 'logic' || status === 409) return 'conflict';
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
  ...['server', 'access', 'logic', 'resource', 'usage', 'authentication', 'validation', 'rateLimit', 'internal'],
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

/** Reads Retry-After (RFC 9110 section 10.2.3: seconds or a date) as 1 to 60 seconds; 30 when it is missing or unreadable. */
function readRetryAfter(value: string | undefined, now: number): number {
  const text = value?.trim() ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000);
  if (Number.isNaN(seconds)) return defaultRetrySeconds;
  return Math.min(Math.max(seconds, 1), longestRetrySeconds);
}
