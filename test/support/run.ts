// `npm test`: runs every test file on disk, and fails when one of them ran no test, or when a test was skipped.
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const wanted = process.argv.slice(2);
const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts'))
  .filter((path) => wanted.length === 0 || wanted.some((part) => join('test', path).includes(part)))
  .map((path) => resolve('test', path))
  .sort();

const ran = new Set<string>();
const skipped: string[] = [];
let failures = 0;

const events = run({ files, concurrency: availableParallelism(), timeout: 240_000 });
events.on('test:pass', (test) => {
  if (test.skip !== undefined || test.todo !== undefined) skipped.push(`${test.file}: ${test.name}`);
  // A file without tests is reported as one passing test that bears the file's own path.
  else if (test.file !== undefined && resolve(test.name) !== test.file) ran.add(test.file);
});
events.on('test:fail', (test) => {
  failures += 1;
  if (test.file !== undefined) ran.add(test.file);
});
events.compose(new spec()).pipe(process.stdout);

events.on('end', () => {
  const notRun = files.filter((file) => !ran.has(file));
  for (const file of notRun) console.error(`not run: ${file}`);
  for (const test of skipped) console.error(`skipped: ${test}`);
  if (files.length === 0) console.error('no test file found');
  process.exitCode = failures + notRun.length + skipped.length > 0 || files.length === 0 ? 1 : 0;
});
