import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Runs `npm test` with these arguments. The programs that it starts only print their arguments. */
function start(t: TestContext, args: readonly string[], { checkFails = false } = {}) {
  const folder = temporaryFolder(t);
  for (const name of ['redis-server', 'chromium']) symlinkSync('/bin/true', join(folder, name));
  symlinkSync('/bin/sh', join(folder, 'sh'));
  const printing = (program: string, exitCode: number) =>
    writeFileSync(join(folder, program), `#!/bin/sh\necho ${program} "$@"\nexit ${exitCode}\n`, {
      mode: 0o755,
    });
  printing('npm', checkFails ? 1 : 0);
  printing('node', 0);
  const { status, stdout } = spawnSync('/bin/sh', ['test/tools/runner/start.sh', ...args], {
    env: { PATH: folder },
    encoding: 'utf8',
  });
  return { status, lines: stdout.trimEnd().split('\n') };
}

const check = 'npm run check';
const runner = (name: string) => `node --import tsx test/tools/runner/${name}.ts`;

test('all tests begin with the check, and do not run if it fails', (t) => {
  assert.deepEqual(start(t, ['run']), { status: 0, lines: [check, runner('run')] });
  assert.deepEqual(start(t, ['proof']), { status: 0, lines: [check, runner('proof')] });
  assert.deepEqual(start(t, ['run'], { checkFails: true }), { status: 1, lines: [check] });
});

test('with arguments only the selected tests run', (t) => {
  for (const name of ['run', 'proof']) {
    assert.deepEqual(start(t, [name, 'login/session', 'P24', '--seed=7']), {
      status: 0,
      lines: [`${runner(name)} login/session P24 --seed=7`],
    });
  }
});
