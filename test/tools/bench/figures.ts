/** `share` is between 0 and 1. The default is the median. */
export function quantile(figures: readonly number[], share = 0.5): number {
  const ascending = figures.toSorted((a, b) => a - b);
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? 0;
}

export interface Ratio {
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
}

/** Compares two contenders round by round, because a busy moment slows down both. */
export function ratioOf(figures: readonly number[], others: readonly number[]): Ratio {
  const ratios = figures.map((figure, round) => figure / (others[round] ?? Number.NaN));
  return {
    median: quantile(ratios),
    lower: quantile(ratios, 0.25),
    upper: quantile(ratios, 0.75),
  };
}

/** A ratio is too noisy if its upper quartile exceeds its lower one by more than this factor. */
export const widestSpread = 1.2;
/**
 * The median ratio of a program to itself may differ from 1 by this factor. Otherwise, the run is
 * too imprecise.
 */
export const widestAgainstItself = 1.08;

/**
 * Keeps the CPU busy for 20 ms, and returns the elapsed time divided by the CPU time. The result is
 * about 1 on an idle computer, and more if other programs use the CPU.
 */
export function measureCrowd(): number {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  let used = 0;
  while (used < 20_000) {
    const { user, system } = process.cpuUsage(before);
    used = user + system;
  }
  return ((performance.now() - startedAt) * 1000) / used;
}

/**
 * Above this result of `measureCrowd`, latencies and requests per second depend more on other
 * programs than on the servers.
 */
export const densestCrowd = 1.1;
