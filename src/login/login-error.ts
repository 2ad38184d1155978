// The error thrown by the login's routes and guards, and by its key store.

const statusOf = {
  'not-shared': 403,
  'login-again': 400,
  'login-refused': 403,
  'login-loop': 400,
  'cookies-blocked': 400,
  'login-unavailable': 502,
  'login-needed': 401,
  'nothing-saved': 401,
  'unchecked-request': 403,
  'logout-needs-button': 405,
  'method-not-allowed': 405,
  'service-unavailable': 503,
  'logged-out-here': 503,
  'set-trust-proxy': 500,
  'set-up-session': 500,
} as const;

export type LoginProblem = keyof typeof statusOf;

interface LoginErrorOptions {
  /** The HTTP status of the error page. Default: the problem's status. */
  readonly status?: number;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
  readonly code?: string | undefined;
  readonly fix?: string;
  readonly returnTo?: string | undefined;
  readonly said?: string | undefined;
  /**
   * Set if `login-needed` only means that the request did not open a page. `renewLogin` then does
   * not end the session.
   */
  readonly isNoNavigation?: boolean;
}

/**
 * `problem` selects the text of the error page, and `status` is its HTTP status. `cause` contains
 * the details, which are only for the log.
 */
export class LoginError extends Error {
  readonly problem: LoginProblem;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  /** A stable code for logs and alerts, such as `redis-…` or `platform-…`, if one is known. */
  readonly code: string | undefined;
  /**
   * The page to open after the next login, for `login.logInPath(req, error.returnTo)` on your error
   * page. Undefined if it is unknown. The callback sets it to the `returnTo` of the failed login.
   */
  returnTo: string | undefined;
  /** With `login-refused`: the platform's error code, to show to the visitor. */
  readonly said: string | undefined;
  readonly isNoNavigation: boolean;

  constructor(problem: LoginProblem, options: LoginErrorOptions = {}) {
    super(options.fix ? `login: ${problem}: ${options.fix}` : `login: ${problem}`, {
      cause: options.cause,
    });
    this.name = 'LoginError';
    this.problem = problem;
    this.status = options.status ?? statusOf[problem];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.code = options.code;
    this.returnTo = options.returnTo;
    this.said = options.said;
    this.isNoNavigation = options.isNoNavigation ?? false;
    // Unless NODE_ENV is `production`, Express's own error handler sends the stack to the visitor.
    // The stack frames would reveal the server's file paths.
    this.stack = `${this.name}: ${this.message}`;
  }
}
