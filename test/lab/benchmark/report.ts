// Medians, ratios and rows of Markdown tables.

/** `share` is between 0 and 1. The default is the median. */
export function quantile(figures: readonly number[], share = 0.5): number {
  const ascending = figures.toSorted((a, b) => a - b);
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? 0;
}

/**
 * Compares two apps round by round, because a busy moment slows down both. Returns the median and
 * the quartiles.
 */
export function ratioOf(figures: readonly number[], others: readonly number[]): string {
  const ratios = figures.map((figure, round) => figure / (others[round] ?? Number.NaN));
  const [median, lower, upper] = [0.5, 0.25, 0.75].map((at) => quantile(ratios, at).toFixed(2));
  return `${median} (${lower} to ${upper})`;
}

export const printRow = (...cells: string[]) => console.log(`| ${cells.join(' | ')} |`);
