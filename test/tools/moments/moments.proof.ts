// A moved clock reaches every kind of program that tests start, and all of `npm test` passes at
// each of the moments.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test, { type TestContext } from 'node:test';
import { needProgram } from '../../support/machine/programs-of-debian.ts';
import { temporaryFolder } from '../../support/machine/temporary-folder.ts';
import { buildMovedClock, environmentAt, moments } from './moments.ts';

function runAt(t: TestContext, moment: (typeof moments)[number], command: readonly string[]) {
  const library = buildMovedClock(temporaryFolder(t));
  // The inner run must not report to this one. It repeats its trials only a few times.
  const env = {
    ...environmentAt(moment, library),
    ...{ NODE_TEST_CONTEXT: undefined, ROUNDS: undefined },
  };
  return spawnSync(process.execPath, command, { env, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
}

test('a moved clock moves Node, Redis, nginx and pages in Chromium, and all of them go on', (t) => {
  needProgram('nginx', 'nginx-light');
  for (const moment of moments) {
    const { status, stdout, stderr } = runAt(t, moment, ['test/tools/moments/read-clocks.ts']);
    assert.equal(status, 0, stderr);
    const [json = ''] = stdout.split('\n');
    const clocks = Object.entries<number>(JSON.parse(json));
    assert.equal(clocks.length, 4);
    for (const [program, clock] of clocks) {
      const late = clock - Date.parse(moment.at);
      assert.ok(late > -2000 && late < 120_000, `${program} shows ${new Date(clock)}`);
    }
  }
});

for (const moment of moments) {
  test(`every test passes in ${moment.what}: ${moment.at}, TZ=${moment.zone}`, (t) => {
    const { status, stdout, stderr } = runAt(t, moment, ['test/tools/runner/main.ts', '.test.ts']);
    assert.equal(status, 0, (stdout + stderr).slice(-10_000));
  });
}
