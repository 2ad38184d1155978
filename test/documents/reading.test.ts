// docs/reading.md follows one login through the code: the files are those that run, and have what it
// says.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { resultOf, runProgram } from '../support/program.ts';

const page = readFileSync('docs/reading.md', 'utf8');
const links = [...page.matchAll(/\]\(\.\.\/(src\/[^)]+)\)/g)].map(([, link = '']) => link);
const files = links.filter((link) => link.endsWith('.ts'));
const folders = links.filter((link) => !link.endsWith('.ts'));

test('the files of the login that the page names are those that run in a login', async () => {
  const { stdout, stderr } = await resultOf(runProgram('test/support/files-of-login.ts'));
  const [, found = ''] = /^(\[.*\])$/m.exec(stdout) ?? [];
  assert.ok(found, stderr);
  const run: string[] = JSON.parse(found);
  const ofLogin = (paths: readonly string[]) =>
    [...new Set(paths)].filter((path) => path.startsWith('src/login/')).sort();
  assert.deepEqual(ofLogin(files), ofLogin(run));
  const elsewhere = run.filter(
    (path) => !files.includes(path) && !folders.some((folder) => path.startsWith(`${folder}/`)),
  );
  assert.deepEqual(
    elsewhere.filter((path) => !/^src\/(text\.ts|pages\/profile\/)/.test(path)),
    [],
  );
});

test('each stop leads to a file that exists and has the names that it mentions', () => {
  const stops = page.split('\n').filter((line) => /^\d+\. /.test(line));
  assert.equal(stops.length, 15);
  for (const stop of stops) {
    const [, file = '', text = ''] = /^\d+\. \[`([^`]+)`\]\(\.\.\/\1\): (.+)$/.exec(stop) ?? [];
    assert.ok(existsSync(file), stop);
    const code = readFileSync(file, 'utf8');
    const names = [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    assert.deepEqual(
      names.filter((name) => !code.includes(name)),
      [],
      file,
    );
  }
});
