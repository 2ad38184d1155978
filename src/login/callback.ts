// Handles the callback, where the browser returns from the platform with a code or an error.
import type { Request, RequestHandler, Response } from 'express';
import type { Attendee, TokenSet } from './attendee.ts';
import { isNavigation, queryOf } from './browser/fetch-metadata.ts';
import { hashOf } from './crypto.ts';
import type { LoginHooks } from './hooks.ts';
import { LoginError } from './login-error.ts';
import type { OAuthClient } from './oauth/oauth-client.ts';
import { type Finish, type LoginOutcome, outcomeOf } from './outcome.ts';
import type { PendingLogin } from './pending-login.ts';
import {
  type LateCallbackOptions,
  respondToRepeated,
  respondWithoutPendingLogin,
} from './repeated-callback.ts';
import type { SessionLife } from './sessions/session-life.ts';

/**
 * Asks the platform who owns this token set. The session stores the returned `name`. If the scopes
 * include `openid`, return the `sub` in the platform's response as `subject`. The login then fails
 * if the id_token belongs to a different person (OpenID Connect Core 5.3.2). If the function
 * rejects or returns an invalid id, the login fails with 502, or with the error's own `status` if
 * that is 503 or 504.
 */
export type WhoIs = (tokenSet: TokenSet) => Promise<{
  readonly id: string | number;
  readonly name?: string;
  readonly subject?: string;
}>;

interface CallbackOptions extends LateCallbackOptions {
  readonly checkSetUp: (req: Request) => void;
  readonly oauth: OAuthClient;
  readonly whoIs: WhoIs;
  readonly sessionLife: Pick<SessionLife, 'start'>;
  readonly hooks: LoginHooks;
  readonly finish: Finish;
}

/**
 * Finishes a login. The new session is stored before the response is sent, because the browser
 * requests the next page at once.
 */
export function createCallback(options: CallbackOptions): RequestHandler {
  const { checkSetUp, pendingLogins, loopBreaker, oauth, whoIs, finish } = options;
  const { sendToPlatform, sessionLife, hooks } = options;

  return async function callback(req, res) {
    checkSetUp(req);
    if (!isNavigation(req)) throw new LoginError('login-needed', { isNoNavigation: true });

    // 1. Only the browser that started the login may finish it, and only once.
    const { pending, isUsed } = (await pendingLogins.consume(req, res)) ?? {};
    if (!pending) return respondWithoutPendingLogin(req, res, options);
    if (isUsed) return respondToRepeated(req, res, { ...options, pending });

    try {
      const outcome = await logIn(req, res, pending);
      if (outcome) return await finish(req, res, outcome);
    } catch (error) {
      if (error instanceof LoginError) error.returnTo = pending.returnTo;
      throw error;
    }
  };

  /** Resolves to undefined if the browser was redirected to the platform again. */
  async function logIn(
    req: Request,
    res: Response,
    pending: PendingLogin,
  ): Promise<LoginOutcome | undefined> {
    if (isSomebodyElse(req.attendee, pending) || hasRepeated(req))
      throw new LoginError('login-again');

    // 2. The code is exchanged for a token set. A denial leaves an existing session as it is.
    const tokenSet = await oauth.exchangeCode(queryOf(req), pending);
    if (!tokenSet)
      return req.attendee
        ? unchanged('nothing-changed', pending)
        : outcomeOf('denied', pending, []);

    // 3. The platform confirms whose token this is.
    const attendee = { ...(await askWhoThisIs(whoIs, tokenSet)), ...tokenSet };
    if (isSomebodyElse(attendee, pending)) return unchanged('different-account', pending);

    // 4. If a hook does not allow every granted scope, the token is dropped, and a new login
    // requests only the allowed scopes.
    const login = { attendee, request: pending };
    const allowed = (await hooks.allowedScopes?.(login)) ?? attendee.grantedScopes;
    // A hook need not know about `openid`, which some servers do not even list as granted.
    const isAllowed = (scope: string) => scope === 'openid' || allowed.includes(scope);
    if (!attendee.grantedScopes.every(isAllowed)) {
      const scopes = pending.scopes.filter(isAllowed);
      await sendToPlatform(req, res, { ...pending, scopes, prompt: undefined });
      return undefined;
    }

    // 5. The session is stored under a new id before the response is sent.
    const previous = req.attendee;
    const lastLogin = { state: hashOf(pending.state), returnTo: pending.returnTo };
    const afterLogin = async () => hooks.afterLogin?.(req, res, login);
    await sessionLife.start(req, { attendee, beganAt: pending.beganAt, lastLogin, afterLogin });
    req.attendee = attendee;
    if (!previous) loopBreaker.count(req, res);
    return outcomeAfter(pending, { attendee, previous });
  }
}

