// `npm run mutants src/convention src/login`: makes small mutations of these files or folders, in a
// copy of this project, and lists those that no test notices. `--every=10` tries each tenth only.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { withLifetime } from '../../support/child-app.ts';
import { copyProject } from '../../support/project-copy.ts';
import { type Mutation, mutated, mutationsOf } from './mutations.ts';
import { reachingTests } from './reaching-tests.ts';

/** The tests closest to a file are tried first, and the others if those notice nothing. */
const rounds = [3, 5];
const longestTestMs = 120_000;

const [every = 1] = process.argv.flatMap((arg) => /^--every=(\d+)$/.exec(arg)?.slice(1) ?? []);
const paths = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
if (paths.length === 0) {
  console.error('Usage: npm run mutants -- PATH... [--every=10]');
  process.exit(2);
}

await withLifetime(async (lifetime) => {
  const copy = copyProject(lifetime);
  const testsOf = reachingTests();
  let [tried, killed] = [0, 0];
  for (const file of paths.flatMap(filesIn)) {
    const source = readFileSync(file, 'utf8');
    const chosen = mutationsOf(source).filter((_, index) => index % Number(every) === 0);
    let survivors = 0;
    for (const mutation of chosen) {
      copy.write(file, mutated(source, mutation));
      tried += 1;
      if (isNoticed(testsOf(file), copy.folder)) killed += 1;
      else {
        survivors += 1;
        console.log(describe(file, mutation));
      }
    }
    copy.write(file, source);
    console.log(`${file}: ${chosen.length - survivors} of ${chosen.length} noticed`);
  }
  console.log(`\n${killed} of ${tried} noticed: ${Math.round((100 * killed) / tried)} %`);
});

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => join(path, file));
}

function isNoticed(tests: readonly string[], cwd: string): boolean {
  let from = 0;
  for (const count of rounds) {
    const files = tests.slice(from, from + count);
    from += count;
    if (files.length > 0 && !doPass(files, cwd)) return true;
  }
  return false;
}

function doPass(files: readonly string[], cwd: string): boolean {
  const args = ['--import', 'tsx', '--test', `--test-timeout=${longestTestMs}`, ...files];
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const { status } = spawnSync(process.execPath, args, { cwd, env, timeout: 2 * longestTestMs });
  return status === 0;
}

function describe(file: string, { line, before, after }: Mutation): string {
  const shown = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 80);
  return `  survives: ${file}:${line} \`${shown(before)}\` to \`${shown(after)}\``;
}
