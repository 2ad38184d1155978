import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import test, { type TestContext } from 'node:test';
import { startSandbox } from '../../src/sandbox/app.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import { stopProgram, whenReady } from '../support/machine/child-app.ts';
import { freePort } from '../support/machine/free-port.ts';
import { machineNode, movedClock } from '../support/machine/program.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';
import { sandboxSettings } from '../support/platform/sandbox-settings.ts';
import { startRedis } from '../support/redis/redis.ts';

function build(t: TestContext): string {
  const folder = temporaryFolder(t);
  for (const part of ['views', 'public', 'package.json'])
    symlinkSync(resolve(part), join(folder, part));
  execFileSync(process.execPath, ['deploy/build.ts', join(folder, 'dist')]);
  return folder;
}

/**
 * The built app must not evaluate strings as code: its templates are precompiled, and its packages
 * work without generated code.
 */
const strict = '--disallow-code-generation-from-strings';

test('the build needs only its own files, shows pages without generating code, and contains the licenses of all packages', async (t) => {
  const cwd = build(t);
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const licenses = readFileSync(join(cwd, 'dist/LICENSES.txt'), 'utf8');
  for (const name of Object.keys(dependencies))
    assert.match(licenses, new RegExp(`^${name} \\d`, 'm'));
  for (const license of licenses.split(/\n(?=\S+ \d+\.\d+\.\d+\S*: )/))
    assert.match(license, /\nCopyright|\(c\) |copyright/i, license.slice(0, 60));

  const redis = await startRedis(t);
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  const sandbox = await startSandbox({ redirectUris: [`${publicUrl}/login/callback`] });
  const settings = sandboxSettings({ publicUrl, sandboxUrl: sandbox.url, redisUrl: redis.url });
  const { PATH } = process.env;
  const env = {
    PATH,
    ...movedClock(),
    NODE_ENV: 'production',
    PORT: String(port),
    ...settings,
  };
  const server = spawn(machineNode(), [strict, 'dist/server.js'], { cwd, env });
  t.after(() => stopProgram(server));
  await whenReady(server, { name: 'server', ready: ['Lanyard is up'] });
  const [home, picture] = [await fetch(publicUrl), await fetch(`${publicUrl}/badge-name.svg`)];
  assert.match(await home.text(), /<h1>.*Testcon/);
  assert.equal(picture.status, 401);
  const robin = visitor();
  const badge = await logIn(robin, `${publicUrl}/badge-name`, { as: 'robin' });
  assert.equal(badge.status, 200);
  assert.match(badge.text, /Robin/);
  assert.equal((await robin.request(`${publicUrl}/profile`)).status, 200);
  await sandbox.close();

  const doctor = spawn(machineNode(), [strict, 'dist/doctor.js', '--json'], { cwd, env });
  const findings: { level: string; about: string }[] = JSON.parse(await text(doctor.stdout));
  assert.ok(findings.some(({ level, about }) => level === 'error' && about === 'Platform'));
});
