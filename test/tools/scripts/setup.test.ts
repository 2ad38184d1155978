import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { temporaryFolder } from '../../support/machine/temporary-folder.ts';

function check(PATH: string) {
  const { status, stderr } = spawnSync('/bin/sh', ['test/tools/scripts/setup.sh', '--check'], {
    env: { PATH },
    encoding: 'utf8',
  });
  return { status, stderr };
}

test('with --proof the setup names the browsers and programs that only npm run proof needs', (t) => {
  const folder = temporaryFolder(t);
  for (const program of ['redis-server', 'chromium'])
    symlinkSync('/bin/true', join(folder, program));
  symlinkSync(process.execPath, join(folder, 'node'));
  const { stderr } = spawnSync('/bin/sh', ['test/tools/scripts/setup.sh', '--proof'], {
    env: { PATH: folder },
    encoding: 'utf8',
  });
  assert.match(
    stderr,
    /needs? firefox-esr webkit2gtk-driver xvfb nginx-light .*debootstrap.* gcc libc6-dev/,
  );
  assert.deepEqual(check(folder), { status: 0, stderr: '' });
});

test('npm test names missing programs and a Node that is too old at once, with the way to install them', (t) => {
  const folder = temporaryFolder(t);
  assert.match(check(folder).stderr, /^The tests need Node 24, .* {2}npm ci\n$/);
  symlinkSync(process.execPath, join(folder, 'node'));
  const advice = 'Please run:  npm run setup\n';
  assert.deepEqual(check(folder), {
    status: 1,
    stderr: `The tests need redis-server chromium. ${advice}`,
  });
  symlinkSync('/bin/true', join(folder, 'redis-server'));
  assert.deepEqual(check(folder), { status: 1, stderr: `The tests need chromium. ${advice}` });
  symlinkSync('/bin/true', join(folder, 'chromium'));
  assert.deepEqual(check(folder), { status: 0, stderr: '' });
});
