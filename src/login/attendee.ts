// Who is logged in, as later handlers and the session of express-session know it.
import type { Request } from 'express';
import { LoginError } from './login-error.ts';
import type { TokenSet } from './oauth-client.ts';

/** Who is logged in. `userId` is the person's id at the convention: the key for records of your own. */
export interface Attendee extends TokenSet {
  readonly userId: string;
}

declare module 'express-session' {
  interface SessionData {
    attendee?: Attendee;
  }
}

declare global {
  namespace Express {
    interface Request {
      /** Who is logged in; undefined for anybody else, and when the access token has expired. */
      attendee?: Attendee | undefined;
      /** The session store has failed: nobody knows whether somebody is logged in. */
      sessionFailure?: unknown;
    }
  }
}

/** Returns the attendee of a page behind `requireLogin`. Throws LoginError where the page was left open by mistake. */
export function attendeeOf(req: Request): Attendee {
  if (!req.attendee) throw new LoginError('login-needed');
  return req.attendee;
}
