// `npm test`: runs all test files, or those that the command line selects.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { compilePrograms } from './compile-programs.ts';
import { readArgumentsOrExit } from './parts.ts';
import { runTests } from './run-tests.ts';

const args = process.argv.slice(2);
const wanted = readArgumentsOrExit(args);
const isWholeRun = wanted.paths.length + wanted.properties.length === 0;
if (isWholeRun && existsSync('src')) process.env.COMPILED_PROGRAMS = compilePrograms();

const isGood = await runTests({
  wanted,
  suffixes: ['.test.ts'],
  // One more than there are cores: a part often waits for a server, the browser or a clock.
  concurrency: availableParallelism() + 1,
  silenceMs: 4 * 60_000,
});
process.exitCode = isGood ? 0 : 1;
