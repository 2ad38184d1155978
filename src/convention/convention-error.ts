// The error of calls to the convention. From a response, the message contains only the status,
// error codes, and the origin of a redirect. Other parts could include tokens or personal data.

const unreachable = { status: 502, problem: 'registration-unreachable' };

/**
 * The kinds of failure. `status` and `problem` are for the error page, which is shown if no route
 * handles the error. `code` is the default code in the log.
 */
const outcomes = {
  /**
   * The attendee's token is no longer accepted, or their account no longer exists or has another
   * id.
   */
  'login-needed': { status: 401, problem: 'login-needed', code: 'platform-refuses' },
  /**
   * The token may not be used for this call, usually because it lacks a scope. The attendee stays
   * logged in.
   */
  'not-permitted': { status: 403, problem: 'not-permitted', code: 'platform-refuses' },
  /**
   * There is no such record. The status is 502 instead of 404, because the visitor's page does
   * exist.
   */
  'not-found': { ...unreachable, code: 'platform-answer' },
  /**
   * A rate limit, an overloaded platform, a full queue of calls, a pause after repeated failures,
   * or a firewall in front of the platform. Retry after `retryAfterSeconds`, if it is set.
   */
  busy: { ...unreachable, status: 503, code: 'platform-slow-down' },
  /**
   * No response in time, a broken connection, an internal error of the platform, or an error page
   * of a proxy.
   */
  unavailable: { ...unreachable, code: 'platform-away' },
  /** The platform refuses the site's own credential. A retry does not help. */
  'credential-refused': { ...unreachable, code: 'platform-credential' },
  /** A response that cannot be used, such as a web page or the record of another user. */
  'invalid-answer': { ...unreachable, code: 'platform-answer' },
  /**
   * The platform refuses a change, for example because the user already has the role, or because
   * automation manages it.
   */
  conflict: { ...unreachable, code: 'platform-answer' },
} satisfies Record<string, { status: number; problem: string; code: string }>;

export type ConventionErrorKind = keyof typeof outcomes;

/**
 * Why a role was not changed (role.ts). With `already-held` and `not-held`, the role is already as
 * requested.
 */
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
    | 'problem'
    | 'answered'
    | 'retryAfterSeconds'
    | 'platformCode'
    | 'platformKind'
    | 'isOfAnotherUser'
    | 'reason'
    | 'cause'
  >
>;

/** The message has the form `OPERATION: what happened`. */
export class ConventionError extends Error {
  override readonly name = 'ConventionError';
  readonly kind: ConventionErrorKind;
  /** The name of the operation, such as `Get registration`. */
  readonly operation: string;
  readonly status: number;
  readonly problem: string;
  /** A stable code for logs and alerts, such as `platform-timeout`. */
  readonly code: string;
  /**
   * The HTTP status of the response, if known. If nothing was sent because of an earlier
   * `Retry-After`, the status of that earlier response.
   */
  readonly answered: number | undefined;
  /** The origin of the redirect, if a web page responded in place of the platform. */
  readonly location: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /**
   * The error code in the platform's response, if there was one: a number such as 3 (the user
   * already has the role), or a text such as `invalid_token`.
   */
  readonly platformCode: number | string | undefined;
  /** The kind of the error in the platform's response, such as `resource`, if there was one. */
  readonly platformKind: string | undefined;
  readonly reason: RoleRefusal | undefined;
  /** Set if the attendee's token now belongs to another user. */
  readonly isOfAnotherUser: true | undefined;

  constructor(kind: ConventionErrorKind, message: string, detail: Detail = {}) {
    super(message, detail);
    this.kind = kind;
    this.operation = message.replace(/:.*/s, '');
    this.status = detail.status ?? outcomes[kind].status;
    this.problem = detail.problem ?? outcomes[kind].problem;
    this.code = detail.code ?? outcomes[kind].code;
    this.answered = detail.answered;
    this.location = detail.location;
    this.retryAfterSeconds = detail.retryAfterSeconds;
    this.platformCode = detail.platformCode;
    this.platformKind = detail.platformKind;
    this.reason = detail.reason;
    this.isOfAnotherUser = detail.isOfAnotherUser;
  }
}

export function isConventionError(
  error: unknown,
  kinds: readonly ConventionErrorKind[],
): error is ConventionError {
  return error instanceof ConventionError && kinds.includes(error.kind);
}
