// Measures cost in CPU time, which depends less on the load of the machine than elapsed time does.

/** Returns the CPU time of `work` in this process, in milliseconds. */
export function cpuMilliseconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
