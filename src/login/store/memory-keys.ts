// Stores keys in memory, for trials and tests. Values are lost on restart, and are not shared
// between processes.
import { type KeyStore, mostMembers } from './key-store.ts';

/** Minimum time between two sweeps for expired keys, in milliseconds. */
const sweepMs = 60_000;

export function createMemoryKeys(now: () => number = Date.now): KeyStore {
  const values = new Map<string, { value: Buffer; expiresAt: number }>();
  const sets = new Map<string, Map<string, number>>();
  let sweepAt = 0;

  function sweep(): void {
    if (now() < sweepAt) return;
    sweepAt = now() + sweepMs;
    for (const key of values.keys()) live(key);
    for (const key of sets.keys()) if (liveMembers(key).length === 0) sets.delete(key);
  }

  function live(key: string) {
    const entry = values.get(key);
    if (entry && entry.expiresAt <= now()) values.delete(key);
    return values.get(key);
  }

  function liveMembers(key: string): [string, number][] {
    return [...(sets.get(key) ?? [])].filter(([, expiresAt]) => expiresAt > now());
  }

  function set(key: string, value: Buffer, seconds: number): void {
    sweep();
    values.set(key, { value, expiresAt: now() + seconds * 1000 });
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
        values.delete(key);
        sets.delete(key);
      }
    },
    async addToSet(key, member, seconds) {
      sweep();
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
