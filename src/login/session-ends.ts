// Marks ended sessions, so that a login cannot replace one at the same moment and survive it. A
// log-out marks the session, then deletes it; a login stores the new session, then reads the mark
// of the old one. One of the two always sees the other.
import { sessionEndKey } from './key-names.ts';
import type { KeyStore } from './key-store.ts';

/** How long after the end of a session a request may still arrive and write it, in seconds. */
export const longestRequestSeconds = 60;
/** How many sessions in a row may have replaced each other. A browser has a handful of tabs. */
const maxChainLength = 20;

export type SessionEnds = ReturnType<typeof createSessionEnds>;

/** Sessions are named by their keys (key-names.ts). A mark expires after `lifeSeconds`. */
export function createSessionEnds({ keys, lifeSeconds }: { keys: KeyStore; lifeSeconds: number }) {
  const mark = (key: string, successor: string) =>
    keys.setIfAbsent(sessionEndKey(key), Buffer.from(successor), lifeSeconds);
  const successorOf = async (key: string) => String((await keys.get(sessionEndKey(key))) ?? '');

  return {
    /** Marks a session and its replacements as ended. Resolves to the keys of all of them. */
    async end(key: string): Promise<string[]> {
      const ended: string[] = [];
      let next = key;
      while (next !== '' && ended.length < maxChainLength) {
        ended.push(next);
        const isFirst = await mark(next, '');
        next = isFirst ? '' : await successorOf(next);
      }
      return ended;
    },

    /** Marks `before` as replaced. Resolves to false if it, or what replaced it, was ended. */
    async replace(before: string, after: string): Promise<boolean> {
      let last = before;
      for (let step = 0; step < maxChainLength; step += 1) {
        if (await mark(last, after)) return true;
        last = await successorOf(last);
        if (last === '') return false;
      }
      return false;
    },

    /** Whether the session was ended or replaced. */
    async isOver(key: string): Promise<boolean> {
      return (await keys.get(sessionEndKey(key))) !== null;
    },
  };
}
