// Mounts the login in the right order. A host that mounts it by itself, and incorrectly, gets a
// clear error with the fix, not a login loop.
import type { ErrorRequestHandler, IRouter, Request, RequestHandler } from 'express';
import { readCookies } from '../browser/cookies.ts';
import { LoginError } from '../login-error.ts';
import type { Sessions } from './sessions.ts';

const order =
  'app.use(session(…)), then login.mount(app, pages), or app.use(login.attendee), app.use(login.routes), then your pages';

interface Handlers {
  readonly attendee: RequestHandler;
  readonly routes: RequestHandler;
  readonly loginAgain: ErrorRequestHandler;
}

/**
 * Mounts the login around your pages (a Router), after express-session: `attendee`, `routes`, the
 * pages, `loginAgain`. Returns the app. Throws an Error that names the fix.
 */
export type Mount = <App extends IRouter>(app: App, pages: RequestHandler) => App;

export function createMount({ attendee, routes, loginAgain }: Handlers): Mount {
  return (app, pages) => {
    // A host in plain JavaScript has no type check.
    if (typeof (app as Partial<IRouter> | undefined)?.use !== 'function')
      throw new Error('login.mount: the first argument must be your Express app, of express().');
    if (typeof pages !== 'function')
      throw new Error(
        'login.mount: the second argument must be a Router with your pages: const pages = express.Router().',
      );
    return app.use(attendee, routes, pages, loginAgain);
  };
}

/** Returns a check that throws LoginError `set-up-session`, or the error of the session store. */
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
    if (sessions.store && req.sessionStore !== sessions.store) {
      throw setUpError(
        'express-session has another store than the login. Give it the store of createSealedSessions, session({ store: sessions.store, … }), ' +
          'or give the login ownStoreSessions(…): another store may bring back a session that was ended',
      );
    }
    if (req.session.attendee && readCookies(req)[sessionCookie] === undefined) {
      throw setUpError(
        `express-session's cookie is not called ${sessionCookie}. Give createLogin its name: sessionCookie`,
      );
    }
  };
}

/** Returns the error for a request that express-session has not handled. */
export function noSession(): LoginError {
  return setUpError(
    'there is no req.session: express-session is not mounted before the login, its cookie has another path, or its store is disconnected. ' +
      `The order: ${order}`,
  );
}

function setUpError(fix: string): LoginError {
  return new LoginError('set-up-session', { fix });
}
