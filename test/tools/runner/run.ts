import { availableParallelism } from 'node:os';
import { compileProject } from './compile-project.ts';
import { selectOrExit } from './parts.ts';
import { runTests } from './run-tests.ts';

const selection = selectOrExit(process.argv.slice(2), ['.test.ts']);
compileProject();

const isGood = await runTests({
  selection,
  // There may be more parts than cores, because a part often waits for a server, the browser or a
  // clock.
  concurrency: availableParallelism() + 2,
  silenceMs: 4 * 60_000,
});
process.exitCode = isGood ? 0 : 1;
