// Marks the ends of sessions, so that a login cannot replace one at the same moment and survive it.
// A log-out marks the session, then deletes it; a login stores the new session, then reads the mark
// of the old one. One of the two always sees the other.
import { LoginError } from '../login-error.ts';
import { isSessionKey, sessionEndKey } from '../store/key-names.ts';
import type { KeyStore } from '../store/key-store.ts';

/** How long after the end of a session a request may still arrive and write it, in seconds. */
export const longestRequestSeconds = 60;
/** How many sessions in a row may have replaced each other. A browser has a handful of tabs. */
const maxChainLength = 20;
/** The mark of a session that nothing replaced. */
const endMark = 'ended';

interface EndMarksOptions {
  readonly keys: KeyStore;
  /** How long a mark is kept. */
  readonly lifeSeconds: number;
  /** Deletes sessions that were marked. */
  readonly remove: (keys: string[]) => Promise<void>;
}

export type EndMarks = ReturnType<typeof createEndMarks>;

/** Sessions are named by their keys (key-names.ts). */
export function createEndMarks({ keys, lifeSeconds, remove }: EndMarksOptions) {
  /** Returns the mark of a session: `endMark`, the key of its successor, or null if it has none. */
  async function markOf(key: string): Promise<string | null> {
    const mark = await keys.get(sessionEndKey(key));
    if (mark === null) return null;
    return isSessionKey(String(mark)) ? String(mark) : endMark;
  }

  /**
   * Follows the marks from a session to the one that has none, and marks that one. `chain`: all of
   * them, the last one at the end. `outcome` is `ended` if there was no such session any more.
   */
  async function markLast(
    first: string,
    mark: string,
  ): Promise<{ chain: string[]; outcome: 'marked' | 'ended' | 'too long' }> {
    const chain: string[] = [];
    for (let next = first; chain.length < maxChainLength; ) {
      chain.push(next);
      const isFirst = await keys.setIfAbsent(sessionEndKey(next), Buffer.from(mark), lifeSeconds);
      if (isFirst) return { chain, outcome: 'marked' };
      next = (await markOf(next)) ?? endMark;
      // The client may have sent the write twice, because it lost the first reply.
      if (next === mark && mark !== endMark) return { chain, outcome: 'marked' };
      // Marks that form a circle were written by an attacker.
      if (next === endMark || chain.includes(next)) return { chain, outcome: 'ended' };
    }
    return { chain, outcome: 'too long' };
  }

  return {
    /**
     * Ends a session and its replacements. Resolves to the keys of all of them. Rejects with
     * LoginError `service-unavailable` if there were so many that not all were ended.
     */
    async end(key: string): Promise<string[]> {
      const { chain, outcome } = await markLast(key, endMark);
      await remove(chain);
      if (outcome === 'too long') throw new LoginError('service-unavailable');
      return chain;
    },

    /**
     * Ends `before`, and what replaced it meanwhile, in favour of `after`. Resolves to their keys;
     * to undefined if they were ended.
     */
    async replace(before: string, after: string): Promise<string[] | undefined> {
      const { chain, outcome } = await markLast(before, after);
      if (outcome !== 'marked') return undefined;
      await remove(chain);
      return chain;
    },

    /** Returns whether the session was ended or replaced; undefined if it was neither. */
    async endOf(key: string): Promise<'ended' | 'replaced' | undefined> {
      const mark = await markOf(key);
      if (mark === null) return undefined;
      return mark === endMark ? 'ended' : 'replaced';
    },
  };
}
