// The key store of the demo: the verbs that logins need, in the memory of this process. Nothing survives a restart.
import type { KeyStore } from './login/login.ts';

/** Keeps each value for its seconds by `now` (milliseconds). For one process only: production needs Redis. */
export function createMemoryStore(now: () => number = Date.now): KeyStore {
  const sets = new Map<string, Map<string, number>>();
  const entries = new Map<string, { value: Buffer; expiresAt: number }>();
  const live = (key: string) => {
    const entry = entries.get(key);
    if (entry && entry.expiresAt <= now()) entries.delete(key);
    return entries.get(key);
  };
  const liveMembers = (key: string) => [...(sets.get(key) ?? [])].filter(([, endsAt]) => endsAt > now());
  return {
    get: async (key) => live(key)?.value ?? null,
    setIfAbsent: async (key, value, seconds) => {
      if (live(key)) return false;
      entries.set(key, { value, expiresAt: now() + seconds * 1000 });
      return true;
    },
    expire: async (key, seconds) => {
      const entry = live(key);
      if (entry) entry.expiresAt = now() + seconds * 1000;
    },
    del: async (keys) => {
      for (const key of keys) if (!entries.delete(key)) sets.delete(key);
    },
    addToSet: async (key, member, seconds) => {
      sets.set(key, new Map(liveMembers(key)).set(member, now() + seconds * 1000));
    },
    removeFromSet: async (key, member) => void sets.get(key)?.delete(member),
    membersOf: async (key) => new Map(liveMembers(key)),
    close: async () => {
      entries.clear();
      sets.clear();
    },
  };
}
