// A key store in memory, for trials and tests. It does not survive a restart, and other processes
// do not share it.
import { type KeyStore, mostMembers } from './key-store.ts';

/** `now` returns milliseconds since 1970. */
export function createMemoryKeys(now: () => number = Date.now): KeyStore {
  const entries = new Map<string, { value: Buffer; expiresAt: number }>();
  const sets = new Map<string, Map<string, number>>();

  function live(key: string) {
    const entry = entries.get(key);
    if (entry && entry.expiresAt <= now()) entries.delete(key);
    return entries.get(key);
  }

  function liveMembers(key: string): [string, number][] {
    return [...(sets.get(key) ?? [])].filter(([, expiresAt]) => expiresAt > now());
  }

  function set(key: string, value: Buffer, seconds: number): void {
    entries.set(key, { value, expiresAt: now() + seconds * 1000 });
  }

  return {
    now: async () => now(),
    async get(key) {
      return live(key)?.value ?? null;
    },
    async setIfAbsent(key, value, seconds) {
      if (live(key)) return false;
      set(key, value, seconds);
      return true;
    },
    async setIfPresent(key, value, seconds) {
      if (!live(key)) return false;
      set(key, value, seconds);
      return true;
    },
    async expire(key, seconds) {
      const entry = live(key);
      if (entry) entry.expiresAt = now() + seconds * 1000;
    },
    async del(keys) {
      for (const key of keys) {
        entries.delete(key);
        sets.delete(key);
      }
    },
    async addToSet(key, member, seconds) {
      sets.set(key, new Map(liveMembers(key)).set(member, now() + seconds * 1000));
    },
    async removeFromSet(key, member) {
      sets.get(key)?.delete(member);
    },
    async membersOf(key) {
      const soonestFirst = liveMembers(key).sort(([, a], [, b]) => a - b);
      return new Map(soonestFirst.slice(-mostMembers));
    },
  };
}
