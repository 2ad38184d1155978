// Log in with the convention: the public face of this folder. README.md says how to use it.
import { type Request, type RequestHandler, Router } from 'express';
import { createCallback, type Finish, type WhoIs } from './callback.ts';
import { type Cookies, createCookies } from './cookies.ts';
import { createFormTokens } from './form-token.ts';
import type { LoginHooks } from './hooks.ts';
import { LoginError } from './login-error.ts';
import { isLoopback } from './loopback.ts';
import { createOAuthClient, type OAuthOptions } from './oauth-client.ts';
import { createPaths, type LoginPaths, redirectUri } from './paths.ts';
import { createPendingLogins } from './pending-login.ts';
import { createLoginAgain, createRequireLogin } from './require-login.ts';
import { checkKeyRing, type KeyRing } from './sealing.ts';
import { createLoginSession } from './session.ts';
import type { Sessions } from './sessions.ts';
import { createSetUpCheck } from './set-up.ts';
import { createStartLogin } from './start-login.ts';

export { type Attendee, attendeeOf } from './attendee.ts';
export type { Finish, WhoIs } from './callback.ts';
export { createCookies, readCookies } from './cookies.ts';
export { isFromOwnPage } from './fetch-metadata.ts';
export type { LoginHooks } from './hooks.ts';
export type { KeyStore } from './key-store.ts';
export { LoginError } from './login-error.ts';
export { isLoopback } from './loopback.ts';
export { createMemoryKeys } from './memory-keys.ts';
export { createServiceTokens, type OAuthOptions, type ServiceTokenOptions, type TokenSet } from './oauth-client.ts';
export type { LoginOutcome } from './outcome.ts';
export { ownStoreSessions } from './own-store-sessions.ts';
export { type LoginPaths, redirectUri } from './paths.ts';
export { openRedisKeys, redisKeys } from './redis-keys.ts';
export { createSealedSessions, type SessionLimits } from './sealed-sessions.ts';
export type { EncryptionKey, KeyRing } from './sealing.ts';
export { tolerateStoreFailure } from './session.ts';
export type { Sessions } from './sessions.ts';

export interface LoginOptions {
  /** The address under which visitors reach the app. */
  readonly publicUrl: URL;
  readonly oauth: OAuthOptions;
  /** The scopes to ask for. The attendee may grant fewer. */
  readonly scopes: readonly string[];
  readonly whoIs: WhoIs;
  /** Where the sessions of express-session are stored: `createSealedSessions(…)`, or `ownStoreSessions(…)` for a store of your own. */
  readonly sessions: Sessions;
  /** Seal the cookies of the login, newest first. */
  readonly encryptionKeys: KeyRing;

  /** The name of express-session's cookie: its option `name`. Default: `connect.sid`. */
  readonly sessionCookie?: string;
  /** The name of the cookie of a pending login, which gets `__Host-` on https. Default: `login`. */
  readonly loginCookie?: string;
  /** Put before the paths of the login: `/account`. */
  readonly prefix?: string;
  /** Single paths in place of the usual ones. */
  readonly paths?: Partial<LoginPaths>;
  /** Other sites that `return_to` may lead to after the login, as origins. */
  readonly returnOrigins?: readonly string[];
  /** Fields of your session that survive a login: `['cart']`. All others start anew with the new session. */
  readonly carryOver?: readonly string[];
  /** Answers the browser after a login. Default: a redirect to where it came from; LoginError `not-shared` where the attendee denied. */
  readonly finish?: Finish;
  /** Optional parts: see optional/. */
  readonly hooks?: readonly LoginHooks[];
  /** Called with a short text for your log, never with personal data. */
  readonly warn?: (what: string) => void;
  /** Milliseconds since 1970; tests bring their own. */
  readonly now?: () => number;
}

export interface Login {
  /** Mount after express-session: tells all later handlers who is logged in (`req.attendee`). */
  readonly attendee: RequestHandler;
  /** The routes of `paths`: login, callback and logout. */
  readonly routes: RequestHandler;
  /** Mount before each page that needs a login. */
  readonly requireLogin: RequestHandler;
  /** Mount before the error handlers: a token that the convention refuses leads to a new login. */
  readonly loginAgain: ReturnType<typeof createLoginAgain>;
  /** Mount before every route that a form of a logged-in visitor leads to: reads the form, and refuses one without its token. */
  readonly checkForm: RequestHandler;
  /** The value of the hidden field `form_token` in every such form. */
  readonly formToken: (req: Request) => string;
  /** Logs this browser out. */
  readonly logOut: ReturnType<typeof createLoginSession>['logOut'];
  readonly paths: LoginPaths;
}

