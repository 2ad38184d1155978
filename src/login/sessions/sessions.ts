// Where sessions are stored: encrypted in the key store (encrypted-sessions.ts), or in the app's
// own store (own-store-sessions.ts).
import type { SessionData, Store } from 'express-session';
import type { KeyStore } from '../store/key-store.ts';
import type { EndMarks, SessionEnd } from './end-marks.ts';

export interface Sessions {
  /** The store to pass to express-session: `session({ store })`. */
  readonly store: Store;
  /** The store for the login's other values, such as end marks. */
  readonly keys: KeyStore;
  readonly endMarks: EndMarks;
  /** Maximum lifetime of a session, in seconds. */
  readonly longestSeconds: number;
}

/**
 * Why a session is not live. For the cookie of such a session, the store returns an empty stand-in,
 * which is never stored, and the response sets no cookie. The session may be:
 * - `ended`, usually by a log-out.
 * - `replaced` by a login, usually in another tab.
 * - `unreadable`: written by another version, or encrypted with an unknown key. It may be live on
 *   another instance.
 */
export type NotLive = 'ended' | 'replaced' | 'unreadable';

declare module 'express-session' {
  interface SessionData {
    /** Undefined if the session is live. Only the store sets this. */
    notLive?: NotLive;
    /**
     * With `notLive: 'ended'`: when the session ended, by the key store's clock (ms since 1970).
     */
    endedAt?: number | undefined;
  }
}

/** Returns the empty session that stands in for one that is not live. */
export function standIn(notLive: NotLive, endedAt?: number): SessionData {
  const cookie = { originalMaxAge: null };
  return { cookie, notLive, endedAt };
}

/** Returns the stand-in for a session with this end mark. */
export function standInOf(end: SessionEnd): SessionData {
  return end.state === 'ended' ? standIn('ended', end.endedAt) : standIn('replaced');
}
