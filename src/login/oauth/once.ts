// Runs something once: to report it a single time, or to create what is kept.

/** Returns a function that calls `report` once with each text. */
export function onceEach(report: (what: string) => void): (what: string) => void {
  const reported = new Set<string>();
  return (what) => {
    if (!reported.has(what)) report(what);
    reported.add(what);
  };
}

/** Runs `create` on first use and keeps its result. After a failure, the next use tries again. */
export function lazily<T>(create: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= create().catch((error) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