const fieldsOfLogin = ['cookie', 'attendee', 'startedAt', 'hasEnded'];

export function createLogin(options: LoginOptions): Login {
  checkOptions(options);
  const { publicUrl, scopes, sessions, encryptionKeys, whoIs, finish = redirectBack } = options;
  const {
    sessionCookie = 'connect.sid',
    loginCookie = 'login',
    returnOrigins = [],
    carryOver = [],
    hooks = [],
  } = options;
  const { warn = () => {}, now = Date.now } = options;
  const paths = createPaths(options.prefix ?? '', options.paths ?? {});
  const cookies: Cookies = createCookies(publicUrl, encryptionKeys);
  const oauth = createOAuthClient({ oauth: options.oauth, redirectUri: redirectUri(publicUrl, paths), now, warn });
  const pendingLogins = createPendingLogins({ cookieName: loginCookie, cookies, keys: sessions.keys, now });
  const loginSession = createLoginSession({ sessions, cookies, sessionCookie, carryOver, hooks, now });
  const checkSetUp = createSetUpCheck({ sessions, sessionCookie });
  const forms = createFormTokens(encryptionKeys);
  const checkForm = Router().use(forms.check, (req, res, next) => {
    for (const hook of hooks) hook.afterForm?.(req, res);
    next();
  });

  const startLoginOptions = {
    publicUrl,
    paths,
    returnOrigins,
    scopes,
    checkSetUp,
    cookies,
    pendingLogins,
    oauth,
    hooks,
  };
  const routes = Router({ caseSensitive: true, strict: true });
  routes.get(paths.login, createStartLogin(startLoginOptions));
  routes.get(
    paths.callback,
    createCallback({ checkSetUp, pendingLogins, oauth, whoIs, loginSession, hooks, finish, paths }),
  );
  routes.post(paths.logout, checkForm, async (req, res) => {
    await loginSession.logOut(req, res);
    res.redirect(303, paths.loggedOut);
  });
  routes.all([paths.login, paths.callback], (_req, res) => {
    res.set('Allow', 'GET, HEAD');
    throw new LoginError('method-not-allowed');
  });
  routes.all(paths.logout, (_req, res) => {
    res.set('Allow', 'POST');
    throw new LoginError('logout-needs-button');
  });

  return {
    attendee: loginSession.loadAttendee,
    routes,
    requireLogin: createRequireLogin({ paths, loginSession, checkSetUp }),
    loginAgain: createLoginAgain({ paths, loginSession }),
    checkForm,
    formToken: forms.formToken,
    logOut: loginSession.logOut,
    paths,
  };
}

const redirectBack: Finish = (_req, res, { result, returnTo }) => {
  if (result === 'denied') throw new LoginError('not-shared');
  res.redirect(303, returnTo);
};

/** Throws an Error that names the fix. A host in plain JavaScript has no types that would have told. */
function checkOptions({ sessions, publicUrl, encryptionKeys, carryOver = [] }: LoginOptions): void {
  checkKeyRing(encryptionKeys);
  if (typeof (sessions as Partial<Sessions> | undefined)?.replace !== 'function') {
    throw new Error(
      'createLogin: `sessions` must come from createSealedSessions(…), or from ownStoreSessions(…) for a session store of your own. ' +
        'Another store brings a session back that was ended, when a request is still writing it.',
    );
  }
  if (publicUrl.protocol !== 'https:' && !isLoopback(publicUrl)) {
    throw new Error('createLogin: `publicUrl` must be https, but for an address of this computer.');
  }
  if (publicUrl.pathname !== '/') {
    throw new Error('createLogin: `publicUrl` must have no path. For a login below /account: prefix: "/account".');
  }
  const ofLogin = carryOver.filter((field) => fieldsOfLogin.includes(field));
  if (ofLogin.length > 0) {
    throw new Error(`createLogin: \`carryOver\` must not name ${ofLogin.join(', ')}: that belongs to the login.`);
  }
}
