// Asks the tests that reach a file whether they notice what was changed in a copy of the project.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectCopy } from '../../support/project-copy.ts';
import { reachingTests } from './reaching-tests.ts';

/** The tests closest to a file are asked first, and the others if those notice nothing. */
const rounds = [1, 3, 6];
const longestTestMs = 90_000;

export type Noticed = 'by tests' | 'by types' | 'by nothing';

export interface Change {
  /** From the root of the project. */
  readonly file: string;
  readonly source: string;
  readonly changed: string;
  /** The test to ask first. */
  readonly test?: string | undefined;
}

/**
 * Returns a function that resolves to who notices a change in the copy: first tests are asked, those
 * that pass without it, then the compiler. Afterwards the file is as it was.
 */
export function createAskedTests({ folder, write }: ProjectCopy) {
  const testsOf = reachingTests();
  const known = new Map<string, boolean>();

  async function isRight(test: string): Promise<boolean> {
    const found = known.get(test) ?? (await doPass([test], folder));
    if (!found && !known.has(test)) console.log(`  not asked, as it fails anyway: ${test}`);
    known.set(test, found);
    return found;
  }

  async function rightOf(tests: readonly string[]): Promise<string[]> {
    const right: string[] = [];
    for (const test of tests) if (await isRight(test)) right.push(test);
    return right;
  }

  return async ({ file, source, changed, test }: Change): Promise<Noticed> => {
    const withChange = async (ask: () => Promise<boolean>) => {
      write(file, changed);
      const isPassed = await ask();
      write(file, source);
      return isPassed;
    };
    const doNotice = async (tests: readonly string[]) =>
      tests.length > 0 && !(await withChange(() => doPass(tests, folder)));
    const tests = [...new Set([...(test ? [test] : []), ...testsOf(file)])];
    let from = 0;
    for (const count of rounds) {
      const asked = tests.slice(from, from + count).filter((each) => known.get(each) !== false);
      from += count;
      if (!(await doNotice(asked))) continue;
      const right = await rightOf(asked);
      if (right.length === asked.length || (await doNotice(right))) return 'by tests';
    }
    const types = [
      '--noEmit',
      '--singleThreaded',
      '--incremental',
      '--tsBuildInfoFile',
      '.types.tsbuildinfo',
    ];
    // A compiler that runs out of time has noticed nothing.
    const compile = async () => (await run('node_modules/.bin/tsc', types, folder)) !== 'failed';
    return (await withChange(compile)) ? 'by nothing' : 'by types';
  };
}

async function doPass(tests: readonly string[], folder: string): Promise<boolean> {
  const options = [`--test-timeout=${longestTestMs}`, '--test-reporter=tap'];
  const args = ['--import', 'tsx', '--test', ...options, ...tests];
  const result = await run(process.execPath, args, folder);
  // On a busy computer a test may run out of time by itself: it has to do so twice.
  if (result !== 'out of time') return result === 'passed';
  return (await run(process.execPath, args, folder)) === 'passed';
}

/** Resolves to how a program ended. The first test that fails ends it. */
async function run(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<'passed' | 'failed' | 'out of time'> {
  // What tests leave behind that are ended goes with the copy.
  const TMPDIR = join(cwd, '.tmp');
  mkdirSync(TMPDIR, { recursive: true });
  // As in the check of types, the compiler runs for seconds only.
  const env = { ...process.env, GOGC: 'off', NODE_TEST_CONTEXT: undefined, TMPDIR };
  // As the leader of a process group, it can be ended with the servers that it has started.
  const child = spawn(program, args, {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const end = () => endGroup(child.pid);
  let isOutOfTime = false;
  const tooLate = setTimeout(() => {
    isOutOfTime = true;
    end();
  }, 3 * longestTestMs);
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-2000);
    const [, failure] = /^\s*not ok [\s\S]*?failureType: '(\w+)'/m.exec(printed) ?? [];
    if (failure === undefined) return;
    isOutOfTime = failure === 'testTimeoutFailure';
    end();
  });
  process.once('exit', end);
  const [code] = await once(child, 'close');
  process.off('exit', end);
  clearTimeout(tooLate);
  // A test that never ends does not end with its runner.
  end();
  if (isOutOfTime) return 'out of time';
  return code === 0 ? 'passed' : 'failed';
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
