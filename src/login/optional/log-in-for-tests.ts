// Optional: for the tests of an app. Logs somebody in without an authorization server.
import { createHmac, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { SessionData, Store } from 'express-session';
import type { Attendee } from '../attendee.ts';

interface LogInForTestsOptions {
  /** The store and the secret of the app's express-session, and its `name` if it has one. */
  readonly store: Store;
  readonly secret: string;
  readonly sessionCookie?: string;
  /** Who is logged in. */
  readonly userId: string;
  /** Default: none. */
  readonly grantedScopes?: readonly string[];
  /** What the app sends to the convention. Default: `token-for-tests`. */
  readonly accessToken?: string;
  readonly name?: string;
  /** Further fields of the session, such as a cart. */
  readonly session?: Readonly<Partial<SessionData>>;
}

/** How long the token counts, in milliseconds. */
const tokenMs = 3_600_000;

/**
 * Stores a session in which this person is logged in. Resolves to the value of the header `Cookie`
 * that opens it. A log-out everywhere does not know of this session.
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
  await set(sessionId, { cookie, ...options.session, attendee });
  // As express-session signs it: a browser gets the same.
  const signature = createHmac('sha256', secret).update(sessionId).digest('base64');
  const value = `s:${sessionId}.${signature.replace(/=+$/, '')}`;
  return `${sessionCookie}=${encodeURIComponent(value)}`;
}
