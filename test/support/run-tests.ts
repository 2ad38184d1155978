// Runs test files and tells them apart that ran from those that did not; `npm test` and `npm run proof` differ in how much they ask.
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

type TestEvents = ReturnType<typeof run>;

export interface TestRun {
  /** Parts of paths: only files that bear one of them; all when there is none. */
  readonly wanted: readonly string[];
  /** Also those that take too long for every day: `*.proof.ts`. */
  readonly proofs?: boolean;
  /** How many files at a time. */
  readonly concurrency: number;
  /** How long one file may take, in milliseconds. */
  readonly timeout: number;
  /** May listen to what happens, beside the report on stdout. */
  readonly watch?: (events: TestEvents) => void;
}

/** Runs every test file on disk that is wanted. Answers false when a test failed or was skipped, or when a file ran no test. */
export async function runTests({ wanted, proofs = false, concurrency, timeout, watch }: TestRun): Promise<boolean> {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts') || (proofs && path.endsWith('.proof.ts')))
    .filter((path) => wanted.length === 0 || wanted.some((part) => join('test', path).includes(part)))
    .map((path) => resolve('test', path))
    .sort();

  const ran = new Set<string>();
  const skipped: string[] = [];
  let failures = 0;

  const events = run({ files, concurrency, timeout });
  events.on('test:pass', (test) => {
    if (test.skip !== undefined || test.todo !== undefined) skipped.push(`${test.file}: ${test.name}`);
    // A file without tests is reported as one passing test that bears the file's own path.
    else if (test.file !== undefined && resolve(test.name) !== test.file) ran.add(test.file);
  });
  events.on('test:fail', (test) => {
    failures += 1;
    if (test.file !== undefined) ran.add(test.file);
  });
  watch?.(events);
  const report = events.compose(new spec());
  report.pipe(process.stdout);
  await once(report, 'end');

  const notRun = files.filter((file) => !ran.has(file));
  for (const file of notRun) console.error(`not run: ${file}`);
  for (const test of skipped) console.error(`skipped: ${test}`);
  if (files.length === 0) console.error('no test file found');
  return failures + notRun.length + skipped.length === 0 && files.length > 0;
}
