// The logged-in attendee, and the fields that the login code adds to sessions and requests.
import type { Request } from 'express';
import { LoginError } from './login-error.ts';

/** The useful parts of a token response: access token, lifetime, granted scopes. */
export interface TokenSet {
  readonly accessToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly grantedScopes: readonly string[];
  /** The `sub` of the id_token, if the scope `openid` was requested (OpenID Connect Core 2). */
  readonly subject?: string;
}

/**
 * The person who is logged in. `userId` is the platform's id for them: use it as a key in your app.
 */
export interface Attendee extends TokenSet {
  readonly userId: string;
  readonly name?: string;
}

declare module 'express-session' {
  interface SessionData {
    attendee?: Attendee;
    /**
     * The key of the session (key-names.ts) that the login's fields belong to. A session to which
     * the app copies these fields is not logged in, because log-outs would not find it.
     */
    storedAs?: string;
    /**
     * The login that started this session, used to recognise a repeat of its callback. `state` is
     * hashed.
     */
    lastLogin?: { readonly state: string; readonly returnTo: string };
  }
}

/** The session fields that only the login code writes. */
export const fieldsOfLogin = [
  'attendee',
  'storedAs',
  'lastLogin',
  'startedAt',
  'notLive',
  'endedAt',
] as const;

declare global {
  namespace Express {
    interface Request {
      /**
       * The logged-in attendee. Undefined if nobody is logged in, if the access token has expired,
       * or if the session cannot be read.
       */
      attendee?: Attendee | undefined;
      /**
       * Why it is unknown whether anybody is logged in: the error from the session store or the key
       * store.
       */
      sessionFailure?: unknown;
      /**
       * When `login.attendee` handled the request (ms since 1970). A callback that takes more than
       * 50 seconds from then fails (session-life.ts).
       */
      sessionReadAt?: number;
    }
  }
}

/**
 * Returns the logged-in attendee. Throws LoginError `login-needed` if nobody is logged in. Behind
 * `requireLogin`, this happens only after a log-out in the same request.
 */
export function attendeeOf(req: Request): Attendee {
  const returnTo = req.method === 'GET' ? req.originalUrl : undefined;
  if (!req.attendee) throw new LoginError('login-needed', { returnTo });
  return req.attendee;
}
