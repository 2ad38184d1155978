// A host that is put together in the wrong order gets one clear error, which names the fix, in place of a login that goes in circles.
import type { Request } from 'express';
import { readCookies } from './cookies.ts';
import { LoginError } from './login-error.ts';
import type { Sessions } from './sessions.ts';

const order = 'app.use(session(…)), app.use(login.attendee), app.use(login.routes), then your pages';

/** Returns a check that throws LoginError `set-up-session`, or what the session store has failed with. */
export function createSetUpCheck({ sessions, sessionCookie }: { sessions: Sessions; sessionCookie: string }) {
  return (req: Request): void => {
    if (req.sessionFailure) throw req.sessionFailure;
    if (!req.session) throw noSession();
    if (!('attendee' in req)) throw wrong(`login.attendee is not mounted after express-session. The order: ${order}`);
    if (sessions.store && req.sessionStore !== sessions.store) {
      throw wrong(
        'express-session has another store than the login. Give it the store of createSealedSessions, session({ store: sessions.store, … }), ' +
          'or give the login ownStoreSessions(…): another store may bring back a session that was ended',
      );
    }
    if (req.session.attendee && readCookies(req)[sessionCookie] === undefined) {
      throw wrong(`express-session's cookie is not called ${sessionCookie}. Give createLogin its name: sessionCookie`);
    }
  };
}

/** The error of a request for which express-session has done nothing. */
export function noSession(): LoginError {
  return wrong(
    'there is no req.session: express-session is not mounted before the login, its cookie has another path, or its store is disconnected. ' +
      `The order: ${order}`,
  );
}

function wrong(fix: string): LoginError {
  return new LoginError('set-up-session', { fix });
}
