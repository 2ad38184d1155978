// Sessions in a store of the host's own (files, a database, its own Redis). The login cannot seal them, but it refuses a session that was
// ended, whatever the store still has: its end stays marked for as long as the store may have it.
import type { KeyStore } from './key-store.ts';
import { LoginError } from './login-error.ts';
import { createSessionEnds, longestRequestSeconds } from './session-ends.ts';
import type { Sessions } from './sessions.ts';

export interface OwnStoreOptions {
  /** Shared by all instances: `openRedisKeys(…)`. For a trial `createMemoryKeys()` is enough. */
  readonly keys: KeyStore;
  /** The longest time that your store keeps a session, in seconds. */
  readonly longestSessionSeconds: number;
}

/** Note: when a new session cannot be stored, the one that it replaces is lost, because express-session deletes it first. */
export function ownStoreSessions({ keys, longestSessionSeconds }: OwnStoreOptions): Sessions {
  const ends = createSessionEnds({ keys, lifeSeconds: longestSessionSeconds + longestRequestSeconds });
  return {
    keys,
    async replace(before, startNew) {
      const after = await startNew().catch((error) => {
        throw failureOf(error);
      });
      return before === undefined || (await ends.replace(before, after));
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
