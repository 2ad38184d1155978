// Sessions in the host's own store (files, a database, its own Redis). The login cannot seal them,
// but it refuses an ended session even if the store still has it: the mark of its end outlives it.
import { LoginError } from '../login-error.ts';
import type { KeyStore } from '../store/key-store.ts';
import { createSessionEnds, longestRequestSeconds } from './session-ends.ts';
import type { Sessions } from './sessions.ts';

export interface OwnStoreOptions {
  /** Shared by all instances: `redisKeys(…)`. For a trial, `createMemoryKeys()` is enough. */
  readonly keys: KeyStore;
  /** The longest time for which your store keeps a session, in seconds. */
  readonly longestSessionSeconds: number;
}

/** If a new session cannot be stored, the old one is lost: express-session deletes it first. */
export function ownStoreSessions({ keys, longestSessionSeconds }: OwnStoreOptions): Sessions {
  const ends = createSessionEnds({
    keys,
    lifeSeconds: longestSessionSeconds + longestRequestSeconds,
    // The store is the host's: a mark alone ends a session in it.
    remove: async () => {},
  });
  return {
    keys,
    async replace(before, startNew) {
      const after = await startNew().catch((error) => {
        throw failureOf(error);
      });
      return before === undefined ? [] : ends.replace(before, after);
    },
    end: ends.end,
    isOver: async (key) => (await ends.endOf(key)) !== undefined,
    failureOf,
  };
}

/** Hides the error of the host's store, which can be anything, from the error page. */
function failureOf(cause: unknown): LoginError {
  return cause instanceof LoginError
    ? cause
    : new LoginError('service-unavailable', { retryAfterSeconds: 5, cause });
}
