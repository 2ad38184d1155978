// `npm test` and `npm run proof` run the selected test files with Node's own test runner, in up to
// five processes, because each process takes seconds to load the app and the OAuth server.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import { isProof } from '../../support/machine/rounds.ts';
import { createReport } from './report.ts';
import { type Part, select } from './select.ts';

const args = process.argv.slice(2);
const suffixes = isProof ? ['.test.ts', '.proof.ts'] : ['.test.ts'];
/** The run stops after this silence, which is longer than any test takes on a busy machine. */
const silenceMs = (isProof ? 30 : 4) * 60_000;
/**
 * There may be more processes than cores, because a test often waits for a server, the browser or a
 * clock. `npm run proof` runs one process at a time, because full rounds keep the machine busy.
 */
const lanes = isProof ? 1 : availableParallelism() + 3;

const selection = selectOrExit();
if (args.length === 0) {
  const { status } = spawnSync('npm', ['run', 'check'], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'lanyard-test-'));
process.once('exit', () => {
  for (const pid of descendantsOf(process.pid)) kill(pid);
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => stop(`stopped by ${signal}`));
process.env.NODE_COMPILE_CACHE = resolve('node_modules/.cache/lanyard-tests');

const report = createReport(selection);
let watchdog: NodeJS.Timeout | undefined;
const waiting = [...selection.parts];
await Promise.all(Array.from({ length: lanes }, runWaiting));
process.exit(report.end() ? 0 : 1);

function selectOrExit() {
  try {
    return select(args, suffixes);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

async function runWaiting(): Promise<void> {
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    const hear = report.begin(part);
    for await (const event of start(part)) {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => stop(`nothing was heard for ${silenceMs / 1000} s`), silenceMs);
      hear(event);
    }
    rmSync(runningIn(part), { force: true });
    const left = readdirSync(join(folder, part.name));
    if (left.length > 0) report.add(`left in the temporary folder: ${left.join(', ')}`);
  }
}

/** Each part is one file for Node's runner, which therefore starts one process for it. */
function start(part: Part): ReturnType<typeof run> {
  const temporary = join(folder, part.name);
  mkdirSync(temporary);
  const entry = join(folder, `${part.name}.ts`);
  const loader = resolve(import.meta.dirname, 'part.ts');
  writeFileSync(
    entry,
    `import { load } from ${JSON.stringify(loader)};
load(${JSON.stringify({ files: part.files, temporary, running: runningIn(part) })});`,
  );
  const options = {
    files: [entry],
    isolation: 'process',
    testNamePatterns: selection.namePatterns,
    // Tests allocate a lot. A larger young generation saves 5% of their CPU time.
    execArgv: ['--max-semi-space-size=64'],
  };
  return run(options);
}

function runningIn({ name }: Part): string {
  return join(folder, `${name}.running`);
}

function stop(reason: string): never {
  for (const file of selection.parts.map(runningIn).filter(existsSync))
    report.add(`"${readFileSync(file, 'utf8')}" did not end`);
  report.add(reason);
  report.end();
  process.exit(1);
}

/** Processes that the tests have started do not all end with their parent. */
function descendantsOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
  return children.map(Number).flatMap((child) => [...descendantsOf(child), child]);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}
