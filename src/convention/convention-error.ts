// Every way in which a call to the convention can fail, as one small family that pages and operators can tell apart.
// Messages are our own words: no text, token or personal detail of an answer ever gets into them.
import type { Problem } from '../errors.ts';

const unreachable = { status: 502, problem: 'registration-unreachable' };

/** What went wrong, and what an attendee's page says about it when nobody handles it on the way. */
const outcomes = {
  /** The attendee's token is no longer accepted. */
  'login-needed': { status: 401, problem: 'login-needed' },
  /** The token may not see this record: its scope is missing. Still logged in. */
  'not-permitted': { status: 403, problem: 'not-permitted' },
  /** There is no such record. A page that expects one cannot be shown: it is not the page that is missing. */
  'not-found': unreachable,
  /** Too many requests, or a shield in front of the platform. Worth another try after `retryAfterSeconds`. */
  busy: { ...unreachable, status: 503 },
  /** No answer: refused, reset, too slow, or an error of the platform's own. */
  unavailable: unreachable,
  /** An answer that cannot be what was asked for. */
  'invalid-answer': unreachable,
  /** The platform's rules refuse the change: the role is already held, not held, or kept by automation. */
  conflict: unreachable,
} satisfies Record<string, Problem>;

export type ConventionErrorKind = keyof typeof outcomes;

type Detail = Partial<Pick<ConventionError, 'status' | 'retryAfterSeconds' | 'platformCode' | 'cause'>>;

/** The one error that calls to the convention reject with; `kind` says which. */
export class ConventionError extends Error implements Problem {
  override readonly name = 'ConventionError';
  readonly kind: ConventionErrorKind;
  readonly status: number;
  readonly problem: string;
  readonly retryAfterSeconds: number | undefined;
  /** The platform's own code for what happened, where it sends one: 3 for a role that the user already has. */
  readonly platformCode: number | string | undefined;

  constructor(kind: ConventionErrorKind, message: string, detail: Detail = {}) {
    super(message, detail);
    this.kind = kind;
    this.status = detail.status ?? outcomes[kind].status;
    this.problem = outcomes[kind].problem;
    this.retryAfterSeconds = detail.retryAfterSeconds;
    this.platformCode = detail.platformCode;
  }
}

/** Tells whether something that was thrown is a ConventionError of one of these kinds. */
export function isOfKind(error: unknown, kinds: readonly ConventionErrorKind[]): error is ConventionError {
  return error instanceof ConventionError && kinds.includes(error.kind);
}
