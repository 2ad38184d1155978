// The session storage of the login: encrypted in Redis (sealed-sessions.ts), or in the app's own
// store (own-store-sessions.ts).
import type { KeyStore } from '../store/key-store.ts';

/** Methods take the keys of sessions (key-names.ts), never their ids. */
export interface Sessions {
  /** The store for express-session. Undefined: any. */
  readonly store?: unknown;
  /** Where the login stores everything except sessions. */
  readonly keys: KeyStore;
  /** The maximum life of a session, in seconds. */
  readonly longestSeconds: number;
  /**
   * Replaces the session `before` by the one that `startNew` stores; `startNew` resolves to its
   * key. Resolves to the keys of the replaced sessions: `before` and its successors. Resolves to
   * undefined if `before` has ended; the caller must then end the new session.
   */
  replace(
    before: string | undefined,
    startNew: () => Promise<string>,
  ): Promise<string[] | undefined>;
  /**
   * Ends a session and its successors. Resolves to their keys; rejects if it could not end all of
   * them.
   */
  end(key: string): Promise<string[]>;
  /** Whether a session that is still in the store was ended or replaced. */
  isOver(key: string): Promise<boolean>;
}
