// Sessions in the app's own store (files, a database, its own Redis). They are not encrypted. The
// mark of an ended session outlives it, so the login refuses it even if the store still has it.
import type { KeyStore } from '../store/key-store.ts';
import { createEndMarks, longestRequestSeconds } from './end-marks.ts';
import type { Sessions } from './sessions.ts';

export interface OwnStoreOptions {
  /** All instances must share them: `redisKeys(…)`, or `createMemoryKeys()` for a trial. */
  readonly keys: KeyStore;
  /** The longest life of a session in your store, in seconds. */
  readonly longestSessionSeconds: number;
}

/** If a new session cannot be stored, the old one is lost: express-session deletes it first. */
export function ownStoreSessions({ keys, longestSessionSeconds }: OwnStoreOptions): Sessions {
  if (!(longestSessionSeconds > 0))
    throw new Error('ownStoreSessions: `longestSessionSeconds` must be more than 0.');
  const endMarks = createEndMarks({
    keys,
    lifeSeconds: longestSessionSeconds + longestRequestSeconds,
    // We cannot delete from the app's store: the mark alone ends a session.
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
