import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
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

/** The tests of the folder do not report to this run. */
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
    'server.test.ts':
      "import { createServer } from 'node:net'; test('works', () => void createServer().listen(0));",
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

test('a failed test of a page shows the status, the heading and the cause in the log', (t) => {
  const appAlone = import.meta.resolve('../../support/app/create-app-alone.ts');
  const { output } = runTests(t, {
    'page.test.ts': `import { once } from 'node:events'; import { createServer } from 'node:http';
      import { brokenStore, createAppAlone } from '${appAlone}';
      const { app, sessionCookie: cookie } = createAppAlone({ keys: brokenStore(new Error('a bug')) });
      async function statusOf(t, path) {
        const server = createServer(app).listen(0, '127.0.0.1');
        t.after(() => server.close());
        await once(server, 'listening');
        const url = 'http://127.0.0.1:' + server.address().port + path;
        return (await fetch(url, { headers: { cookie } })).status;
      }
      test('finds nothing', async (t) => { await statusOf(t, '/nowhere'); });
      test('opens a page', async (t) => {
        const status = await statusOf(t, '/profile?code=a-secret');
        if (status !== 200) throw new Error(status + ' !== 200');
      });
      test('opens no page', () => { throw new Error('unrelated'); });`,
  });
  const [, ofPage = '', ofNone = ''] = output.split(/^ {2}✖ /m);
  const shown = [
    'opens a page',
    'its last pages:',
    'GET /profile 500 "Something isn’t working"',
    'in the log:',
    '"problem":"internal"',
    'Error: a bug',
    'Error: 500 !== 200',
  ];
  const places = shown.map((text) => ofPage.indexOf(text));
  assert.ok(!places.includes(-1), output);
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
  assert.doesNotMatch(output, /nowhere|a-secret/);
  assert.match(ofNone, /^opens no page\n +Error: unrelated/);
});

test('a property runs every test whose name begins with it, and a seed repeats the order of the files', (t) => {
  const names = 'abcdefgh'.split('');
  const tests = ['P1 one', 'P2 P1 two', 'P12 twelve', 'about P1'].map(
    (n) => `test('${n}', () => {});`,
  );
  const files = Object.fromEntries(names.map((name) => [`${name}.test.ts`, tests.join('\n')]));
  const runs = [1, 2].map(() => runTests(t, files, { args: ['P1', '--seed=5'] }));
  const orders = runs.map(({ status, output }) => {
    assert.equal(status, 0, output);
    assert.match(output, /^16 passed, 0 failed\n$/m);
    return [...output.matchAll(/^✔ +\d\/8 +(\w)\.test\.ts +2 tests/gm)].map(([, name]) => name);
  });
  assert.deepEqual(orders[0], orders[1]);
  assert.deepEqual(orders[0]?.toSorted(), names);
  assert.notDeepEqual(orders[0], names);
});

test('if an argument selects nothing, nothing runs', (t) => {
  const files = { 'a.test.ts': passing, 'b.test.ts': "test('P1 one', () => {});" };
  for (const args of [['no-such'], ['a', 'P1'], ['b', 'P2'], ['--sed=5']]) {
    const { status, output } = runTests(t, files, { args });
    assert.equal(status, 1, output);
    assert.match(output, /^\S+ selects no test$/m);
  }
});

test('the proof runs every test, and prints what they have counted', (t) => {
  const { output } = runTests(
    t,
    {
      'three.test.ts': "test('P9 many times', (t) => t.diagnostic('300 hits'));",
      'four.proof.ts': passing,
    },
    { ROUNDS: 'full', args: ['test/'] },
  );
  assert.match(output, /^300 hits$/m);
  assert.match(output, /^2 passed, 0 failed$/m);
});

test('a stopped run names the test that did not end, and leaves no process and no file behind', {
  timeout: 60_000,
}, async (t) => {
  const cwd = folderWith(t, {
    'endless.test.ts': `import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      import { tmpdir } from 'node:os';
      test('never ends', () => {
        const { pid } = spawn('sleep', ['600'], { detached: true });
        writeFileSync(tmpdir() + '/a-file', '');
        writeFileSync('processes', process.pid + ' ' + pid);
        for (;;);
      });`,
  });
  const temporary = join(cwd, 'temporary');
  mkdirSync(temporary);
  const child = spawn(process.execPath, [runner, 'endless'], {
    cwd,
    env: { ...env(), TMPDIR: temporary },
  });
  t.after(() => child.kill('SIGKILL'));
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  const file = join(cwd, 'processes');
  const pids = () => (existsSync(file) ? readFileSync(file, 'utf8').split(' ').map(Number) : []);
  while (pids().length < 2) await sleep(50);
  child.kill('SIGTERM');
  await once(child, 'close');
  assert.match(printed, /^✖ "never ends" did not end$/m);
  while (pids().some(isRunning)) await sleep(50);
  assert.deepEqual(readdirSync(temporary), []);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
