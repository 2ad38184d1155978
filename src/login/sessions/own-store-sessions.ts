// Keeps sessions in the app's own store (files, a database, its own Redis). They are not encrypted.
// Each ended session has a mark that outlives it, so the login refuses the session even if the
// store still has it.
import type { KeyStore } from '../store/key-store.ts';
import { createEndMarks, longestRequestSeconds } from './end-marks.ts';
import type { Sessions } from './sessions.ts';

export interface OwnStoreOptions {
  /**
   * The key store, which all instances must share: `redisKeys(…)`, or `createMemoryKeys()` for a
   * trial.
   */
  readonly keys: KeyStore;
  /** The longest life of a session in your store, in seconds. */
  readonly longestSessionSeconds: number;
}

/**
 * Creates the `sessions` for an app with its own session store. If a new session cannot be stored,
 * the old one is lost, because express-session deletes it first.
 */
export function ownStoreSessions({ keys, longestSessionSeconds }: OwnStoreOptions): Sessions {
  if (!(longestSessionSeconds > 0))
    throw new Error('ownStoreSessions: `longestSessionSeconds` must be more than 0.');
  const endMarks = createEndMarks({
    keys,
    lifeSeconds: longestSessionSeconds + longestRequestSeconds,
    // The login knows only hashes of session ids, so it cannot delete sessions from the app's
    // store. The mark alone ends a session.
    remove: async () => {},
  });
  return {
    keys,
    longestSeconds: longestSessionSeconds,
    async replace(before, startNew) {
      const after = await startNew();
      return before === undefined ? [] : endMarks.replace(before, after);
    },
    end: endMarks.end,
    endOf: endMarks.endOf,
  };
}
