// Every error ends here as a page: a status, plain words, one next step and a request id. Internal
// details stay in the log.
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { causeOf } from '../causes.ts';
import { isProblem, PageError, type Problem } from '../errors.ts';
import type { Log } from '../log.ts';
import type { PageView, Views } from './views.ts';

export const notFound: RequestHandler = () => {
  throw new PageError({ status: 404, problem: 'not-found' });
};

/** Which problems lead to which next step. Any other problem offers to try again. */
const nextSteps = {
  'log-in': [
    'not-shared',
    'login-again',
    'cookies-blocked',
    'login-needed',
    'nothing-saved',
    'login-unavailable',
    'login-interrupted',
  ],
  'log-out': ['logout-needs-button'],
  home: [
    'login-loop',
    'unchecked-request',
    'logged-out-here',
    'bad-request',
    'headers-too-large',
    'not-over-http',
    'method-not-allowed',
    'not-found',
  ],
};

export interface ProblemView extends PageView {
  readonly text: string;
  /** What the page offers to do: a key of `nextSteps`, or `try-again`. */
  readonly nextStep: string;
  readonly tryAgainPath: string;
  readonly requestId: string;
}

const callbackPath = '/login/callback';

/** Renders any error as a page. One without a `problem` is a bug (500) or a bad request (4xx). */
export function errorPages({ views, log }: { views: Views; log: Log }): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (error, req, res, _next) => {
    const { status, problem, retryAfterSeconds } = problemAt(req.path, error);
    res.locals.problem = problem;
    log[status >= 500 ? 'error' : 'info']({
      requestId: req.requestId,
      status,
      problem,
      cause: causeOf(error, problem),
      err: error,
    });
    // Too late for a page, and the default handler of Express would print the error.
    if (res.headersSent) return void res.destroy();
    res.status(status);
    if (retryAfterSeconds !== undefined) res.set('Retry-After', String(retryAfterSeconds));
    // A proxy must not reuse this connection for another visitor: a store call may still fail.
    if (status === 503) res.set('Connection', 'close');
    // The address of this page holds a code and a state, which later requests must not repeat.
    if (req.path === callbackPath) res.set('Referrer-Policy', 'no-referrer');
    try {
      const [nextStep = 'try-again'] =
        Object.entries(nextSteps).find(([, problems]) => problems.includes(problem)) ?? [];
      views.render<ProblemView>(res, 'problem/show', {
        heading: req.words(`problem.${problem}.heading`),
        text: req.words(`problem.${problem}.text`, {
          minutes: Math.ceil((retryAfterSeconds ?? 60) / 60),
        }),
        nextStep,
        tryAgainPath: tryAgainPath(req),
        requestId: req.requestId,
      });
    } catch (defect) {
      log.error({ requestId: req.requestId, err: defect }, 'the error page itself failed');
      res
        .status(500)
        .type('text')
        .send(`Sorry, there is a problem with the service. ${req.requestId}`);
    }
  };
}

/**
 * Returns the same page without its query: the code of a callback is used up and must not appear in
 * a page.
 */
function tryAgainPath(req: Request): string {
  return req.method === 'GET' && req.path !== callbackPath
    ? `/${req.path.replace(/^[/\\]+/, '')}`
    : '/';
}

/** At the callback, trying again does not help: the code is used up, and nobody is logged in. */
function problemAt(path: string, error: unknown): Problem {
  const found = problemOf(error);
  return path === callbackPath && found.problem === 'service-unavailable'
    ? {
        status: found.status,
        problem: 'login-interrupted',
        retryAfterSeconds: found.retryAfterSeconds,
      }
    : found;
}

function problemOf(error: unknown): Problem {
  if (isProblem(error)) return error;
  // Express and its body parsers set a status for client errors (bad address, large body).
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  return status >= 400 && status < 500
    ? { status, problem: 'bad-request' }
    : { status: 500, problem: 'internal' };
}
