// The errors of a login, each with a name for which an error page can look up a text. Details from
// outside stay in `cause`, for the log only.

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
  /** The HTTP status, if it differs from the default of the problem. */
  readonly status?: number;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
  readonly code?: string | undefined;
  /** For developers: how to correct the set-up of the host. */
  readonly fix?: string;
  /** Set if `login-needed` says nothing about the session: then it does not end (`loginAgain`). */
  readonly isNoNavigation?: boolean;
}

/** A failed request. `status` is the HTTP status of its error page, `problem` selects the text. */
export class LoginError extends Error {
  readonly problem: LoginProblem;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  /**
   * Why, for logs and alerts: `redis-…` of a store in Redis, `platform-…` of the authorization
   * server. It never changes. Missing if the problem says it.
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
    // Without an error handler, Express prints the stack: it would show paths of the server.
    this.stack = `${this.name}: ${this.message}`;
  }
}
