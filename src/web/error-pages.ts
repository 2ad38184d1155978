// Turns every error into a page with a status, a plain explanation, one next step, and usually a
// reference to the log line. Internal details stay in the log.
import { randomInt } from 'node:crypto';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { isProblem, PageError, type Problem } from '../errors.ts';
import { causeOf } from '../log/causes.ts';
import type { Log } from '../log/log.ts';
import { LoginError } from '../login/login.ts';
import { isolated } from '../text.ts';
import { type PagesOfForms, pageOfForm, safePath } from './requests/page-of-form.ts';
import type { PageView, Views } from './views.ts';

export const notFound: RequestHandler = () => {
  throw new PageError({ status: 404, problem: 'not-found' });
};

/** Problems grouped by their next step. The page for any other problem has a link to try again. */
const nextSteps = {
  'log-in': [
    'not-shared',
    'login-again',
    'login-refused',
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
    'not-over-http',
    'method-not-allowed',
    'not-found',
  ],
};

/** These problems do not get a reference, because nobody needs to report them. */
const withoutReference = ['not-found', 'not-shared', 'logout-needs-button', 'login-needed'];

export interface ProblemView extends PageView {
  readonly text: string;
  /** The next step on the page: a key of `nextSteps`, or `try-again`. */
  readonly nextStep: string;
  readonly tryAgainPath: string;
  /** The platform's error code, in a sentence. */
  readonly said: string | undefined;
  /** The query of the login link, which names the page to open afterwards. */
  readonly logInQuery: string;
  /** The reference to quote when asking for help. The error's log line also contains it. */
  readonly reference: string | undefined;
}

interface ErrorPagesOptions extends PagesOfForms {
  readonly views: Views;
  readonly log: Log;
}

const pageShown = 'an error page was shown';

/**
 * Renders any error as a page. An error without a `problem` is a bug (500) or a bad request (4xx).
 */
export function errorPages(options: ErrorPagesOptions): ErrorRequestHandler {
  const { views, log, loginPaths } = options;
  // Express recognises an error handler by its four parameters.
  return (error, req, res, _next) => {
    const isCallback = req.path === loginPaths.callback;
    const found = problemOf(error, { isCallback });
    const { status, problem, retryAfterSeconds } = found;
    const { requestId } = req;
    const reference = createReference();
    const cause = causeOf(error, problem);
    Object.assign(res.locals, { problem, code: cause?.code ?? 'unknown' });
    const level = status >= 500 ? 'error' : 'info';
    log[level]({ requestId, reference, status, problem, ...cause, err: error }, pageShown);
    // Once the response has started, a page cannot be sent. Express's default handler would print
    // the error.
    if (res.headersSent) return void res.destroy();
    res.status(status);
    if (retryAfterSeconds !== undefined) res.set('Retry-After', String(retryAfterSeconds));
    // A store call from this request may still fail and close this HTTP connection, so a proxy must
    // not reuse it for a different visitor.
    if (status === 503) res.set('Connection', 'close');
    // This URL contains a code and a state, so later requests must not send it as a referrer.
    if (isCallback) res.set('Referrer-Policy', 'no-referrer');
    try {
      views.render(res, 'problem/show', {
        ...problemView(found, { req, isCallback, reference }),
        ...loginView(error, req, options),
      });
    } catch (defect) {
      log.error({ requestId, reference, err: defect }, 'the error page itself failed');
      res.status(500).type('text').send(`Something isn’t working. ${reference}`);
    }
  };
}

function problemView(
  { problem, retryAfterSeconds = 0 }: Problem,
  { req, isCallback, reference }: { req: Request; isCallback: boolean; reference: string },
): Omit<ProblemView, 'logInQuery' | 'said'> {
  // Visitors see the same page for all set-up problems, because only the operator's fix differs.
  const words = problem.startsWith('set-') ? 'set-up' : problem;
  const [nextStep = 'try-again'] =
    Object.entries(nextSteps).find(([, problems]) => problems.includes(problem)) ?? [];
  return {
    heading: req.words(`problem.${words}.heading`),
    text: req.words(`problem.${words}.text`, {
      minutes: Math.max(1, Math.ceil(retryAfterSeconds / 60)),
    }),
    nextStep,
    // Omits the query, because its parameters may report an event, such as a log-out.
    tryAgainPath: req.method === 'GET' && !isCallback ? safePath(req.path) : '/',
    reference: withoutReference.includes(problem) ? undefined : reference,
  };
}

/** Omits 0, 1, I, L and O, which look alike, and U, which looks like V. */
const referenceCharacters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns eight random characters in two groups, easy to read aloud: `K7Q4-9M2X`. */
function createReference(): string {
  const character = () => referenceCharacters[randomInt(referenceCharacters.length)];
  const group = () => Array.from({ length: 4 }, character).join('');
  return `${group()}-${group()}`;
}

/**
 * Returns the query of the login link, and the platform's error code in a sentence. After the
 * login, the visitor returns to the page that required it, or to the page that sent the form.
 */
function loginView(
  error: unknown,
  req: Request,
  options: PagesOfForms,
): Pick<ProblemView, 'logInQuery' | 'said'> {
  const { returnTo, said } = error instanceof LoginError ? error : {};
  const page = returnTo ?? (req.method === 'POST' ? pageOfForm(req, options) : undefined);
  return {
    logInQuery: page === undefined ? '' : `?${new URLSearchParams({ return_to: page })}`,
    said: said && req.words('loginRefused.said', { code: isolated(said) }),
  };
}

/**
 * If the store fails on the callback, reloading does not help, because the code may already have
 * been used. The page therefore offers a new login.
 */
function problemOf(error: unknown, { isCallback }: { isCallback: boolean }): Problem {
  const found = problemIn(error);
  const { status, problem, retryAfterSeconds } = found;
  return isCallback && problem === 'service-unavailable'
    ? { status, problem: 'login-interrupted', retryAfterSeconds }
    : found;
}

function problemIn(error: unknown): Problem {
  if (isProblem(error)) return error;
  // Express and its body parsers set a status for client errors (malformed URL, large body).
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  return status >= 400 && status < 500
    ? { status, problem: 'bad-request' }
    : { status: 500, problem: 'internal' };
}
