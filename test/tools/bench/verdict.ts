import { quantile, type Ratio, ratioOf, widestAgainstItself, widestSpread } from './figures.ts';
import type { Figures } from './rounds.ts';
import type { Scenario } from './scenarios.ts';

export interface Measured {
  readonly what: string;
  readonly verdicts: readonly Verdict[];
}

export interface Verdict {
  readonly what: string;
  /** The unit or the comparison, such as `CPU / textbook`. */
  readonly kind: string;
  /** The contender whose row in the table shows the verdict. */
  readonly row: string;
  readonly measured: number;
  readonly target: number;
  readonly goal?: number;
  /** The quartiles over all rounds. Absent for a single figure. */
  readonly lower?: number;
  readonly upper?: number;
}

export const isReached = ({ measured, target }: Verdict) => measured <= target;

export const isBelieved = ({ lower = 1, upper = lower }: Verdict) => upper / lower <= widestSpread;

export function rowOf({ what, kind, measured, target, ...verdict }: Verdict, node: string) {
  const met = isReached({ what, kind, measured, target, ...verdict });
  return { name: what, node, against: kind, measured, atMost: target, met };
}

export function isResolved({ median, lower, upper }: Ratio): boolean {
  const distance = Math.max(median, 1 / median);
  return distance <= widestAgainstItself && upper / lower <= widestSpread;
}

/** `ratio` and `goal` are shares of the CPU time of the contender `against`. */
export function cpuVerdict(
  what: string,
  {
    against,
    measured,
    ratio,
    goal,
  }: { against: string; measured: Ratio; ratio: number; goal: number },
): Verdict {
  const { median, lower, upper } = measured;
  return {
    what,
    kind: `CPU / ${against}`,
    row: against,
    measured: median,
    target: ratio,
    goal,
    lower,
    upper,
  };
}

export function verdictsOf(
  { name, contenders, targets, mostRedisCommands, mostPlatformCalls }: Scenario,
  figures: ReadonlyMap<string, Figures>,
): Verdict[] {
  const [ours = ''] = contenders;
  const measured = figures.get(ours);
  if (!measured) return [];
  const count = (kind: string, counts: readonly number[], target: number): Verdict => {
    // The site occasionally sends a command to check Redis, so the count is rounded.
    const rounded = Number(quantile(counts).toFixed(1));
    return { what: name, kind, row: ours, measured: rounded, target };
  };
  return [
    ...targets.map(({ against, ratio, goal }) =>
      cpuVerdict(name, {
        against,
        measured: ratioOf(measured.cpu, figures.get(against)?.cpu ?? []),
        ratio,
        goal,
      }),
    ),
    count('Redis commands', measured.redisCommands, mostRedisCommands),
    count('calls to the platform', measured.platformCalls, mostPlatformCalls),
  ];
}
