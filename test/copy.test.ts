// What others copy works as a copy: src/login and a small app in an empty folder, with only the packages that the core needs.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { startSandbox } from '../src/sandbox/app.ts';
import { startChild } from './support/child-app.ts';
import { freePort } from './support/free-port.ts';
import { startRedis } from './support/redis.ts';
import { logIn, visitor } from './support/visitor.ts';

const packages = ['express', 'openid-client', 'express-session', 'connect-redis', 'redis', 'zod'];

test('src/login, copied beside a small app and installed with the packages of the core, logs an attendee in and out', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'copy-of-login-'));
  t.after(() => rmSync(folder, { recursive: true }));
  cpSync('src/login', join(folder, 'login'), { recursive: true });
  writeFileSync(
    join(folder, 'app.ts'),
    readFileSync('examples/with-core.ts', 'utf8').replaceAll('../src/login/', './login/'),
  );
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const needed = Object.fromEntries(packages.map((name) => [name, dependencies[name]]));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies: needed }));
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder });

  const url = `http://localhost:${await freePort()}`;
  const sandbox = await startSandbox({ redirectUris: [`${url}/login/callback`] });
  t.after(() => sandbox.close());
  const redis = await startRedis(t);
  const env = { PUBLIC_URL: url, CONVENTION_URL: sandbox.url, REDIS_URL: redis.url };
  await startChild(t, { file: 'app.ts', cwd: folder, env, ready: 'Redis is up' });

  const robin = visitor();
  const page = await logIn(robin, url, { as: 'robin' });
  assert.equal(page.url.href, `${url}/`);
  const { user, formToken } = JSON.parse(page.html);
  assert.equal(user.username, 'robin_banks');
  assert.equal((await redis.dump()).filter(({ key }) => key.startsWith('s:')).length, 1);

  const goodbye = await robin.request(`${url}/logout`, {
    method: 'POST',
    form: new URLSearchParams({ form_token: formToken }),
  });
  assert.equal(goodbye.status, 303);
  assert.equal((await robin.request(url)).headers.get('location'), '/login?return_to=%2F');
});
