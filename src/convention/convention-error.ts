// Every way that a call to the convention can fail, as one error whose kind pages and operators can
// tell apart. Messages are our own words: no text, token or personal detail of an answer gets into
// them.

const unreachable = { status: 502, problem: 'registration-unreachable' };

/**
 * Each kind of failure: the problem page that an attendee sees if nothing handles it first, and the
 * code of its cause in the log if nothing more is known.
 */
const outcomes = {
  /** The attendee's token is no longer accepted. */
  'login-needed': { status: 401, problem: 'login-needed', code: 'platform-refuses' },
  /** The token lacks the scope for this record. The attendee stays logged in. */
  'not-permitted': { status: 403, problem: 'not-permitted', code: 'platform-refuses' },
  /** There is no such record. The page itself exists, so its status is not 404. */
  'not-found': { ...unreachable, code: 'platform-answer' },
  /** Too many requests, or a firewall before the platform. Retry after `retryAfterSeconds`. */
  busy: { ...unreachable, status: 503, code: 'platform-slow-down' },
  /** No answer: refused, reset, too slow, or an internal error of the platform. */
  unavailable: { ...unreachable, code: 'platform-away' },
  /** The platform refuses the site's own credential. It will do so again: do not try again. */
  'credential-refused': { ...unreachable, code: 'platform-credential' },
  /** An answer that does not match the request. */
  'invalid-answer': { ...unreachable, code: 'platform-answer' },
  /** The platform refuses the change: the role is already held, not held, or set by automation. */
  conflict: { ...unreachable, code: 'platform-answer' },
} satisfies Record<string, { status: number; problem: string; code: string }>;

export type ConventionErrorKind = keyof typeof outcomes;

/** Why a role was not changed (role.ts). With the first two, it is already as it was wanted. */
export type RoleRefusal =
  | 'already-held'
  | 'not-held'
  | 'automated'
  | 'no-such-user'
  | 'no-such-role';

type Detail = { code?: string | undefined; location?: string | undefined } & Partial<
  Pick<
    ConventionError,
    | 'status'
    | 'answered'
    | 'retryAfterSeconds'
    | 'platformCode'
    | 'isOfAnotherUser'
    | 'reason'
    | 'cause'
  >
>;

/**
 * The only error that calls to the convention reject with; `kind` says which failure it is. The
 * message is `OPERATION: what happened`.
 */
export class ConventionError extends Error {
  override readonly name = 'ConventionError';
  readonly kind: ConventionErrorKind;
  /** The name of the operation in interface 4, which the message begins with. */
  readonly operation: string;
  readonly status: number;
  readonly problem: string;
  /** Why, for logs and alerts, such as `platform-timeout`. It never changes. */
  readonly code: string;
  /** The HTTP status of the platform's answer, if there was one. */
  readonly answered: number | undefined;
  /** Where a web page leads that answered in place of the platform: an origin. */
  readonly location: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The platform's own error code, if it sends one: 3 means that the user already has the role. */
  readonly platformCode: number | string | undefined;
  /** Why a role was not changed, as far as it is known. */
  readonly reason: RoleRefusal | undefined;
  /** Set if the platform says that the attendee's token belongs to another user by now. */
  readonly isOfAnotherUser: true | undefined;

  constructor(kind: ConventionErrorKind, message: string, detail: Detail = {}) {
    super(message, detail);
    this.kind = kind;
    this.operation = message.replace(/:.*/s, '');
    this.status = detail.status ?? outcomes[kind].status;
    this.problem = outcomes[kind].problem;
    this.code = detail.code ?? outcomes[kind].code;
    this.answered = detail.answered;
    this.location = detail.location;
    this.retryAfterSeconds = detail.retryAfterSeconds;
    this.platformCode = detail.platformCode;
    this.reason = detail.reason;
    this.isOfAnotherUser = detail.isOfAnotherUser;
  }
}

/** Returns whether an error is a ConventionError of one of these kinds. */
export function isConventionError(
  error: unknown,
  kinds: readonly ConventionErrorKind[],
): error is ConventionError {
  return error instanceof ConventionError && kinds.includes(error.kind);
}
