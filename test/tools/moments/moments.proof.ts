// A moved clock reaches every kind of program that tests start, and all of `npm test` passes at
// each of the moments.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { resultOf, runProgram } from '../../support/machine/program.ts';
import { needProgram } from '../../support/machine/programs-of-debian.ts';
import { temporaryFolder } from '../../support/machine/temporary-folder.ts';
import { buildMovedClock, environmentAt, moments } from './moments.ts';

/** Does not block this process, because the runner stops a run that reports nothing for long. */
async function runAt(
  t: TestContext,
  moment: (typeof moments)[number],
  [file, ...args]: readonly [string, ...string[]],
) {
  const library = buildMovedClock(temporaryFolder(t));
  // The inner run must not report to this run, and repeats tests for races only a few times.
  const env = {
    ...environmentAt(moment, library),
    ...{ NODE_TEST_CONTEXT: undefined, ROUNDS: undefined },
  };
  return resultOf(runProgram(file, args, { env }));
}

test('a moved clock moves Node, Redis, nginx and pages in Chromium, and all of them go on', async (t) => {
  needProgram('nginx', 'nginx-light');
  for (const moment of moments) {
    const read = await runAt(t, moment, ['test/tools/moments/read-clocks.ts']);
    const { exitCode, stdout, stderr } = read;
    assert.equal(exitCode, 0, stderr);
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
  test(`every test passes in ${moment.what}: ${moment.at}, TZ=${moment.zone}`, async (t) => {
    const run = await runAt(t, moment, ['test/tools/runner/main.ts', '.test.ts']);
    assert.equal(run.exitCode, 0, failuresIn(run.stdout) ?? run.stdout + run.stderr);
  });
}

/** Returns the failed tests at the end of a run's output, which may be cut to its first lines. */
function failuresIn(output: string): string | undefined {
  return /\n\n(✖ .*?)\n\nthe slowest of/s.exec(output)?.[1];
}
