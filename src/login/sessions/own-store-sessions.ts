// Sessions in the host's own store (files, a database, its own Redis). The login cannot seal them,
// but it refuses an ended session even if the store still has it: the mark of its end outlives it.
import type { KeyStore } from '../store/key-store.ts';
import { createEndMarks, longestRequestSeconds } from './end-marks.ts';
import type { Sessions } from './sessions.ts';

export interface OwnStoreOptions {
  /** Shared by all instances: `redisKeys(…)`. For a trial, `createMemoryKeys()` is enough. */
  readonly keys: KeyStore;
  /** The longest time for which your store keeps a session, in seconds. */
  readonly longestSessionSeconds: number;
}

/** If a new session cannot be stored, the old one is lost: express-session deletes it first. */
export function ownStoreSessions({ keys, longestSessionSeconds }: OwnStoreOptions): Sessions {
  if (!(longestSessionSeconds > 0))
    throw new Error('ownStoreSessions: `longestSessionSeconds` must be more than 0.');
  const endMarks = createEndMarks({
    keys,
    lifeSeconds: longestSessionSeconds + longestRequestSeconds,
    // The store is the host's: a mark alone ends a session in it.
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
    isOver: async (key) => (await endMarks.endOf(key)) !== undefined,
  };
}
