import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'node:test';
import { filledIn } from '../support/machine/deployment-files.ts';
import { needProgram } from '../support/machine/programs-of-debian.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';

/**
 * systemd rates the exposure from 0 (nothing is exposed) to 10. Most of Debian's units score above
 * 9.
 */
const mostExposure = 1.5;

test('systemd finds no fault in the unit, and a low exposure', (t) => {
  needProgram('systemd-analyze', 'systemd');
  const unit = filledIn('deploy/lanyard.service', { '/usr/local/bin/node': process.execPath });
  const folder = temporaryFolder(t, { 'lanyard@.service': unit });
  const analyze = (...args: string[]) =>
    spawnSync('systemd-analyze', args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });

  const verified = analyze('verify', join(folder, 'lanyard@3001.service'));
  assert.equal(verified.stderr, '');
  assert.equal(verified.status, 0);
  const { stdout } = analyze('security', '--offline=true', join(folder, 'lanyard@.service'));
  const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
  t.diagnostic(`exposure ${exposure} of 10`);
  assert.ok(Number(exposure) <= mostExposure, stdout);
});
