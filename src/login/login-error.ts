// The error of a failed login. `problem` selects the text of the error page. Details stay in
// `cause`, for the log only.

const statusOf = {
  'not-shared': 403,
  'login-again': 400,
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
  /** Default: the status of the problem. */
  readonly status?: number;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
  readonly code?: string | undefined;
  /** For developers: how to correct the app. */
  readonly fix?: string;
  /** Set if `login-needed` does not mean a refused token, so that `loginAgain` ends no session. */
  readonly isNoNavigation?: boolean;
}

/** `status` is the HTTP status of the error page; `problem` selects its text. */
export class LoginError extends Error {
  readonly problem: LoginProblem;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  /**
   * A stable code for logs and alerts, `redis-…` or `platform-…`, if the problem alone is unclear.
   */
  readonly code: string | undefined;
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
    this.isNoNavigation = options.isNoNavigation ?? false;
    // Without an error handler, Express sends the stack, which contains paths of the server.
    this.stack = `${this.name}: ${this.message}`;
  }
}
