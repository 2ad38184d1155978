// End marks: how a session ended, usually by a log-out or by the login that replaced it. A mark is
// never overwritten, so if a log-out and a login run at the same time, the second one finds the
// mark of the first (session-life.ts). The session stores read the mark to find out why a session
// is gone.
import { LoginError } from '../login-error.ts';
import { isSessionKey, sessionEndKey } from '../store/key-names.ts';
import type { KeyStore } from '../store/key-store.ts';

/**
 * The longest request, in seconds. A request may store the session that it read, so an end mark
 * lives at least this long.
 */
export const longestRequestSeconds = 60;
/** How long an ended session is remembered, in seconds, because its form may be sent again. */
export const rememberedSeconds = 600;
/**
 * Maximum length of a chain of sessions that replaced one another. A browser has only a handful of
 * tabs that can log in at the same time.
 */
const maxChainLength = 20;

interface EndMarksOptions {
  readonly keys: KeyStore;
  /** In seconds: 600 or, for an app's own store, the longest session plus 60. */
  readonly lifeSeconds: number;
  /** Deletes marked sessions. Does nothing if they are in the app's own store. */
  readonly deleteSessions: (keys: string[]) => Promise<void>;
}

export type EndMarks = ReturnType<typeof createEndMarks>;

/**
 * How a session ended. `endedAt` is the time of its end, by the key store's clock (ms since 1970).
 */
export type SessionEnd =
  | { readonly state: 'ended'; readonly endedAt: number }
  | { readonly state: 'replaced'; readonly successor: string };

/** All these functions take session keys (key-names.ts), never session ids. */
export function createEndMarks({ keys, lifeSeconds, deleteSessions }: EndMarksOptions) {
  /** Resolves to how the session ended, or to undefined if it has no end mark. */
  async function endOf(key: string): Promise<SessionEnd | undefined> {
    const mark = await keys.get(sessionEndKey(key));
    if (mark === null) return undefined;
    const text = String(mark);
    if (isSessionKey(text)) return { state: 'replaced', successor: text };
    return { state: 'ended', endedAt: Number(/^ended (\d{1,15})$/.exec(text)?.[1] ?? 0) };
  }

  /**
   * Follows the end marks from a session to its last successor, and writes `mark` for that
   * successor, unless it has already ended. `chain` contains the keys of all these sessions.
   * `endedAt` is set if the last successor had already ended.
   */
  async function markEndOfChain(
    oldest: string,
    mark: string,
  ): Promise<{ chain: string[]; outcome: 'marked' | 'ended' | 'too long'; endedAt?: number }> {
    const chain: string[] = [];
    for (let next = oldest; chain.length < maxChainLength; ) {
      chain.push(next);
      const isWritten = await keys.setIfAbsent(sessionEndKey(next), Buffer.from(mark), lifeSeconds);
      if (isWritten) return { chain, outcome: 'marked' };
      const end = await endOf(next);
      if (end?.state !== 'replaced')
        return { chain, outcome: 'ended', ...(end && { endedAt: end.endedAt }) };
      // This mark already exists if the client retried the write after a lost reply.
      if (end.successor === mark) return { chain, outcome: 'marked' };
      // Only an attacker writes end marks that form a circle.
      if (chain.includes(end.successor)) return { chain, outcome: 'ended' };
      next = end.successor;
    }
    return { chain, outcome: 'too long' };
  }

  return {
    /**
     * Ends a session and its successors. Resolves to the keys of all of them. Rejects with
     * LoginError `service-unavailable` if there were too many to end them all.
     */
    async end(key: string, endedAt?: number): Promise<string[]> {
      const mark = `ended ${endedAt ?? (await keys.now())}`;
      const { chain, outcome } = await markEndOfChain(key, mark);
      await deleteSessions(chain);
      if (outcome === 'too long') throw new LoginError('service-unavailable');
      return chain;
    },

    /**
     * Replaces `before` and its successors with `after`. Resolves to the keys of the replaced
     * sessions, or to undefined if there were too many, or if they were ended after `beganAt` (ms
     * since 1970). Sessions that were ended earlier do not prevent the login.
     */
    async replace(
      before: string,
      { after, beganAt }: { after: string; beganAt: number },
    ): Promise<string[] | undefined> {
      const { chain, outcome, endedAt = Infinity } = await markEndOfChain(before, after);
      const isReplaced = outcome === 'marked' || (outcome === 'ended' && endedAt <= beganAt);
      if (!isReplaced) return undefined;
      await deleteSessions(chain);
      return chain;
    },

    endOf,
  };
}
