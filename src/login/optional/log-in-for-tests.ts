// Optional: for the tests of an app. Logs somebody in without an authorization server.
import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { SessionData, Store } from 'express-session';
import type { Attendee } from '../attendee.ts';
import { LoginError } from '../login-error.ts';

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
/** How long to wait for Redis, in milliseconds. */
const waitMs = 2000;

/**
 * Stores a session in which this person is logged in. Resolves to the value of the header `Cookie`
 * that opens it. The optional parts do not know of this session: `endAllOf` does not end it.
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
  await storeOnceThere(store, sessionId, { cookie, ...options.session, attendee });
  // As express-session signs it: a browser gets the same.
  const signature = createHmac('sha256', secret).update(sessionId).digest('base64');
  const value = `s:${sessionId}.${signature.replace(/=+$/, '')}`;
  return `${sessionCookie}=${encodeURIComponent(value)}`;
}

/** A test may begin before `openRedisKeys` is connected. */
async function storeOnceThere(store: Store, sessionId: string, data: SessionData): Promise<void> {
  const set = promisify(store.set.bind(store));
  const giveUpAt = performance.now() + waitMs;
  for (;;) {
    try {
      return await set(sessionId, data);
    } catch (error) {
      const isAway = error instanceof LoginError && error.problem === 'service-unavailable';
      if (!isAway || performance.now() > giveUpAt) throw error;
      await sleep(50);
    }
  }
}
