// Runs something once: to report it a single time, or to create what is kept.

/** Returns a function that calls `report` at its first call only. */
export function once(report: () => void): () => void {
  let isReported = false;
  return () => {
    if (!isReported) report();
    isReported = true;
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
