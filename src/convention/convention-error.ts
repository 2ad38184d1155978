// Thrown by calls to the platform. The message quotes only the response's status, error codes and
// redirect origin, because the rest could include tokens or personal data.

const unreachable = { status: 502, problem: 'registration-unreachable' };

/**
 * The kinds of failure. `status` and `problem` select the error page if no route handles the error.
 * `code` is the default code in the log.
 */
const outcomes = {
  /**
   * The platform no longer accepts the attendee's token, or their account is gone or has a new id.
   */
  'login-needed': { status: 401, problem: 'login-needed', code: 'platform-refuses' },
  /**
   * The token does not allow this call, usually because it lacks a scope. The attendee stays logged
   * in.
   */
  'not-permitted': { status: 403, problem: 'not-permitted', code: 'platform-refuses' },
  /**
   * The record does not exist. The status is 502 instead of 404, because the visitor's page does
   * exist.
   */
  'not-found': { ...unreachable, code: 'platform-answer' },
  /**
   * A rate limit, an overloaded platform, a full call queue, a pause after repeated failures, or a
   * firewall in front of the platform. Retry after `retryAfterSeconds`, if set.
   */
  busy: { ...unreachable, status: 503, code: 'platform-slow-down' },
  /**
   * No response in time, a broken connection, an internal error of the platform, or a proxy's error
   * page.
   */
  unavailable: { ...unreachable, code: 'platform-away' },
  /** The platform rejects the site's own credential. Retrying does not help. */
  'credential-refused': { ...unreachable, code: 'platform-credential' },
  /** A response that cannot be used, such as a web page or another user's record. */
  'invalid-answer': { ...unreachable, code: 'platform-answer' },
  /**
   * The platform rejects a change, for example because the user already has the role, or because
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
   * `Retry-After`, this is the status of that earlier response.
   */
  readonly answered: number | undefined;
  /** The origin that the response redirects to, if it is a redirect. */
  readonly location: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /**
   * The error code in the platform's response, if there was one: a number such as 3 (the user
   * already has the role), or a string such as `invalid_token`.
   */
  readonly platformCode: number | string | undefined;
  /** The error kind in the platform's response, such as `resource`, if there was one. */
  readonly platformKind: string | undefined;
  readonly reason: RoleRefusal | undefined;
  /** Set if the attendee's token now belongs to a different user. */
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
