// `GET /login/callback`: the browser comes back from the convention, with a code or a denial.
import type { Request, RequestHandler, Response } from 'express';
import type { LoginHooks } from './hooks.ts';
import { LoginError } from './login-error.ts';
import type { OAuthClient, TokenSet } from './oauth-client.ts';
import { type LoginOutcome, outcomeOf } from './outcome.ts';
import type { LoginPaths } from './paths.ts';
import type { PendingLogins } from './pending-login.ts';
import type { LoginSession } from './session.ts';

/** Asks the convention whose token this is. An error with the `status` 503 or 504 is answered with it, any other with 502. */
export type WhoIs = (tokenSet: TokenSet) => Promise<{ readonly id: string | number }>;

/** Answers the browser after a login, usually with a redirect. */
export type Finish = (req: Request, res: Response, outcome: LoginOutcome) => void | Promise<void>;

interface CallbackOptions {
  readonly checkSetUp: (req: Request) => void;
  readonly pendingLogins: PendingLogins;
  readonly oauth: OAuthClient;
  readonly whoIs: WhoIs;
  readonly loginSession: LoginSession;
  readonly hooks: readonly LoginHooks[];
  readonly finish: Finish;
  readonly paths: LoginPaths;
}

/** Finishes a login. Nothing is stored before the convention has said who this is, and no answer leaves before the session is stored. */
export function createCallback(options: CallbackOptions): RequestHandler {
  const { checkSetUp, pendingLogins, oauth, whoIs, loginSession, hooks, finish, paths } = options;

  return async function callback(req, res) {
    checkSetUp(req);

    // 1. Only the browser that left may come back, and only once.
    const pending = await pendingLogins.consume(req, res);
    if (!pending) return answerWithoutPending(req, res);
    for (const hook of hooks) hook.afterReturn?.(req, pending);

    // 2. The code is exchanged for a token set. There is none if the attendee denied.
    const tokenSet = await oauth.exchangeCode(req.originalUrl, pending);

    // 3. The convention says whose token it is.
    const attendee = tokenSet && { userId: await askWhoThisIs(tokenSet), ...tokenSet };

    // 4. Without a new session: an optional part has ended the login, or the attendee denied.
    const ended = firstOutcome((hook) => hook.beforeLogin?.(req, { pending, attendee }));
    if (ended) return finish(req, res, ended);
    if (!attendee) return finish(req, res, outcomeOf('denied', pending, []));

    // 5. A session starts, under a new id, and is stored.
    await loginSession.start(req, { attendee, pending });
    for (const hook of hooks) hook.afterLogin?.(req, res, { pending, attendee });

    // 6. Only now is the browser told.
    const outcome = outcomeOf('logged-in', pending, attendee.grantedScopes);
    const changed = firstOutcome((hook) => hook.beforeOutcome?.(req, { pending, outcome }));
    req.attendee = attendee;
    return finish(req, res, changed ?? outcome);
  };

  /** The Back button, an old tab, or too late: whoever is logged in stays logged in. */
  function answerWithoutPending(req: Request, res: Response): void {
    if (!req.attendee) throw new LoginError('login-again');
    res.redirect(303, paths.home);
  }

  async function askWhoThisIs(tokenSet: TokenSet): Promise<string> {
    try {
      const { id } = await whoIs(tokenSet);
      if (id === undefined || id === null || id === '') throw new Error('whoIs returned no id');
      return String(id);
    } catch (cause) {
      throw new LoginError('login-unavailable', { status: statusOf(cause), cause });
    }
  }

  function firstOutcome(ask: (hook: LoginHooks) => LoginOutcome | undefined): LoginOutcome | undefined {
    for (const hook of hooks) {
      const outcome = ask(hook);
      if (outcome) return outcome;
    }
    return undefined;
  }
}

/** 503 (busy) and 504 (too slow) are passed on. Any other failure is 502. */
function statusOf(error: unknown): number {
  const { status } = Object(error);
  return status === 503 || status === 504 ? status : 502;
}
