import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeArguments } from '../../support/program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { select } from './parts.ts';

function folderWith(t: TestContext, files: Record<string, string>): string {
  const sources = Object.entries(files).map(([path, text]) => [
    join('test', path),
    `import test from 'node:test';\n${text}\n`,
  ]);
  const folder = temporaryFolder(t, Object.fromEntries(sources));
  mkdirSync(join(folder, 'test'), { recursive: true });
  return folder;
}

function runTests(t: TestContext, files: Record<string, string>, args: readonly string[] = []) {
  const folder = folderWith(t, files);
  // TMPDIR is the folder of this part, which must stay empty. So the child does not inherit it.
  const { TMPDIR: _, ...env } = process.env;
  const command = [...nodeArguments('test/tools/runner/run.ts'), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

const passing = "test('works', () => {});";
const failing = (name: string) =>
  `test('${name}', () => { throw new Error('the reason of ${name}'); });`;

test('everything except a passed test is a failure and is named', (t) => {
  const { status, output } = runTests(t, {
    'good.test.ts': passing,
    'fails.test.ts': failing('broken'),
    'empty.test.ts': '',
    'prints.test.ts': "console.log('no test here');",
    'never.test.ts': `if (process.env.NEVER) ${passing}`,
    'loads.test.ts': "throw new Error('cannot be loaded');",
    'skips.test.ts': `${passing} test.skip('skipped', () => {}); test.todo('unfinished');`,
    'late.test.ts': `test('works', () => { setTimeout(() => { throw new Error('too late'); }, 10); });
      test('waits', () => new Promise((resolve) => setTimeout(resolve, 100)));`,
    'environment.test.ts': "test('works', () => { process.env.LEFT = 'behind'; });",
    'server.test.ts':
      "import { createServer } from 'node:net'; test('works', () => void createServer().listen(0));",
    'folder.test.ts': `import { mkdtempSync } from 'node:fs'; import { tmpdir } from 'node:os';
      test('works', () => { mkdtempSync(tmpdir() + '/forgotten-'); });`,
    // This file is in a different part, because it exits its process.
    'browser/crashes.test.ts': "test('works', () => process.exit(7));",
  });
  assert.equal(status, 1, output);
  for (const line of [
    /^ {10}✖ broken\n +Error: the reason of broken/m,
    /^✖ fails\.test\.ts: broken\n +Error: the reason of broken/m,
    /^✖ not run: empty\.test\.ts$/m,
    /^✖ not run: prints\.test\.ts$/m,
    /^✖ not run: never\.test\.ts$/m,
    /^✖ .*: loads\.test\.ts can be loaded\n +Error: cannot be loaded/m,
    /^✖ skipped: skips\.test\.ts: skipped$/m,
    /^✖ skipped: skips\.test\.ts: unfinished$/m,
    /^✖ .*: environment\.test\.ts leaves nothing behind\n.*changed by this file/m,
    /^✖ .*: server\.test\.ts leaves nothing behind\n.*left open by this file/m,
    /^✖ part rest: .*"works".* asynchronous activity after .*too late/m,
    /^✖ part rest: left in the temporary folder: forgotten-/m,
    /^✖ part browser: its process ended with 7/m,
  ]) {
    assert.match(output, line);
  }
  assert.doesNotMatch(output, /✖ .*good\.test\.ts/);
  assert.match(output, /^✖ 4 failed, and \d+ more problems: \d+ tests in \d+ s\n$/m);
});

test('a property runs every test whose name begins with it, and a seed repeats the order of the files; each prints a line at its end', (t) => {
  const names = 'abcdefgh'.split('');
  const ofProperties = ['P1 one', 'P2 P1 two', 'P12 twelve', 'about P1'].map(
    (name) => `test('${name}', () => {});`,
  );
  const files = Object.fromEntries(
    names.map((name) => [`${name}.test.ts`, ofProperties.join('\n')]),
  );
  const runs = [1, 2].map(() => runTests(t, files, ['P1', '--seed=5']));
  const orders = runs.map(({ status, output }) => {
    assert.equal(status, 0, output);
    assert.match(output, /^8 files in 1 parts, \d+ at a time, --seed=5$/m);
    assert.match(output, /^the slowest of 16 tests\n +\d+\.\d s +\S+\.test\.ts: P\d.*$/m);
    assert.match(output, /^✔ all passed: 16 tests in \d+ s$/m);
    return [...output.matchAll(/^✔ +\d\/8 +(\w)\.test\.ts +2 tests +\d+\.\d s$/gm)].map(
      ([, name]) => name,
    );
  });
  assert.deepEqual(orders[0], orders[1]);
  assert.deepEqual([...(orders[0] ?? [])].sort(), names);
  assert.notDeepEqual(orders[0], names);
});

test('each argument that selects nothing is reported in one line, even next to others', () => {
  for (const [args, message] of [
    [['web/views', 'no-such'], 'no-such is in the path of no test file'],
    [
      ['web/views', 'login/messages'],
      'login/messages is in the path of no test file: did you mean test/web/words/messages.test.ts?',
    ],
    [['P90', 'P999', 'web'], 'P999 is the property of no test in web'],
    [['login', 'words', 'P1'], 'words has no test of P1'],
    [
      ['P1', '--sed=5'],
      '--sed=5 is not known: npm test -- [part of a path] [property: P24] [--seed=7]',
    ],
  ] as const) {
    assert.throws(() => select(args, ['.test.ts']), new Error(message));
  }
});

test('if an argument selects nothing, nothing runs', (t) => {
  assert.deepEqual(runTests(t, { 'a.test.ts': passing }, ['a', 'P1']), {
    status: 1,
    output: 'P1 is the property of no test in a\n',
  });
});

test('the last line of a run without a failed test names other problems', (t) => {
  const lastLine = (files: Record<string, string>, args: readonly string[] = []) => {
    const { status, output } = runTests(t, files, args);
    assert.equal(status, 1, output);
    return output.trimEnd().split('\n').at(-1) ?? '';
  };
  const skips = `${passing} test.skip('skipped', () => {});`;
  assert.match(
    lastLine({ 'a.test.ts': skips }),
    /^✖ skipped: a\.test\.ts: skipped: 2 tests in \d+ s$/,
  );
  assert.match(
    lastLine({ 'browser/a.test.ts': "test('ends', () => process.exit(7));" }),
    /^✖ part browser: its process ended with 7, and 2 more problems: 0 tests in \d+ s$/,
  );
  assert.match(
    lastLine({
      'a.test.ts': `${passing} test('ends', () => void setTimeout(process.exit, 200, 0));
      test('waits', () => new Promise((resolve) => setTimeout(resolve, 60_000)));`,
    }),
    /^✖ part rest: its process ended with 0: \d tests in \d+ s$/,
  );
  const commentedOut = `${passing} // test('P1 one', () => {});`;
  assert.match(
    lastLine({ 'a.test.ts': commentedOut }, ['P1']),
    /^✖ no test of P1 was run, and 1 more problem: 0 tests in \d+ s$/,
  );
  assert.match(lastLine({}), /^✖ no test was run: 0 tests in \d+ s$/);
});

test('a run that is stopped leaves no process and no file behind', {
  timeout: 60_000,
}, async (t) => {
  const folder = folderWith(t, {
    'endless.test.ts': `import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      import { tmpdir } from 'node:os';
      test('never ends', async () => {
        const { pid } = spawn('sleep', ['600']);
        writeFileSync(tmpdir() + '/a-file', '');
        writeFileSync('processes', process.pid + ' ' + pid);
        await new Promise(() => setInterval(() => {}, 1000));
      });`,
  });
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  const runner = spawn(process.execPath, nodeArguments('test/tools/runner/run.ts'), {
    cwd: folder,
    env: { ...process.env, TMPDIR: temporary },
  });
  t.after(() => runner.kill('SIGKILL'));
  const pids = () => {
    const file = join(folder, 'processes');
    return existsSync(file) ? readFileSync(file, 'utf8').split(' ').map(Number) : [];
  };
  while (pids().length < 2) await sleep(50);
  runner.kill('SIGTERM');
  await once(runner, 'close');
  while (pids().some(isRunning)) await sleep(50);
  assert.deepEqual(
    readdirSync(temporary).filter((name) => name.startsWith('lanyard-')),
    [],
  );
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
