// Production in a process of its own, with another clock and other deadlines where a test wants them. The settings come from the
// environment; SERVER_OPTIONS holds the options of `startServer` as JSON. Each line on stdin says by how many milliseconds the clock is ahead.
import { createInterface } from 'node:readline';
import { startServer } from '../../src/start-server.ts';

let aheadMs = 0;
const stop = startServer(process.env, {
  now: () => Date.now() + aheadMs,
  ...JSON.parse(process.env.SERVER_OPTIONS ?? '{}'),
});
process.once('SIGTERM', stop);

const lines = createInterface(process.stdin);
lines.on('line', (line) => {
  aheadMs = Number(line);
  console.log('the clock is set');
});
// The test that started this has gone.
lines.on('close', () => process.exit());
