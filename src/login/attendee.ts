// The attendee: who is logged in, as kept in the session and set on each request.
import type { Request } from 'express';
import { LoginError } from './login-error.ts';
import type { TokenSet } from './oauth/oauth-client.ts';

/** Who is logged in. `userId` is the person's id at the convention: use it as a key in your app. */
export interface Attendee extends TokenSet {
  readonly userId: string;
  /** What `whoIs` called this person at the login, if it did. */
  readonly name?: string;
  /** When they logged in (ms since 1970), if `narrow` has replaced the session of that login. */
  readonly since?: number;
}

declare module 'express-session' {
  interface SessionData {
    attendee?: Attendee;
    /** The login that began this session: a hash of its `state`, and where it led. */
    lastLogin?: { readonly state: string; readonly returnTo: string };
  }
}

declare global {
  namespace Express {
    interface Request {
      /** Who is logged in. Undefined if nobody is, or if the access token has expired. */
      attendee?: Attendee | undefined;
      /** The error of a failed session store. It is then unknown whether anybody is logged in. */
      sessionFailure?: unknown;
      /** When the session was read (ms since 1970). */
      sessionReadAt?: number;
    }
  }
}

/** Returns the attendee. Throws LoginError `login-needed` where `requireLogin` was forgotten. */
export function attendeeOf(req: Request): Attendee {
  if (!req.attendee) throw new LoginError('login-needed');
  return req.attendee;
}
