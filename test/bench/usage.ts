// Loaded into each contender by --import: answers each message with what the process has used, and
// leaves everything else alone.
const answer = () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuSeconds: (user + system) / 1e6, memory: process.memoryUsage().rss });
};
process.on('message', answer);
// The benchmark was interrupted.
process.once('disconnect', () => process.exit());
// Otherwise this channel would keep the process from stopping.
process.channel?.unref();
process.once('SIGTERM', () => setTimeout(() => process.exit(), 200).unref());
