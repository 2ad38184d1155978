import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { nodeArguments } from '../../support/program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const roundsFile = pathToFileURL(resolve('test/support/rounds.ts')).href;
const threeTests = `
import test from 'node:test';
import { rounds } from '${roundsFile}';
test('P9 P10 many times', (t) => {
  let left = rounds(t, { short: 2, full: 300, of: 'hits' });
  while (left > 0) left -= 1;
});
test('P10 once more', () => {});
test('P2 is broken', (t) => {
  rounds(t, { short: 1, full: 5, of: 'logins' });
  throw new Error('broken');
});
test('what is no property', () => {});
`;

test('the table has a line for each property: its tests, its full rounds, and whether it holds; a failed one means exit code 1', (t) => {
  const cwd = temporaryFolder(t, { 'test/three.test.ts': threeTests });
  // TMPDIR is the folder of this part, which must stay empty. So the child does not inherit it.
  const { TMPDIR: _, ...env } = process.env;
  const command = nodeArguments('test/tools/runner/proof.ts');
  const { status, stdout } = spawnSync(process.execPath, command, { cwd, env, encoding: 'utf8' });
  assert.equal(status, 1);
  assert.deepEqual(
    stdout.split('\n').filter((line) => line.startsWith('|')),
    [
      '| property | tests | rounds | result |',
      '|---|---|---|---|',
      '| P2 | 1 | 5 logins | FAILS in 1 |',
      '| P9 | 1 | 300 hits | holds |',
      '| P10 | 2 | 300 hits | holds |',
    ],
  );
});
