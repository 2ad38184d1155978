// A small cache for values that are slow to create and shared by many pages.

export interface Cache<Value> {
  readonly getOrCreate: (key: string, create: () => Value) => Value;
}

/**
 * Creates a cache with at most `most` entries. It is cleared when full, because visitors choose
 * some keys (languages) and could fill the memory.
 */
export function createCache<Value>(most = 64): Cache<Value> {
  const values = new Map<string, Value>();
  return {
    getOrCreate(key, create) {
      const known = values.get(key);
      if (known !== undefined) return known;
      if (values.size >= most) values.clear();
      const value = create();
      values.set(key, value);
      return value;
    },
  };
}
