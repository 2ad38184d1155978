// An add-on for an app's tests: logs an attendee in without an authorization server.
import { createHmac, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { SessionData, Store } from 'express-session';
import type { Attendee } from '../attendee.ts';
import { sessionKey } from '../store/key-names.ts';

interface LogInForTestsOptions {
  /**
   * The app's express-session store. `secret` and `sessionCookie` are the options `secret` and
   * `name` of express-session.
   */
  readonly store: Store;
  readonly secret: string;
  readonly sessionCookie?: string;
  readonly userId: string;
  /** The scopes that the attendee has granted. Default: none. */
  readonly grantedScopes?: readonly string[];
  /** The attendee's access token. Default: `token-for-tests`. */
  readonly accessToken?: string;
  readonly name?: string;
  /** Additional session fields, such as a cart. */
  readonly session?: Readonly<Partial<SessionData>>;
}

const tokenMs = 3_600_000;

/**
 * Stores a session with this attendee. Resolves to the `Cookie` header to send with requests.
 * Logging out on all devices from a different session does not end this one.
 */
export async function logInForTests(options: LogInForTestsOptions): Promise<string> {
  const { store, secret, sessionCookie = 'connect.sid', userId, name } = options;
  const { grantedScopes = [], accessToken = 'token-for-tests' } = options;
  const expiresAt = Date.now() + tokenMs;
  const attendee: Attendee = {
    ...{ userId, accessToken, grantedScopes, expiresAt },
    ...(name !== undefined && { name }),
  };
  const sessionId = randomBytes(24).toString('base64url');
  const cookie = { originalMaxAge: null } as SessionData['cookie'];
  const set = promisify<string, SessionData>(store.set.bind(store));
  const storedAs = sessionKey(sessionId);
  await set(sessionId, { cookie, ...options.session, attendee, storedAs });
  // This is how express-session signs its cookie.
  const signature = createHmac('sha256', secret).update(sessionId).digest('base64');
  const value = `s:${sessionId}.${signature.replace(/=+$/, '')}`;
  return `${sessionCookie}=${encodeURIComponent(value)}`;
}
