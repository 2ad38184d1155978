// The public interface of the login code. README.md shows how to use it.
import { type Request, type RequestHandler, Router } from 'express';
import { fieldsOfLogin } from './attendee.ts';
import { createCookies } from './browser/cookies.ts';
import { createLogOutCookie } from './browser/log-out-cookie.ts';
import { createCookieCheck, createLoopBreaker } from './browser/lost-cookies.ts';
import { createCallback, refuseFormPost, type WhoIs } from './callback.ts';
import { checkKeyRing, type KeyRing } from './crypto.ts';
import { createFormTokens, type FormTokens } from './form-token.ts';
import type { LoginHooks } from './hooks.ts';
import {
  createEndSession,
  createLogOut,
  createLogOutEverywhere,
  type LogOut,
  type LogOutEverywhere,
} from './log-out.ts';
import { LoginError } from './login-error.ts';
import { createMount, createSetUpCheck, type Mount, matchWholePaths } from './mount.ts';
import { createOAuthClient } from './oauth/oauth-client.ts';
import { isLoopback, type OAuthOptions } from './oauth/server-configuration.ts';
import { type Finish, redirectBack } from './outcome.ts';
import { createPaths, type LoginPaths, redirectUri } from './paths.ts';
import { createPendingLogins } from './pending-login.ts';
import { createRenewLogin } from './renew-login.ts';
import { createLoadAttendee, createRequireLogin } from './require-login.ts';
import { createSessionLife } from './sessions/session-life.ts';
import type { Sessions } from './sessions/sessions.ts';
import { createSendToPlatform, createStartLogin } from './start-login.ts';

export { type Attendee, attendeeOf, type TokenSet } from './attendee.ts';
export { createCookies, readCookies } from './browser/cookies.ts';
export { isFromOwnPage, isNavigation } from './browser/fetch-metadata.ts';
export type { WhoIs } from './callback.ts';
export type { EncryptionKey, KeyRing } from './crypto.ts';
export type { LoginHooks } from './hooks.ts';
export { LoginError } from './login-error.ts';
export { tolerateStoreFailure } from './mount.ts';
export { createServiceTokens, type ServiceTokenOptions } from './oauth/oauth-client.ts';
export { codesOfErrors, isUsedCodeError } from './oauth/oauth-errors.ts';
export { isLoopback, type OAuthOptions } from './oauth/server-configuration.ts';
export type { Finish, LoginOutcome } from './outcome.ts';
export { type LoginPaths, redirectUri } from './paths.ts';
export type { LoginRequest } from './pending-login.ts';
export {
  createEncryptedSessions,
  type SessionLimits,
  sessionLimits,
} from './sessions/encrypted-sessions.ts';
export { ownStoreSessions } from './sessions/own-store-sessions.ts';
export { createSessionLife, type SessionLife } from './sessions/session-life.ts';
export type { Sessions } from './sessions/sessions.ts';
export { personHashes } from './sessions/sessions-of-person.ts';
export { keyPrefixes, sessionKey } from './store/key-names.ts';
export type { KeyStore } from './store/key-store.ts';
export { createMemoryKeys } from './store/memory-keys.ts';
export { redisCodeOf } from './store/redis-error-codes.ts';
export { type RedisKeysOptions, redisKeys } from './store/redis-keys.ts';

export interface LoginOptions {
  /** The URL of the app, as visitors see it. */
  readonly publicUrl: URL;
  readonly oauth: OAuthOptions;
  /** The scopes to request. The attendee may grant fewer. */
  readonly scopes: readonly string[];
  readonly whoIs: WhoIs;
  /**
   * The result of `createEncryptedSessions(…)`, or of `ownStoreSessions(…)` for your own session
   * store.
   */
  readonly sessions: Sessions;
  /** The keys for the login's encrypted cookies and keyed hashes, newest first. */
  readonly encryptionKeys: KeyRing;

  /** The name of express-session's cookie (its option `name`). Default: `connect.sid`. */
  readonly sessionCookie?: string;
  /**
   * The base name of the cookies for pending logins, log-outs and the cookie check. On https,
   * `__Host-` is added. Default: `login`.
   */
  readonly loginCookie?: string;
  /**
   * A prefix for the paths of the login's routes, such as `/account`. It does not apply to
   * `loggedOut` and `home`, or to a path that you set in `paths`.
   */
  readonly prefix?: string;
  readonly paths?: Partial<LoginPaths>;
  /**
   * Whether a login after a log-out first asks for a click on the page `paths.loggedOut`.
   * Otherwise, the platform could log the person in again without asking. Default: true.
   */
  readonly askAfterLogOut?: boolean;
  /** Origins of other sites that a login may return to. */
  readonly returnOrigins?: readonly string[];
  /**
   * Fields of your session that survive a login, such as `['cart']`. If a different person logs in,
   * or if the old session has ended, these fields are dropped.
   */
  readonly carryOver?: readonly string[];
  /**
   * Sends the response after a login. Default: throws LoginError `not-shared` if the result is
   * `denied`, and otherwise redirects to `returnTo`.
   */
  readonly finish?: Finish;
  /** The result of `createSharing(…)` in add-ons/sharing.ts, or your own hooks. */
  readonly hooks?: LoginHooks;
  /** Receives short messages for your log. They never contain personal data. */
  readonly warn?: (what: string) => void;
  /** Returns milliseconds since 1970. Default: Date.now. */
  readonly now?: () => number;
}

