// Who is logged in: as stored in the session, and as set on each request.
import type { Request } from 'express';
import { LoginError } from './login-error.ts';

/** The useful parts of a token response: access on behalf of the attendee. */
export interface TokenSet {
  readonly accessToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly grantedScopes: readonly string[];
  /** Whom the id_token names (`sub`), if one was asked for (OpenID Connect Core 2). */
  readonly subject?: string;
}

/** Who is logged in. `userId` is the person's id at the convention: use it as a key in your app. */
export interface Attendee extends TokenSet {
  readonly userId: string;
  /** The name that `whoIs` returned at the login, if it did. */
  readonly name?: string;
}

declare module 'express-session' {
  interface SessionData {
    attendee?: Attendee;
    /** The login that started this session: a hash of its `state`, and where it led. */
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
