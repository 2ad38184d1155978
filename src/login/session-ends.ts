// The end of a session is marked: a login that is replacing it just then comes to nothing, and so does whatever replaced it.
// Whoever ends a session marks it before deleting it; whoever replaces it reads the mark after storing the new one. So one sees the other.
import { sessionEndKey } from './key-names.ts';
import type { KeyStore } from './key-store.ts';

/** A request that is under way when its session ends may come, and write, this much later. */
export const longestRequestSeconds = 60;
/** Sessions that took each other's place while one of them was ended. A browser has a handful of tabs. */
const longestChain = 20;

/** `lifeSeconds`: for how long a session may still be asked for after its end. Sessions are named by their keys (key-names.ts). */
export function createSessionEnds({ keys, lifeSeconds }: { keys: KeyStore; lifeSeconds: number }) {
  const mark = (key: string, successor: string) =>
    keys.setIfAbsent(sessionEndKey(key), Buffer.from(successor), lifeSeconds);
  const successorOf = async (key: string) => String((await keys.get(sessionEndKey(key))) ?? '');

  return {
    /** Marks a session as ended, and whatever took its place. Resolves to the keys of them all. */
    async end(key: string): Promise<string[]> {
      const ended: string[] = [];
      let next = key;
      while (next !== '' && ended.length < longestChain) {
        ended.push(next);
        const isFirst = await mark(next, '');
        next = isFirst ? '' : await successorOf(next);
      }
      return ended;
    },

    /** Marks that `after` takes the place of `before`. Resolves to false when that one, or what replaced it, was ended. */
    async replace(before: string, after: string): Promise<boolean> {
      let last = before;
      for (let step = 0; step < longestChain; step += 1) {
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
