// Preloaded into each contender with --import. It responds to each message with the resources that
// the process has used, and exits when the benchmark ends.
const answers = {
  usage: usedSoFar,
  memory: settledMemory,
};
export type Question = keyof typeof answers;

function usedSoFar() {
  const { user, system } = process.cpuUsage();
  return { cpuSeconds: (user + system) / 1e6, memory: process.memoryUsage().rss };
}

/**
 * Requires --expose-gc. V8 returns memory some time after a collection, so the lowest value counts.
 */
async function settledMemory() {
  const settled = { heap: Number.POSITIVE_INFINITY, native: Number.POSITIVE_INFINITY };
  for (let time = 0; time < 8; time += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 250));
    const { rss, heapTotal, heapUsed } = process.memoryUsage();
    settled.heap = Math.min(settled.heap, heapUsed);
    settled.native = Math.min(settled.native, rss - heapTotal);
  }
  return settled;
}

process.on('message', async (question: Question) => process.send?.(await answers[question]()));
// The parent process disconnects when the benchmark is interrupted.
process.once('disconnect', () => process.exit());
// Without this, the channel would keep the process running.
process.channel?.unref();
process.once('SIGTERM', () => setTimeout(() => process.exit(), 200).unref());
