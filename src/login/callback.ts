// `GET /login/callback`: the browser returns from the convention with a code or a denial.
import type { Request, RequestHandler, Response } from 'express';
import type { Attendee } from './attendee.ts';
import type { CookieCheck } from './browser/cookie-check.ts';
import { isNavigation } from './browser/fetch-metadata.ts';
import type { LoginHooks } from './hooks.ts';
import { LoginError } from './login-error.ts';
import type { OAuthClient, TokenSet } from './oauth/oauth-client.ts';
import { callbackError, isDenial } from './oauth/oauth-errors.ts';
import { type LoginOutcome, outcomeOf } from './outcome.ts';
import type { LoginPaths } from './paths.ts';
import type { PendingLogin, PendingLogins } from './pending-login.ts';
import type { RepeatedCallbacks } from './sessions/repeated-callback.ts';
import type { StartSession } from './sessions/start-session.ts';
import { hashOf } from './store/key-names.ts';

/**
 * Asks the convention whose token set this is; the session keeps a `name`. With `openid` among the
 * scopes, return the `sub` of the answer as `subject`: the login fails if the id_token names
 * somebody else (OpenID Connect Core 5.3.2). If it rejects with an error whose `status` is 503 or
 * 504, the login fails with that status; after any other error, with 502.
 */
export type WhoIs = (tokenSet: TokenSet) => Promise<{
  readonly id: string | number;
  readonly name?: string;
  readonly subject?: string;
}>;

/** Sends the response after a login, usually a redirect. */
export type Finish = (req: Request, res: Response, outcome: LoginOutcome) => void | Promise<void>;

interface CallbackOptions {
  readonly checkSetUp: (req: Request) => void;
  readonly pendingLogins: PendingLogins;
  readonly repeatedCallbacks: RepeatedCallbacks;
  readonly cookieCheck: CookieCheck;
  readonly oauth: OAuthClient;
  readonly whoIs: WhoIs;
  readonly startSession: StartSession;
  readonly hooks: readonly LoginHooks[];
  readonly finish: Finish;
  readonly paths: LoginPaths;
  readonly warn: (what: string) => void;
}

/**
 * Creates the handler that finishes a login. It stores nothing before the convention has said who
 * this is, and responds only after the session is stored.
 */
export function createCallback(options: CallbackOptions): RequestHandler {
  const { checkSetUp, pendingLogins, repeatedCallbacks, oauth, whoIs, startSession } = options;
  const { hooks, finish } = options;

  return async function callback(req, res) {
    checkRequest(req);

    // 1. Only the browser that started the login may finish it, and only once.
    const { pending, isRepeated } = (await pendingLogins.consume(req, res)) ?? {};
    if (!pending) return respondWithoutLogin(req, res, options);
    const outcome = isRepeated
      ? await repeatedCallbacks.follow(req, pending)
      : await repeatedCallbacks.lead(req, pending, () => logIn(req, res, pending));
    if (outcome) return finish(req, res, outcome);
    if (isRepeated) respondWithoutLogin(req, res, { ...options, pending });
  };

  /** Resolves to undefined if the browser is on its way to the convention again. */
  async function logIn(
    req: Request,
    res: Response,
    pending: PendingLogin,
  ): Promise<LoginOutcome | undefined> {
    for (const hook of hooks) hook.afterReturn?.(req, pending);

    // 2. The code is exchanged for a token set: undefined if the attendee denied.
    const tokenSet = await oauth.exchangeCode(req.originalUrl, pending);

    // 3. The convention says whose token it is.
    const attendee = tokenSet && { ...(await askWhoThisIs(whoIs, tokenSet)), ...tokenSet };

    // 4. No new session if a hook ends the login, or if the attendee denied.
    const ended = firstOutcome(hooks, (hook) => hook.beforeLogin?.(req, { pending, attendee }));
    if (ended) return ended;
    if (!attendee) return outcomeOf('denied', pending, []);

    // 5. A token that reads more than the attendee shares is dropped, and less is asked for.
    const scopes = await scopesToUse(hooks, { pending, attendee });
    if (scopes.length < attendee.grantedScopes.length) {
      const less = pendingLogins.create(req, res, { ...pending, scopes, prompt: undefined });
      res.redirect(303, await oauth.authorizationUrl(less));
      return undefined;
    }

    // 6. A session starts under a new id and is stored.
    await startSession(req, { attendee, pending });
    for (const hook of hooks) hook.afterLogin?.(req, res, { pending, attendee });

    // 7. Only now does the browser get a response.
    const outcome = outcomeOf('logged-in', pending, attendee.grantedScopes);
    const changed = firstOutcome(hooks, (hook) => hook.beforeOutcome?.(req, { pending, outcome }));
    req.attendee = attendee;
    return changed ?? outcome;
  }

  function checkRequest(req: Request): void {
    checkSetUp(req);
    if (!isNavigation(req)) throw new LoginError('login-needed', { isNoNavigation: true });
  }
}

