// Sessions in a store of the host's own (files, a database, its own Redis). The login cannot seal them, but it refuses a session that was
// ended, whatever the store still has: its end stays marked for as long as the store may have it.
import type { KeyStore } from './key-store.ts';
import { LoginError } from './login-error.ts';
import { createSessionEnds } from './session-ends.ts';
import type { Sessions } from './sessions.ts';

export interface OwnStoreOptions {
  /** Shared by all instances: `openRedisKeys(…)`. For one process `createMemoryKeys()` is enough. */
  readonly keys: KeyStore;
  /** How long the store has a session at most, in seconds. */
  readonly longestSessionSeconds: number;
}

/** The session that a login replaces is gone when the new one cannot be stored: express-session deletes it first. */
export function ownStoreSessions({ keys, longestSessionSeconds }: OwnStoreOptions): Sessions {
  const ends = createSessionEnds({ keys, lifeSeconds: longestSessionSeconds });
  return {
    keys,
    async replace(before, startNew) {
      // A session that was ended, and brought back by a late write, is not there to be replaced.
      const isThere = before !== undefined && !(await ends.isOver(before));
      const after = await startNew().catch((error) => {
        throw failureOf(error);
      });
      return !isThere || (await ends.replace(before, after));
    },
    end: ends.end,
    isOver: ends.isOver,
    failureOf,
  };
}

/** A store of the host's own fails with anything. A page tells none of it. */
function failureOf(cause: unknown): LoginError {
  return cause instanceof LoginError ? cause : new LoginError('service-unavailable', { retryAfterSeconds: 5, cause });
}
