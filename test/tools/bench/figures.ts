// Figures from rounds, and whether they can be believed.

/** Returns the middle of the figures, or another quantile (0 to 1) of them. */
export function quantile(figures: readonly number[], share = 0.5): number {
  const ascending = figures.toSorted((a, b) => a - b);
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? 0;
}

export interface Ratio {
  readonly median: number;
  /** The quartiles. */
  readonly lower: number;
  readonly upper: number;
}

/** Compares two contenders round by round: what slows down one round slows down both. */
export function ratioOf(figures: readonly number[], others: readonly number[]): Ratio {
  const ratios = figures.map((figure, round) => figure / (others[round] ?? Number.NaN));
  return {
    median: quantile(ratios),
    lower: quantile(ratios, 0.25),
    upper: quantile(ratios, 0.75),
  };
}

/** Above it, a ratio is too noisy to be believed: its upper quartile divided by its lower one. */
export const widestSpread = 1.2;
/** A program against itself must not differ by more. What a run cannot resolve, it does not say. */
export const widestAgainstItself = 1.08;

/**
 * Works for 20 ms and returns how long that took by the clock, in units of the CPU time it used.
 * About 1 on a computer of one's own; others who compute make it longer.
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

/** Above it, latencies and requests a second say more about the others than about the servers. */
export const densestCrowd = 1.1;
