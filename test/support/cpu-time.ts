// What something costs, told in CPU time: unlike the time on the clock, it hardly depends on what else the computer does.

/** Returns the milliseconds of CPU that this process needs for `work`. */
export function cpuMilliseconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
