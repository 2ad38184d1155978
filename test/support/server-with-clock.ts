// Production's own entry in a process whose clock can be put wrong: each line on stdin says by how many milliseconds it is ahead.
import { createInterface } from 'node:readline';

const rightTime = Date.now;
let aheadMs = 0;
Date.now = () => rightTime() + aheadMs;

const lines = createInterface(process.stdin);
lines.on('line', (line) => {
  aheadMs = Number(line);
  console.log('the clock is set');
});
// The test that started this has gone.
lines.on('close', () => process.exit());

await import('../../src/server.ts');
