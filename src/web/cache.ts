// A small cache for what takes long to create and is the same for many pages.

export interface Cache<Value> {
  /** Returns the value of this key, which it creates unless it has it. */
  readonly getOrCreate: (key: string, create: () => Value) => Value;
}

/**
 * Creates a cache of at most so many values. Visitors may choose the keys (languages), so a cache
 * that is full is cleared.
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