export interface Login {
  /** Mounts the login and your pages (a Router). Mount express-session first. Returns the app. */
  readonly mount: Mount;
  /** Mount after express-session. Sets `req.attendee` for all later handlers. */
  readonly attendee: RequestHandler;
  /**
   * Mount after `attendee`. Handles the login, the callback and both log-outs, at the paths in
   * `paths`.
   */
  readonly routes: RequestHandler;
  /** Mount before each page that needs a login. */
  readonly requireLogin: RequestHandler;
  /** Mount before your error handlers. Starts a new login if the platform rejects the token. */
  readonly renewLogin: ReturnType<typeof createRenewLogin>;
  /** Mount before each route that receives a form. Parses the form and checks its token. */
  readonly checkForm: RequestHandler;
  /** Returns the value of the hidden `form_token` field for a form that `checkForm` checks. */
  readonly formToken: (req: Request) => string;
  /** For your own routes: logs this browser out. */
  readonly logOut: LogOut;
  /** For your own routes: logs the attendee out on all devices. */
  readonly logOutEverywhere: LogOutEverywhere;
  /**
   * Returns the path for a "Log in" link on `paths.loggedOut` and on other pages that do not
   * require a login.
   */
  readonly logInPath: (req: Request, returnTo?: string) => string;
  /**
   * Whether this browser has the pending login that this callback belongs to. For your own rate
   * limit: only such callbacks can cause a request to the platform.
   */
  readonly hasPendingLogin: (req: Request) => boolean;
  readonly paths: LoginPaths;
}

/**
 * Creates the login. If an option is wrong, throws an Error that says how to fix it.
 *
 *     const login = createLogin({ publicUrl, oauth, scopes, whoIs, sessions, encryptionKeys });
 *     login.mount(app, pages).listen(3000);
 */
export function createLogin(options: LoginOptions): Login {
  checkOptions(options);
  const { publicUrl, scopes, whoIs, sessions, encryptionKeys, hooks = {} } = options;
  const { sessionCookie = 'connect.sid', loginCookie = 'login', askAfterLogOut = true } = options;
  const { returnOrigins = [], carryOver = [], finish = redirectBack } = options;
  const { warn = () => {}, now = Date.now } = options;
  const paths = createPaths(options.prefix ?? '', options.paths ?? {});
  const callbackUrl = redirectUri(publicUrl, paths);
  const { keys } = sessions;

  const cookies = createCookies(publicUrl, encryptionKeys);
  const pendingLogins = createPendingLogins({ cookies, cookieName: loginCookie, keys, now });
  const logOutCookie = createLogOutCookie({
    cookies,
    loginCookie,
    publicUrl,
    isOn: askAfterLogOut,
  });
  const loopBreaker = createLoopBreaker(cookies);
  const forms = createFormTokens(encryptionKeys);

  const checkSetUp = createSetUpCheck({ sessions, sessionCookie });
  const sessionLife = createSessionLife({ sessions, encryptionKeys, carryOver, now });
  const endSession = createEndSession({ sessionLife, cookies, sessionCookie });
  const logOut = createLogOut({
    endSession,
    sessionCookie,
    pendingLogins,
    logOutCookie,
    loopBreaker,
  });
  const logOutEverywhere = createLogOutEverywhere({ sessionLife, logOut, logOutCookie });

  const oauth = createOAuthClient({ oauth: options.oauth, redirectUri: callbackUrl, now, warn });
  const sendToPlatform = createSendToPlatform({ pendingLogins, oauth });
  const startLogin = createStartLogin({
    publicUrl,
    paths,
    returnOrigins,
    scopes,
    checkSetUp,
    cookies,
    keys,
    logOutCookie,
    loopBreaker,
    hooks,
    sendToPlatform,
    finish,
    warn,
  });
  const callback = createCallback({
    paths,
    checkSetUp,
    pendingLogins,
    cookieCheck: createCookieCheck({ cookies, loginCookie, sessionCookie, paths }),
    logOutCookie,
    loopBreaker,
    keys,
    oauth,
    whoIs,
    hooks,
    sendToPlatform,
    sessionLife,
    finish,
    warn,
  });

  const handlers = {
    attendee: createLoadAttendee({ now }),
    routes: matchWholePaths(
      createRoutes({ paths, startLogin, callback, forms, logOut, logOutEverywhere }),
      { publicUrl, paths, warn },
    ),
    requireLogin: createRequireLogin({ publicUrl, paths, sessionCookie, checkSetUp, logOutCookie }),
    renewLogin: createRenewLogin({ publicUrl, paths, sessionLife, endSession, logOutCookie }),
  };
  return {
    ...handlers,
    mount: createMount(handlers),
    checkForm: forms.check,
    formToken: forms.formToken,
    logOut,
    logOutEverywhere,
    logInPath: (req, returnTo) => logOutCookie.linkTo(paths.login, { req, returnTo }),
    hasPendingLogin: pendingLogins.has,
    paths,
  };
}

