// Optional: what the button "Log out everywhere" calls. Needs end-all-logins.ts.
import type { Request, Response } from 'express';
import type { LogOut } from '../log-out.ts';
import { LoginError } from '../login-error.ts';
import { sessionKey } from '../store/key-names.ts';
import type { EndAllLogins } from './end-all-logins.ts';
import type { PersonHashes } from './person.ts';

interface LogOutEverywhereOptions {
  readonly endAll: EndAllLogins;
  readonly logOut: LogOut;
}

/** Ends all logins of the attendee of this request, and resolves to who that is. */
export type LogOutEverywhere = (req: Request, res: Response) => Promise<PersonHashes>;

/**
 * Returns a function that ends all logins of the attendee of this request, and resolves to who that
 * is. If a login has just replaced the session, that is known for a minute. Rejects with LoginError
 * `nothing-saved` if the session has ended: it is then unknown whose it was.
 */
export function createLogOutEverywhere({
  endAll,
  logOut,
}: LogOutEverywhereOptions): LogOutEverywhere {
  return async (req, res) => {
    if (req.sessionFailure) throw req.sessionFailure;
    const { attendee } = req.session ?? {};
    const person = attendee
      ? await endAll.endAllOf(attendee.userId)
      : await endAll.endAllOfReplaced(sessionKey(req.sessionID ?? ''));
    if (!person) throw new LoginError('nothing-saved');
    await logOut(req, res);
    return person;
  };
}
