// `npm run sabotage`: changes one line of the source for each property, in a copy of this project, and sees the test of the property
// fail. `npm run sabotage P24` only those of a property. Exits with 1 when a test did not notice.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { properties } from '../../support/properties.ts';
import { type Sabotage, sabotages } from './sabotages.ts';

const wanted = process.argv.slice(2);
const unknown = wanted.filter((each) => !sabotages.some(({ property }) => property === each));
if (unknown.length > 0) {
  console.error(`There is no sabotage of ${unknown.join(', ')}`);
  process.exit(2);
}
const copy = copyOfProject();
const unnoticed: string[] = [];
for (const sabotage of sabotages) {
  const { property, file } = sabotage;
  if (wanted.length > 0 && !wanted.includes(property)) continue;
  const outcome = carryOut(sabotage);
  console.log(`${outcome === 'noticed' ? '✔' : '✖'} ${property.padEnd(4)} ${file}: ${outcome}`);
  if (outcome !== 'noticed') unnoticed.push(property);
}
rmSync(copy, { recursive: true });
console.log(
  unnoticed.length === 0
    ? '\nEvery sabotage was noticed.'
    : `\nNot noticed: ${unnoticed.join(', ')}`,
);
process.exitCode = unnoticed.length === 0 ? 0 : 1;

/** Changes the line, runs the tests of the property, and changes it back. */
function carryOut({ property, file, find, replace, test = testOf(property) }: Sabotage): string {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(find).length !== 2) return 'its line does not stand in the file once';
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
  const runner = test.endsWith('.proof') ? 'proof' : 'run';
  const { status, output } = runTests(runner, [test, property]);
  writeFileSync(path, text);
  if (status === 0) return 'NOT NOTICED';
  // A test that cannot even start has noticed nothing.
  const hasFailed = new RegExp(`^✖ \\S+: (P\\d+ )*${property}\\b`, 'm').test(output);
  return hasFailed ? 'noticed' : `no test of ${property} has failed: ${output.slice(-2000)}`;
}

function testOf(property: string): string {
  return properties.find(({ name }) => name === property)?.testFile ?? '';
}

function runTests(runner: 'run' | 'proof', args: readonly string[]) {
  const command = ['--import', 'tsx', `test/tools/runner/${runner}.ts`, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: copy,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

/** Copies what belongs to the project, with the changes that are not committed yet. */
function copyOfProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lanyard-sabotage-'));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  const stillThere = files.split('\n').filter((file) => file && existsSync(file));
  for (const file of stillThere) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}
