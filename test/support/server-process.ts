// The production server in its own process, with a clock and deadlines that tests can change.
// Settings come from the environment, options of `startServer` as JSON from SERVER_OPTIONS. A line
// on stdin sets how many milliseconds the clock is ahead; `throw WORDS` is a defect.
import { createInterface } from 'node:readline';
import { startServer } from '../../src/server/start-server.ts';

let aheadMs = 0;
const stop = startServer(process.env, {
  now: () => Date.now() + aheadMs,
  ...JSON.parse(process.env.SERVER_OPTIONS ?? '{}'),
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);

const lines = createInterface(process.stdin);
lines.on('line', (line) => {
  if (line.startsWith('throw ')) throw new Error(line);
  aheadMs = Number(line);
  console.log('the clock is set');
});
// The parent process has exited.
lines.on('close', () => process.exit());
