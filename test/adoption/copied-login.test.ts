// src/login copied into a TypeScript app: with the app's own session, in the smallest app, and
// without its optional parts.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { startSandbox } from '../../src/sandbox/app.ts';
import { packagesOfLogin } from '../support/architecture.ts';
import { freePort } from '../support/free-port.ts';
import { sharedRedis } from '../support/redis.ts';
import { shared } from '../support/shared.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { logIn, visitor } from '../support/visitor.ts';
import { compile, linkPackages } from './host-folder.ts';
import { testShop } from './shop.ts';
import { startNode } from './start-node.ts';
import { twentyLineApp } from './twenty-line-app.ts';

/** The settings of the smallest app in all tests. */
const settings = {
  OAUTH_CLIENT_ID: 'lanyard',
  OAUTH_CLIENT_SECRET: 'sandbox-secret',
  ENCRYPTION_KEY: '11'.repeat(32),
  SESSION_SECRET: 'a secret',
};

/** What the compiler reports for the hosts. */
let compilerOutput = '';

/**
 * Makes a folder with `login` and the shop, and in `lean` the login without its optional parts and
 * the smallest app; all compiled to `built`.
 */
const makeHosts = shared([], async (lifetime) => {
  const folder = temporaryFolder(lifetime);
  const types = ['@types/node', '@types/express', '@types/express-session'];
  linkPackages(folder, [...packagesOfLogin, ...types]);

  cpSync('src/login', join(folder, 'login'), { recursive: true });
  const shop = readFileSync(new URL('./hosts/shop.ts', import.meta.url), 'utf8');
  writeFileSync(join(folder, 'shop.ts'), shop.replace('../../../src/login/', './login/'));

  cpSync('src/login', join(folder, 'lean/login'), { recursive: true });
  rmSync(join(folder, 'lean/login/optional'), { recursive: true });
  writeFileSync(join(folder, 'lean/app.ts'), twentyLineApp);
  compilerOutput = compile(folder, { include: ['shop.ts', 'login', 'lean'], outDir: 'built' });
  return folder;
});

function startShop(sessions: 'sealed' | 'own') {
  return async (t: TestContext, env: Record<string, string>) => {
    const folder = await makeHosts();
    const ready = ['Redis is up', 'The shop is open'];
    await startNode(t, {
      args: ['built/shop.js'],
      cwd: folder,
      env: { ...env, SESSIONS: sessions },
      ready,
    });
  };
}

test('the copied login passes the strictest type check of its host, with its optional parts and without', async () => {
  await makeHosts();
  assert.equal(compilerOutput, '');
});

testShop('the login is copied, sessions are sealed', {
  isSealed: true,
  start: startShop('sealed'),
});

testShop('the login is copied, sessions are in a plain connect-redis', {
  isSealed: false,
  start: startShop('own'),
});

test('the README of the login shows the smallest app', () => {
  const [, shown] = /```ts\n([\s\S]*?)```/.exec(readFileSync('src/login/README.md', 'utf8')) ?? [];
  assert.equal(shown, twentyLineApp);
});

test('without the optional parts the smallest app logs an attendee in', async (t) => {
  const folder = await makeHosts();
  const url = `http://localhost:${await freePort()}`;
  const redis = await sharedRedis();
  const sandbox = await startSandbox({ redirectUris: [`${url}/login/callback`] });
  t.after(() => sandbox.close());
  const env = {
    PUBLIC_URL: url,
    CONVENTION_URL: sandbox.url,
    REDIS_URL: redis.url,
    ...settings,
  };
  await startNode(t, { args: ['built/lean/app.js'], cwd: folder, env, ready: ['Open'] });
  const page = await logIn(visitor(), url, { as: 'robin' });
  assert.equal(page.url.href, `${url}/`);
  assert.deepEqual(JSON.parse(page.html), { attendee: '1001' });
});
