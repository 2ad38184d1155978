import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import test, { type TestContext } from 'node:test';
import { temporaryFolder } from '../../support/machine/temporary-folder.ts';

const runner = resolve('test/tools/runner/main.ts');
const passing = "test('works', () => {});";

function folderWith(t: TestContext, files: Record<string, string>): string {
  const sources = Object.entries(files).map(([path, text]) => [
    join('test', path),
    `import test from 'node:test';\n${text}\n`,
  ]);
  return temporaryFolder(t, Object.fromEntries(sources));
}

/** The folder's tests must not report to the current run. */
const env = () => ({ ...process.env, NODE_TEST_CONTEXT: undefined, ROUNDS: undefined });

function runTests(
  t: TestContext,
  files: Record<string, string>,
  { args = ['.test.ts'], ROUNDS = '' }: { args?: string[]; ROUNDS?: string } = {},
) {
  const cwd = folderWith(t, files);
  const options = { cwd, env: { ...env(), ROUNDS }, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [runner, ...args], options);
  return { status, output: stdout + stderr };
}

test('everything except a passed test is a failure and is named', (t) => {
  const { status, output } = runTests(t, {
    'good.test.ts': passing,
    'fails.test.ts': "test('broken', () => { throw new Error('the reason'); });",
    'empty.test.ts': '',
    'loads.test.ts': "throw new Error('cannot be loaded');",
    'skips.test.ts': `${passing} test.skip('skipped', () => {}); test.todo('unfinished');`,
    'late.test.ts': `test('works', () => { setTimeout(() => { throw new Error('too late'); }, 10); });
      test('waits', () => new Promise((resolve) => setTimeout(resolve, 100)));`,
    'environment.test.ts': "test('works', () => { process.env.LEFT = 'behind'; });",
    'server.test.ts': `import { connect, createServer } from 'node:net'; test('works', () => new Promise((resolve) => {
        const server = createServer(resolve).listen(0, () => connect(server.address().port));
      }));`,
    'folder.test.ts': `import { mkdtempSync } from 'node:fs'; import { tmpdir } from 'node:os';
      test('works', () => { mkdtempSync(tmpdir() + '/forgotten-'); });`,
    // These files are in other parts, because they end their process.
    'browser/crashes.test.ts': "test('works', () => process.exit(7));",
    'pages/ends.test.ts': `test('ends', () => process.exit(0));`,
  });
  assert.equal(status, 1, output);
  for (const line of [
    /^ {2}✖ broken\n +Error: the reason/m,
    /^✖ fails\.test\.ts: broken\n +Error: the reason/m,
    /^✖ no test in empty\.test\.ts$/m,
    /^✖ .*: loads\.test\.ts can be loaded\n +Error: cannot be loaded/m,
    /^✖ skips\.test\.ts: skipped$/m,
    /^✖ skips\.test\.ts: unfinished$/m,
    /^✖ environment\.test\.ts leaves nothing behind\n.*changed by this file/m,
    /^✖ server\.test\.ts leaves nothing behind\n.*left open by this file/m,
    /^✖ .*asynchronous activity after .*too late/m,
    /^✖ left in the temporary folder: forgotten-/m,
    /^✖ the process of browser ended with 7$/m,
    /^✖ browser\/crashes\.test\.ts did not end$/m,
    /^✖ pages\/ends\.test\.ts did not end$/m,
    /^\d+ passed, 1\d failed\n$/m,
  ]) {
    assert.match(output, line);
  }
  assert.doesNotMatch(output, /✖ .*good\.test\.ts/);
});

test('if an argument selects nothing, nothing runs', (t) => {
  const files = { 'a.test.ts': passing, 'b.test.ts': "test('P1 one', () => {});" };
  for (const args of [['no-such'], ['a', 'P1'], ['b', 'P2'], ['--sed=5']]) {
    const { status, output } = runTests(t, files, { args });
    assert.equal(status, 1, output);
    assert.match(output, /^\S+ selects no test$/m);
  }
});
