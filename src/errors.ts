// Errors that the error page can show. `problem` selects the page's text, and `status` is its HTTP
// status.
export interface Problem {
  readonly status: number;
  readonly problem: string;
  readonly retryAfterSeconds?: number | undefined;
}

export function isProblem(error: unknown): error is Error & Problem {
  return error instanceof Error && 'problem' in error && 'status' in error;
}

export class PageError extends Error implements Problem {
  readonly status: number;
  readonly problem: string;
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, problem, retryAfterSeconds }: Problem) {
    super(problem);
    this.status = status;
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
