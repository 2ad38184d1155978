// Sets up this site's login: src/login with its sharing add-on, on top of express-session.
import { createSecretKey } from 'node:crypto';
import { unescape as decodePercent } from 'node:querystring';
import type { Request, RequestHandler, Response } from 'express';
import expressSession from 'express-session';
import { createSharing } from '../login/add-ons/sharing.ts';
import {
  type createCookies,
  createEncryptedSessions,
  createLogin,
  type Finish,
  type KeyStore,
  LoginError,
  readCookies,
  type SessionLimits,
  type Sessions,
  tolerateStoreFailure,
  type WhoIs,
} from '../login/login.ts';
import type { Config } from '../settings/config.ts';
import { loginPathsOf, type Page, returnTarget } from '../web/page.ts';
import { concurrencyLimit } from '../web/requests/concurrency-limit.ts';
import { createSharingNotices, type SharingNotices } from '../web/sharing-notice.ts';

export type SiteLogin = ReturnType<typeof createSiteLogin>;

interface SiteLoginOptions {
  readonly config: Config;
  readonly keys: KeyStore;
  readonly limits: SessionLimits;
  readonly cookies: ReturnType<typeof createCookies>;
  readonly whoIs: WhoIs;
  readonly optionalScopes: readonly string[];
  readonly pages: readonly Page[];
  /** Receives the keys of sessions that this process ends or replaces. */
  readonly onSessionsEnd: (keys: readonly string[]) => void;
  /** Runs after a login with the result `logged-in`, before the response. */
  readonly onLogin: (req: Request, res: Response) => void;
  readonly warn: (what: string) => void;
  readonly now: () => number;
}

export function createSiteLogin(options: SiteLoginOptions) {
  const { config, keys, cookies, pages, whoIs, optionalScopes, warn, now } = options;
  const { publicUrl, oauth, scopes, encryptionKeys, returnOrigins } = config;
  const sessionCookie = cookies.nameOf('sid');
  const sessions = createEncryptedSessions({
    keys,
    encryptionKeys,
    limits: options.limits,
    onEnd: options.onSessionsEnd,
    warn,
    now,
  });
  const sharing = createSharing({
    publicUrl,
    scopes,
    optionalScopes,
    cookies,
    keys,
    encryptionKeys,
  });
  const notices = createSharingNotices({ cookies, optionalScopes });
  const login = createLogin({
    publicUrl,
    oauth,
    scopes,
    whoIs,
    sessions,
    encryptionKeys,
    sessionCookie,
    paths: loginPathsOf(pages),
    returnOrigins,
    finish: finishLogin({ notices, tellsResult: config.returnResult, onLogin: options.onLogin }),
    hooks: {
      ...sharing,
      beforeLogin(req, res, request) {
        request.returnTo = returnTarget(request.returnTo, pages);
        return sharing.beforeLogin(req, res, request);
      },
    },
    warn,
    now,
  });
  return {
    ...login,
    sharing,
    notices,
    session: createSession(options, sessions),
    sessionLimit: concurrencyLimit((req) => decoded(readCookies(req)[sessionCookie])),
  };
}

/**
 * Decodes a cookie as express-session does, because the same session id can be encoded in many
 * ways.
 */
const decoded = (cookie = '') => decodePercent(cookie.replace(/^"(.*)"$/, '$1')) || undefined;

/**
 * Creates the express-session middleware. For open pages, a GET or HEAD request without a session
 * cookie skips the middleware, which would account for a third of the request's cost.
 */
function createSession(
  { config, cookies, pages, warn }: SiteLoginOptions,
  { store }: Sessions,
): RequestHandler {
  const sessionCookie = cookies.nameOf('sid');
  const session = expressSession({
    store,
    name: sessionCookie,
    // On Node 24, signing with a string instead of a key object takes seven times as long.
    secret: config.sessionSecrets.map((secret) => createSecretKey(secret, 'utf8')),
    // No Max-Age, because the server enforces the session limits.
    cookie: cookies.attributes,
    resave: false,
    saveUninitialized: false,
  });
  const tolerant = tolerateStoreFailure(session, () => warn('a session could not be stored'));
  const openPaths = pages.filter(({ open }) => open === true).map(({ path }) => path);
  return (req, res, next) => {
    const isReading = req.method === 'GET' || req.method === 'HEAD';
    const hasSession = readCookies(req)[sessionCookie] !== undefined;
    if (isReading && openPaths.includes(req.path) && !hasSession) next();
    else tolerant(req, res, next);
  };
}

interface FinishOptions extends Pick<SiteLoginOptions, 'onLogin'> {
  readonly notices: SharingNotices;
  /** RETURN_RESULT: whether another site is told the result of the login. */
  readonly tellsResult: boolean;
}

/**
 * Redirects to `returnTo`. A page of this site then shows what the login changed. With
 * RETURN_RESULT, another site gets `result=ok` or `result=denied` in its URL, but nothing about the
 * person. In all other cases, a denied login throws a LoginError.
 */
function finishLogin({ notices, tellsResult, onLogin }: FinishOptions): Finish {
  return (req, res, outcome) => {
    const { returnTo } = outcome;
    const isDenied = outcome.result === 'denied';
    const isTold = tellsResult && !returnTo.startsWith('/');
    if (isDenied && !isTold) throw new LoginError('not-shared');
    // The audit log and the metrics read this outcome.
    res.locals.outcome = isDenied ? 'not-shared' : outcome.result;
    if (outcome.result === 'logged-in') onLogin(req, res);
    notices.announce(res, outcome);
    res.redirect(303, isTold ? withResult(returnTo, isDenied ? 'denied' : 'ok') : returnTo);
  };
}

/** Replaces a `result` that is already in the URL. */
function withResult(returnTo: string, result: 'ok' | 'denied'): string {
  const url = new URL(returnTo);
  url.searchParams.set('result', result);
  return url.href;
}