async function askWhoThisIs(
  whoIs: WhoIs,
  tokenSet: TokenSet,
): Promise<Pick<Attendee, 'userId' | 'name'>> {
  try {
    const { id, name, subject = tokenSet.subject } = await whoIs(tokenSet);
    if (id === undefined || id === null || id === '') throw new Error('whoIs returned no id');
    if (subject !== tokenSet.subject && tokenSet.subject !== undefined)
      throw Object.assign(new Error('whoIs returned somebody else'), { invalid: 'id_token-sub' });
    return { userId: String(id), ...(name && { name }) };
  } catch (cause) {
    throw new LoginError('login-unavailable', { status: statusOf(cause), cause });
  }
}

/** Asks the hooks one after the other, each about the scopes that those before it have left. */
async function scopesToUse(
  hooks: readonly LoginHooks[],
  { pending, attendee }: { pending: PendingLogin; attendee: Attendee },
): Promise<readonly string[]> {
  let grantedScopes = attendee.grantedScopes;
  for (const hook of hooks) {
    const login = { pending, attendee: { ...attendee, grantedScopes } };
    grantedScopes = (await hook.scopesToUse?.(login)) ?? grantedScopes;
  }
  return grantedScopes;
}

function firstOutcome(
  hooks: readonly LoginHooks[],
  callHook: (hook: LoginHooks) => LoginOutcome | undefined,
): LoginOutcome | undefined {
  for (const hook of hooks) {
    const outcome = callHook(hook);
    if (outcome) return outcome;
  }
  return undefined;
}

interface LateCallback extends CallbackOptions {
  /** The login of a repeated callback, if the first one failed or this one came too late. */
  readonly pending?: PendingLogin;
}

/**
 * Handles the Back button, an old tab, a late return, a browser that blocks cookies, and a server
 * that returns an error without `state`. An attendee stays logged in.
 */
function respondWithoutLogin(req: Request, res: Response, options: LateCallback): void {
  const { pending, pendingLogins, cookieCheck, paths, warn } = options;
  const { error } = req.query;
  const cause = callbackError(error);
  if (req.attendee) {
    if (cause) warn(`a login came back with ${cause.error} and without its state`);
    return void res.redirect(303, pending?.returnTo ?? returnToOfLastLogin(req) ?? paths.home);
  }
  const cookies = cookieCheck.resultOf(req);
  if (cookies === 'unknown') return void cookieCheck.ask(res, cause?.error);
  if (cookies === 'blocked') throw new LoginError('cookies-blocked', { cause });
  // Without a login under way, the error is of a link that anybody may have written.
  if (!cause || !pendingLogins.hasAny(req)) throw new LoginError('login-again', { cause });
  throw new LoginError(isDenial(cause) ? 'not-shared' : 'login-unavailable', { cause });
}

/** Where the login of this session led, if this is its callback once more. */
function returnToOfLastLogin({ query, session }: Request): string | undefined {
  const { state: returned } = query;
  const { state, returnTo } = session.lastLogin ?? {};
  return state === hashOf(String(returned)) ? returnTo : undefined;
}

/** Returns 503 (busy) or 504 (too slow) if that is the error's status, else 502. */
function statusOf(error: unknown): number {
  const { status } = Object(error);
  return status === 503 || status === 504 ? status : 502;
}
