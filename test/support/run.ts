// `npm test`: runs every test file on disk, and fails when one of them ran no test, or when a test was skipped.
import { availableParallelism } from 'node:os';
import { runTests } from './run-tests.ts';

const isGood = await runTests({
  wanted: process.argv.slice(2),
  concurrency: availableParallelism(),
  timeout: 4 * 60_000,
});
process.exitCode = isGood ? 0 : 1;
