// Keeps what takes long to create and is the same for many pages.

/**
 * Returns a function that creates a value once for each key and keeps at most so many. Visitors may
 * choose the keys (languages): a keeper that is full begins anew.
 */
export function createKeeper<Value>(most = 64): (key: string, create: () => Value) => Value {
  const values = new Map<string, Value>();
  return (key, create) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    if (values.size >= most) values.clear();
    const value = create();
    values.set(key, value);
    return value;
  };
}
