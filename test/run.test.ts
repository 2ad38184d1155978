// The test command itself: it fails when a file ran no test, when a test was skipped, and when there is nothing to run.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import test, { type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';

const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

function runTests(t: TestContext, files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'run-tests-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'test'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'test', path)), { recursive: true });
    writeFileSync(join(folder, 'test', path), text);
  }
  // Without what node's runner tells its children: this is a run of its own.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const run = spawnSync(process.execPath, ['--import', tsx, resolve('test/support/run.ts')], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { status: run.status, output: run.stdout + run.stderr };
}

const passing = "import test from 'node:test';\ntest('works', () => {});\n";

test('passing tests in every file are a success', (t) => {
  const { status, output } = runTests(t, { 'a.test.ts': passing, 'deep/er/b.test.ts': passing });
  assert.equal(status, 0, output);
  assert.match(output, /pass 2/);
});

test('a failing test is a failure', (t) => {
  assert.equal(
    runTests(t, { 'a.test.ts': "import test from 'node:test';\ntest('x', () => { throw new Error(); });\n" }).status,
    1,
  );
});

test('every test file on disk that ran no test is a failure and is named', (t) => {
  const { status, output } = runTests(t, {
    'a.test.ts': passing,
    'empty.test.ts': '',
    'prints.test.ts': "console.log('no test here');\n",
    'never.test.ts': `${passing.replace('test(', 'if (process.env.NEVER) test(')}`,
  });
  assert.equal(status, 1, output);
  for (const name of ['empty', 'prints', 'never']) assert.match(output, new RegExp(`not run: .*${name}\\.test\\.ts`));
  assert.doesNotMatch(output, /not run: .*a\.test\.ts/);
});

test('a skipped or unfinished test is a failure and is named', (t) => {
  const marked = (mark: string) => `${passing}test.${mark}('some ${mark}', () => {});\n`;
  const { status, output } = runTests(t, { 'a.test.ts': marked('skip'), 'b.test.ts': marked('todo') });
  assert.equal(status, 1);
  for (const mark of ['skip', 'todo']) assert.match(output, new RegExp(`skipped: .*some ${mark}`));
});

test('nothing to run is a failure', (t) => {
  assert.equal(runTests(t, {}).status, 1);
});
