// What can go wrong in a login, in words that an error page can look up. Detail from outside stays in `cause`, for the log only.

const statusOf = {
  'not-shared': 403,
  'login-again': 400,
  'login-loop': 400,
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
  /** The HTTP status, where it is not the usual one of the problem. */
  readonly status?: number;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
  /** For developers: how the host has to be set up. */
  readonly fix?: string;
}

/** Thrown at a visitor's request. `status` is the HTTP status of the page that answers it, `problem` names its words. */
export class LoginError extends Error {
  readonly problem: LoginProblem;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;

  constructor(problem: LoginProblem, options: LoginErrorOptions = {}) {
    super(options.fix ? `login: ${problem}: ${options.fix}` : `login: ${problem}`, { cause: options.cause });
    this.name = 'LoginError';
    this.problem = problem;
    this.status = options.status ?? statusOf[problem];
    this.retryAfterSeconds = options.retryAfterSeconds;
    // Where a host has no error handler, Express prints the stack. It would show the paths of the server.
    this.stack = `${this.name}: ${this.message}`;
  }
}
