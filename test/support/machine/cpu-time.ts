// Measures cost as CPU time, which depends less on the machine's load than elapsed time does.

export function cpuMilliseconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** In milliseconds. */
export interface CpuCost {
  readonly inAll: number;
  readonly beyondBaseline: number;
}

/**
 * Measures the lowest CPU time of a task, and how far it exceeds that of a baseline. The two
 * alternate, so that a busy machine slows both.
 */
export async function costBeside({
  task,
  baseline,
  rounds,
}: {
  task: () => Promise<void>;
  baseline: () => Promise<void>;
  rounds: number;
}): Promise<CpuCost> {
  const leastOf = { task: Number.POSITIVE_INFINITY, baseline: Number.POSITIVE_INFINITY };
  for (let round = 0; round < rounds; round += 1) {
    leastOf.task = Math.min(leastOf.task, await cpuOf(task));
    leastOf.baseline = Math.min(leastOf.baseline, await cpuOf(baseline));
  }
  return { inAll: leastOf.task, beyondBaseline: leastOf.task - leastOf.baseline };
}

async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
