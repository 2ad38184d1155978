// Session storage, as the login needs it. Two implementations: sealed in Redis
// (sealed-sessions.ts), or in the host's own store (own-store-sessions.ts).
import type { KeyStore } from '../store/key-store.ts';

/** Sessions that can be ended for good. Methods take their keys (key-names.ts), never their ids. */
export interface Sessions {
  /** The store to give to express-session. Undefined: any. */
  readonly store?: unknown;
  /** Where the login stores everything except sessions. */
  readonly keys: KeyStore;
  /** The maximum life of a session, in seconds. */
  readonly longestSeconds: number;
  /**
   * Replaces the session `before` by the one that `startNew` stores; `startNew` resolves to its
   * key. Resolves to the keys of what it replaced: `before`, and other replacements of it. Resolves
   * to undefined if `before` was ended meanwhile: then the new one must be ended too.
   */
  replace(
    before: string | undefined,
    startNew: () => Promise<string>,
  ): Promise<string[] | undefined>;
  /**
   * Ends a session and its replacements. Resolves to the keys of all of them; rejects if it could
   * not end them all.
   */
  end(key: string): Promise<string[]>;
  /** Whether a session that is still in the store was ended or replaced. */
  isOver(key: string): Promise<boolean>;
}