/**
 * Throws LoginError `login-unavailable` with the code `platform-form-post` if the platform sends
 * the browser back with a form instead of a redirect (OAuth 2.0 Form Post Response Mode).
 */
export const refuseFormPost: RequestHandler = (req, res, next) => {
  if (req.method !== 'POST' || !req.is('application/x-www-form-urlencoded')) return next();
  res.set('Allow', 'GET, HEAD');
  const fix =
    'the platform returned by POST (response_mode=form_post). Configure its server to return with a redirect (response_mode=query), because browsers send no SameSite=Lax cookie with a POST from another site';
  throw new LoginError('login-unavailable', { status: 405, code: 'platform-form-post', fix });
};

/** Repeated parameters are invalid (RFC 6749 3.1). */
function hasRepeated(req: Request): boolean {
  const names = ['code', 'iss', 'error'];
  return names.some((name) => queryOf(req).getAll(name).length > 1);
}

/**
 * Whether a login to share more was started by an attendee other than this one. All other logins
 * accept anybody.
 */
function isSomebodyElse(attendee: Attendee | undefined, { expectedUserId }: PendingLogin): boolean {
  return expectedUserId !== undefined && expectedUserId !== attendee?.userId;
}

async function askWhoThisIs(
  whoIs: WhoIs,
  tokenSet: TokenSet,
): Promise<Pick<Attendee, 'userId' | 'name'>> {
  try {
    const { id, name, subject = tokenSet.subject } = await whoIs(tokenSet);
    if (!isId(id)) throw new Error('whoIs must return an id: a string, or a whole number');
    if (subject !== tokenSet.subject && tokenSet.subject !== undefined)
      throw Object.assign(new Error('the `subject` from whoIs does not match the id_token'), {
        invalid: 'id_token-sub',
        code: 'platform-id-token',
      });
    return { userId: String(id), ...(name && { name }) };
  } catch (cause) {
    throw new LoginError('login-unavailable', { status: statusOf(cause), cause });
  }
}

/**
 * Whether an id can identify a person. With an id such as `NaN` or `[object Object]`, everybody
 * would become the same person.
 */
function isId(id: unknown): boolean {
  return typeof id === 'string' ? id !== '' : typeof id === 'bigint' || Number.isSafeInteger(id);
}

function statusOf(error: unknown): number {
  const { status } = Object(error);
  return status === 503 || status === 504 ? status : 502;
}

function unchanged(
  result: 'nothing-changed' | 'different-account',
  { returnTo }: PendingLogin,
): LoginOutcome {
  return outcomeOf(result, { returnTo, scopes: [] }, []);
}

function outcomeAfter(
  pending: PendingLogin,
  { attendee, previous }: { attendee: Attendee; previous: Attendee | undefined },
): LoginOutcome {
  const { grantedScopes } = attendee;
  if (!pending.expectedUserId) return outcomeOf('logged-in', pending, grantedScopes);
  const isChanged = (scope: string) =>
    !previous?.grantedScopes.includes(scope) || !grantedScopes.includes(scope);
  const scopes = pending.scopes.filter(isChanged);
  return outcomeOf('shared-more', { returnTo: pending.returnTo, scopes }, grantedScopes);
}
