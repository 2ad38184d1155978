// The attendee who is logged in: in the session and on each request.
import type { Request } from 'express';
import { LoginError } from './login-error.ts';

/** The useful parts of a token response: access token, lifetime, granted scopes. */
export interface TokenSet {
  readonly accessToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly grantedScopes: readonly string[];
  /** `sub` of the id_token, with the scope `openid` (OpenID Connect Core 2). */
  readonly subject?: string;
}

/** `userId` is the person's id at the convention: use it as a key in your app. */
export interface Attendee extends TokenSet {
  readonly userId: string;
  /** The name that `whoIs` returned. */
  readonly name?: string;
}

declare module 'express-session' {
  interface SessionData {
    attendee?: Attendee;
    /** The login that started this session. `state` is hashed. */
    lastLogin?: { readonly state: string; readonly returnTo: string };
  }
}

declare global {
  namespace Express {
    interface Request {
      /** Undefined if nobody is logged in, or if the access token has expired. */
      attendee?: Attendee | undefined;
      /** The error of the session store. It is then unknown whether anybody is logged in. */
      sessionFailure?: unknown;
      /** When the session was read (ms since 1970). */
      sessionReadAt?: number;
    }
  }
}

/** Throws LoginError `login-needed` on a page without `requireLogin`. */
export function attendeeOf(req: Request): Attendee {
  if (!req.attendee) throw new LoginError('login-needed');
  return req.attendee;
}
