// Defines the session storage of the login: encrypted in Redis (sealed-sessions.ts), or in the
// app's own store (own-store-sessions.ts).
import type { KeyStore } from '../store/key-store.ts';

/** The session storage. Its methods take session keys (key-names.ts), never session ids. */
export interface Sessions {
  /** The store that express-session must use. Undefined if it may use any store. */
  readonly store?: unknown;
  /** The store for the login's other values, such as end marks. */
  readonly keys: KeyStore;
  readonly longestSeconds: number;
  /**
   * Replaces the session `before` with a new one: `startNew` stores it and resolves to its key.
   * Resolves to the keys of the replaced sessions, which are `before` and its successors. Resolves
   * to undefined if they could not be replaced, usually because `before` had already ended. The
   * caller must then end the new session.
   */
  replace(
    before: string | undefined,
    startNew: () => Promise<string>,
  ): Promise<string[] | undefined>;
  /**
   * Ends a session and its successors. Resolves to the keys of all of them, and rejects if it could
   * not end them all.
   */
  end(key: string): Promise<string[]>;
  /** Resolves to how a session that is still in the store has ended, or to undefined. */
  endOf(key: string): Promise<'ended' | 'replaced' | undefined>;
}
