// Mounts the login, and reports mistakes in the set-up, such as middleware in the wrong order.
import type {
  ErrorRequestHandler,
  IRouter,
  Request,
  RequestHandler,
  Response,
  Router,
} from 'express';
import { readCookies } from './browser/cookies.ts';
import { LoginError } from './login-error.ts';
import type { LoginPaths } from './paths.ts';
import type { Sessions } from './sessions/sessions.ts';

const order =
  'app.use(session(…)), then login.mount(app, pages), or app.use(login.attendee), app.use(login.routes), then your pages';

interface Handlers {
  readonly attendee: RequestHandler;
  readonly routes: RequestHandler;
  readonly renewLogin: ErrorRequestHandler;
}

/**
 * Mounts the login and your pages (a Router), in this order: `attendee`, `routes`, the pages,
 * `renewLogin`. Mount express-session first. Returns the app. If an argument is wrong, throws an
 * Error that says how to fix it.
 *
 *     login.mount(app, pages).listen(3000);
 */
export type Mount = <App extends IRouter>(app: App, pages: RequestHandler) => App;

export function createMount({ attendee, routes, renewLogin }: Handlers): Mount {
  return (app, pages) => {
    // An app in JavaScript is not type-checked, so the arguments are checked at runtime.
    if (typeof (app as Partial<IRouter> | undefined)?.use !== 'function')
      throw new Error('login.mount: the first argument must be your Express app, from express().');
    if (typeof pages !== 'function')
      throw new Error(
        'login.mount: the second argument must be a Router with your pages: const pages = express.Router().',
      );
    return app.use(attendee, routes, pages, renewLogin);
  };
}

/**
 * Returns a check that throws LoginError `set-up-session` if the set-up is wrong, and rethrows an
 * error from the session store.
 */
export function createSetUpCheck({
  sessions,
  sessionCookie,
}: {
  sessions: Sessions;
  sessionCookie: string;
}) {
  return (req: Request): void => {
    if (req.sessionFailure) throw req.sessionFailure;
    if (!req.session) throw noSession();
    if (!('attendee' in req))
      throw setUpError(`login.attendee is not mounted after express-session. The order: ${order}`);
    if (req.sessionStore !== sessions.store) {
      throw setUpError(
        'express-session uses a different store than the login. Give it the store of createEncryptedSessions(…) or ownStoreSessions(…): session({ store: sessions.store, … }). ' +
          'Another store may restore a session after its log-out',
      );
    }
    if (req.session.attendee && readCookies(req)[sessionCookie] === undefined) {
      throw setUpError(
        `express-session's cookie is not called ${sessionCookie}. Set the option sessionCookie of createLogin to its name`,
      );
    }
  };
}

/**
 * Wraps the login's routes, so that they match whole paths, even if the app mounts them below a
 * path. Fails with LoginError `set-up-session` if the login's paths lack the mount path, or if
 * X-Forwarded-Prefix shows that a proxy strips their prefix. Without this header, a stripped prefix
 * is only reported to `warn`.
 */
export function matchWholePaths(
  routes: Router,
  options: { publicUrl: URL; paths: LoginPaths; warn: (what: string) => void },
): RequestHandler {
  const { publicUrl, paths, warn } = options;
  const { login, callback, logout, logoutEverywhere } = paths;
  let hasWarned = false;

  function checkMountPath({ baseUrl }: Request): void {
    const isElsewhere = (path: string) =>
      !`${path}/`.toLowerCase().startsWith(`${baseUrl}/`.toLowerCase());
    const path = [login, callback, logout, logoutEverywhere].find(isElsewhere);
    if (!path) return;
    const redirectUri = `${publicUrl.origin}${baseUrl}/login/callback`;
    throw setUpError(
      `the login is mounted at ${baseUrl}, so it never gets requests for ${path}. Set prefix: '${baseUrl}' in createLogin, and register ${redirectUri} with the platform`,
    );
  }

  /**
   * Reports a proxy that strips a prefix from the login's path. Without X-Forwarded-Prefix, there
   * is only a warning, and only after a 404, because the app may have its own page at the shortened
   * path.
   */
  function checkRemovedPath(req: Request, res: Response): void {
    const isPart = req.path !== login && login.endsWith(req.path);
    if (!isPart) return;
    const removed = login.slice(0, -req.path.length);
    const fix = `a request for ${login} arrived as ${req.path}. Let the proxy keep ${removed} in the path (nginx: proxy_pass without a path, not even a slash)`;
    if (req.get('x-forwarded-prefix') === removed) throw setUpError(fix);
    res.once('finish', () => {
      if (res.statusCode !== 404 || hasWarned) return;
      hasWarned = true;
      warn(`if a proxy is in front, ${fix}`);
    });
  }

  const wrapped: RequestHandler = (req, res, next) => {
    const { url, baseUrl } = req;
    if (baseUrl) checkMountPath(req);
    else checkRemovedPath(req, res);
    // Express removes the mount path from `url`.
    Object.assign(req, { url: baseUrl + url, baseUrl: '' });
    return routes(req, res, (error?: unknown) => {
      Object.assign(req, { url, baseUrl });
      next(error);
    });
  };
  // Programs that list the routes of an app read `stack`. A Router around the routes would delay
  // every page by a turn of the event loop.
  return Object.assign(wrapped, { stack: routes.stack });
}

export function noSession(): LoginError {
  return setUpError(
    'there is no req.session: express-session is not mounted before the login, its cookie has another path, or its store is disconnected. ' +
      `The order: ${order}`,
  );
}

export function bodyAlreadyRead(): LoginError {
  return setUpError(
    "the body of a form was read before the login, by express.raw, express.text or other middleware. Mount it only at its own path, such as app.post('/webhook', express.raw({ type: '*/*' })), or put express.urlencoded() before it",
  );
}

function setUpError(fix: string): LoginError {
  return new LoginError('set-up-session', { fix });
}

/**
 * Wraps express-session, so that only the login's routes and the pages that need a login fail (503)
 * while the store is down. `warn` receives the error if a session could not be stored at the end of
 * the response.
 *
 *     app.use(tolerateStoreFailure(session({ … })));
 */
export function tolerateStoreFailure(
  session: RequestHandler,
  warn: (error: unknown) => void = console.error,
): RequestHandler {
  return (req, res, next) => {
    let isLoaded = false;
    session(req, res, (error?: unknown) => {
      // express-session calls back a second time if it could not store the session at the end of
      // the response.
      if (isLoaded) return warn(error);
      isLoaded = true;
      if (error) req.sessionFailure = error;
      next();
    });
  };
}
