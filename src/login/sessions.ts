// What the login asks of the place where sessions are stored. Two implementations: sealed in Redis (sealed-sessions.ts), or in a store of the
// host's own (own-store-sessions.ts).
import type { KeyStore } from './key-store.ts';

/** Sessions that can be ended for good. They are named by their keys (key-names.ts), never by their ids. */
export interface Sessions {
  /** The store that express-session must be given. Undefined: any. */
  readonly store?: unknown;
  /** Where the login keeps what is not a session. */
  readonly keys: KeyStore;
  /**
   * Runs `startNew`, which stores a new session and resolves to its key, in place of the session `before`. Resolves to false when that
   * one was ended meanwhile: then the new one must be ended too.
   */
  replace(before: string | undefined, startNew: () => Promise<string>): Promise<boolean>;
  /** Ends a session, and whatever took its place. Resolves to the keys of them all. */
  end(key: string): Promise<string[]>;
  /** What a page answers when the store has failed with this error. */
  failureOf(error: unknown): unknown;
  /** Whether a session that the store still has was ended or replaced. */
  isOver(key: string): Promise<boolean>;
}