interface RoutesOptions {
  readonly paths: LoginPaths;
  readonly startLogin: RequestHandler;
  readonly callback: RequestHandler;
  readonly forms: FormTokens;
  readonly logOut: LogOut;
  readonly logOutEverywhere: LogOutEverywhere;
}

function createRoutes(options: RoutesOptions): Router {
  const { paths, startLogin, callback, forms, logOut, logOutEverywhere } = options;
  const routes = Router({ caseSensitive: true });
  routes.get(paths.login, changeNothingByHead, startLogin);
  routes.get(paths.callback, changeNothingByHead, callback);
  routes.post(paths.logout, forms.check, async (req, res) => {
    await logOut(req, res);
    res.redirect(303, paths.loggedOut);
  });
  routes.post(paths.logoutEverywhere, forms.check, async (req, res) => {
    await logOutEverywhere(req, res);
    res.redirect(303, paths.loggedOut);
  });
  routes.all(paths.callback, refuseFormPost);
  routes.all([paths.login, paths.callback], (_req, res) => {
    res.set('Allow', 'GET, HEAD');
    throw new LoginError('method-not-allowed');
  });
  routes.all([paths.logout, paths.logoutEverywhere], (_req, res) => {
    res.set('Allow', 'POST');
    throw new LoginError('logout-needs-button');
  });
  return routes;
}

/**
 * A HEAD request must neither use up a code nor start a login, because HEAD is safe (RFC 9110
 * 9.2.1).
 */
const changeNothingByHead: RequestHandler = (req, res, next) =>
  req.method === 'HEAD' ? void res.end() : next();

/** Session fields that `carryOver` must not overwrite. */
const reservedFields: readonly string[] = ['cookie', ...fieldsOfLogin];

/** Checks the options at runtime, because an app in JavaScript is not type-checked. */
function checkOptions(options: LoginOptions): void {
  const { sessions, publicUrl, encryptionKeys, scopes, whoIs, hooks } = options;
  const { carryOver = [], returnOrigins = [] } = options;
  // In Express 4, a rejected async handler ends the process.
  if ('process_params' in Router) fail('this login needs Express 5. Fix: npm install express@5');
  checkKeyRing(encryptionKeys);
  checkOAuth(options.oauth);
  if (Array.isArray(hooks)) fail('`hooks` must be one object, such as createSharing(…).');
  if (!(sessions as Partial<Sessions> | undefined)?.endMarks)
    fail(
      '`sessions` must come from createEncryptedSessions(…), or from ownStoreSessions(…) for a session store of your own. ' +
        'Another store could restore a session after its log-out.',
    );
  if (!(publicUrl instanceof URL)) fail('`publicUrl` must be a URL: new URL(…).');
  if (publicUrl.protocol !== 'https:' && !isLoopback(publicUrl))
    fail('`publicUrl` must be https, except on localhost.');
  if (publicUrl.pathname !== '/')
    fail('`publicUrl` must have no path. For a login below /account: prefix: "/account".');
  if (!isList(scopes)) fail('`scopes` must be a list of strings.');
  if (typeof whoIs !== 'function') fail('`whoIs` must be a function.');
  if (!isList(returnOrigins) || !returnOrigins.every(isOrigin))
    fail('`returnOrigins` must be a list of origins, such as ["https://foxcon.example"].');
  const reserved = carryOver.filter((field) => reservedFields.includes(field));
  if (reserved.length > 0)
    fail(
      `\`carryOver\` must not name ${reserved.join(', ')}: the login writes these fields itself.`,
    );
}

function checkOAuth(oauth: OAuthOptions): void {
  const { clientId, clientSecret, issuer, clientAuth = 'post', endpoints, pkce = true } = oauth;
  // These options often come from environment variables, which may be empty.
  const missing = Object.entries({ clientId, clientSecret, issuer }).find(([, value]) => !value);
  if (missing) fail(`\`oauth.${missing[0]}\` is missing.`);
  if (typeof pkce !== 'boolean') fail('`oauth.pkce` must be true or false.');
  if (!URL.canParse(issuer)) fail('`oauth.issuer` must be a URL, such as https://reg.example.');
  if (!['post', 'basic'].includes(clientAuth))
    fail('`oauth.clientAuth` must be "post" or "basic".');
  if (endpoints && !Object.values(endpoints).every((each) => each instanceof URL))
    fail('`oauth.endpoints` must be { authorization, token }, each a URL: new URL(…).');
}

const isList = (value: unknown): boolean => Array.isArray(value);
const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;

function fail(message: string): never {
  throw new Error(`createLogin: ${message}`);
}
