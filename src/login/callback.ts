// `GET /login/callback`: the browser comes back from the convention with a code. Step 4 of the story.
import type { Request, RequestHandler, Response } from 'express';
import type { LoginHooks } from './hooks.ts';
import { LoginError } from './login-error.ts';
import type { OAuthClient, TokenSet } from './oauth-client.ts';
import { type LoginOutcome, outcomeOf } from './outcome.ts';
import type { LoginPaths } from './paths.ts';
import type { PendingLogins } from './pending-login.ts';
import type { LoginSession } from './session.ts';

/** Asks the convention whose token this is. What it rejects with may carry a `status`: 503 and 504 reach the attendee's page. */
export type WhoIs = (tokenSet: TokenSet) => Promise<{ readonly id: string }>;

/** Answers the browser after a login: with a redirect, as a rule. */
export type Finish = (req: Request, res: Response, outcome: LoginOutcome) => void;

interface CallbackOptions {
  readonly pendingLogins: PendingLogins;
  readonly oauth: OAuthClient;
  readonly whoIs: WhoIs;
  readonly session: LoginSession;
  readonly hooks: readonly LoginHooks[];
  readonly finish: Finish;
  readonly paths: LoginPaths;
}

/** Finishes a login. Nothing exists before the convention has said who this is, and no answer leaves before the session is stored. */
export function createCallback(options: CallbackOptions): RequestHandler {
  const { pendingLogins, oauth, whoIs, session, hooks, finish, paths } = options;

  return async function callback(req, res) {
    if (req.sessionFailure) throw req.sessionFailure;

    // 1. Only the browser that left may come back, and only once.
    const pending = await pendingLogins.consume(req, res);
    if (!pending) return comeBackAgain(req, res);
    for (const hook of hooks) hook.afterReturn?.(req, pending);

    // 2. The code becomes a token set. Without one, the attendee has denied.
    const { search: query } = new URL(req.originalUrl, 'http://localhost');
    const tokenSet = await oauth.exchangeCode({ query, pending });

    // 3. The convention says whose token it is.
    const userId = tokenSet && (await askWhoThisIs(tokenSet));

    // 4. An optional part may leave everything as it was.
    const unchanged = firstOutcome((hook) => hook.beforeLogin?.(req, { pending, userId }));
    if (unchanged) return finish(req, res, unchanged);
    const { returnTo, scopes: asked } = pending;
    if (!tokenSet || !userId) return finish(req, res, outcomeOf('denied', { returnTo, asked, granted: [] }));

    // 5. A session starts, under a new id, and is stored.
    const attendee = { userId, ...tokenSet };
    await session.start(req, res, { attendee, pending });

    // 6. Only now the browser is told.
    const outcome = outcomeOf('logged-in', { returnTo, asked, granted: tokenSet.grantedScopes });
    finish(req, res, firstOutcome((hook) => hook.beforeOutcome?.(req, { pending, outcome })) ?? outcome);
  };

  /** The Back button, or a second tab that lost its turn: whoever is logged in stays so. */
  function comeBackAgain(req: Request, res: Response): void {
    if (!req.attendee) throw new LoginError('login-again');
    res.redirect(303, paths.home);
  }

  async function askWhoThisIs(tokenSet: TokenSet): Promise<string> {
    try {
      const { id } = await whoIs(tokenSet);
      return id;
    } catch (cause) {
      const status = cause instanceof Error && 'status' in cause ? cause.status : undefined;
      throw new LoginError('login-unavailable', { status: status === 503 || status === 504 ? status : 502, cause });
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
