// The production server in a separate process, with a clock and timeouts that tests can change.
// Settings come from the environment, and options for `startServer` from SERVER_OPTIONS, as JSON. A
// number on stdin sets the clock ahead by that many milliseconds. `throw WORDS` on stdin throws an
// error, as a bug would.
import { createInterface } from 'node:readline';
import { startServer } from '../../../src/server/start-server.ts';

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
// Stdin closes when the parent process exits.
lines.on('close', () => process.exit());
