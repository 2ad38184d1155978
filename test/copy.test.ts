// What others copy works as a copy: src/login and a small app in an empty folder, with only the packages that the core needs.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '../src/sandbox/app.ts';
import { packagesOfLogin } from './support/architecture.ts';
import { startChild } from './support/child-app.ts';
import { freePort } from './support/free-port.ts';
import { startRedis } from './support/redis.ts';
import { shared } from './support/shared.ts';
import { logIn, visitor } from './support/visitor.ts';

const makeCopy = shared([], async (lifetime) => {
  const folder = mkdtempSync(join(tmpdir(), 'copy-of-login-'));
  lifetime.after(() => rmSync(folder, { recursive: true }));
  cpSync('src/login', join(folder, 'login'), { recursive: true });
  cpSync('src/redis-store.ts', join(folder, 'redis-store.ts'));
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const needed = Object.fromEntries(packagesOfLogin.map((name) => [name, dependencies[name]]));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies: needed }));
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder });
  return folder;
});

/** Runs an app in the copy, against a sandbox and a Redis of its own. */
async function startCopy(t: TestContext, source: string) {
  const folder = await makeCopy();
  const url = `http://localhost:${await freePort()}`;
  const sandbox = await startSandbox({ redirectUris: [`${url}/login/callback`] });
  t.after(() => sandbox.close());
  const redis = await startRedis(t);
  const file = `${t.name.replace(/\W+/g, '-')}.ts`;
  writeFileSync(join(folder, file), source.replaceAll('../src/', './'));
  const env = { PUBLIC_URL: url, CONVENTION_URL: sandbox.url, REDIS_URL: redis.url };
  const start = async () => {
    const child = await startChild(t, { file, cwd: folder, env, ready: 'Redis is up' });
    // It may reach Redis before it listens.
    while (!(await fetch(url, { redirect: 'manual' }).catch(() => undefined))) await sleep(20);
    return child;
  };
  const child = await start();
  return { url, redis, child, start };
}

const twentyLineApp = `
import express from 'express';
import { attendeeOf, createLogin } from '../src/login/login.ts';
import { openRedisStore } from '../src/redis-store.ts';
const { PUBLIC_URL, CONVENTION_URL, REDIS_URL } = process.env as Record<string, string>;
const currentUser = async ({ accessToken }: { accessToken: string }) =>
  (await fetch(CONVENTION_URL + '/api/users/current', { headers: { authorization: 'Bearer ' + accessToken } })).json() as any;
const login = createLogin({
  publicUrl: new URL(PUBLIC_URL),
  oauth: { clientId: 'lanyard', clientSecret: 'sandbox-secret', issuer: CONVENTION_URL, pkce: true }, scopes: ['pii:basic'],
  whoIs: async (tokenSet) => ({ id: String((await currentUser(tokenSet)).id) }),
  keys: openRedisStore(REDIS_URL, (up) => console.log('Redis is ' + (up ? 'up' : 'away'))),
  encryptionKeys: [{ id: 'k1', key: Buffer.alloc(32, 1) }], sessionSecrets: ['a secret of at least 32 characters'],
  limits: { idleSeconds: 1800, absoluteSeconds: 43200 },
});
const app = express().use(login.session).use(login.routes);
app.get('/', login.requireLogin, async (req, res) => void res.json({ user: await currentUser(attendeeOf(req)) }));
app.use(login.loginAgain);
app.listen(new URL(PUBLIC_URL).port);
`.trim();

test('an app of twenty lines around the copied core logs an attendee in', async (t) => {
  assert.ok(twentyLineApp.split('\n').length <= 20);
  const { url, redis } = await startCopy(t, twentyLineApp);
  const page = await logIn(visitor(), url, { as: 'robin' });
  assert.equal(page.url.href, `${url}/`);
  assert.equal(JSON.parse(page.html).user.username, 'robin_banks');
  const sessions = (await redis.dump()).filter(({ key }) => key.startsWith('s:'));
  assert.equal(sessions.length, 1);
  assert.ok((sessions[0]?.ttl ?? 0) > 0);
});

test('the example around the core logs in and out, and leaves a visitor nowhere without a page', async (t) => {
  const { url, child, start } = await startCopy(t, readFileSync('examples/with-core.ts', 'utf8'));
  const robin = visitor();
  const page = await logIn(robin, url, { as: 'robin' });
  assert.equal(page.url.href, `${url}/`);
  assert.match(page.html, /You are attendee 1001/);

  const forged = await robin.request(`${url}/logout`, { method: 'POST', form: new URLSearchParams() });
  assert.equal(forged.status, 403);
  const foreign = await robin.request(`${url}/login/callback?code=x&state=y`);
  assert.equal(foreign.headers.get('location'), '/', 'whoever is logged in stays so');
  const goodbye = await robin.press(page, 'Log out');
  assert.equal(goodbye.status, 200);
  assert.match(goodbye.html, /You are logged out/);

  // A callback of nobody's is a page of our own, and shows no path of the machine.
  const problem = await visitor().open(`${url}/login/callback?code=x&state=y`);
  assert.equal(problem.status, 400);
  assert.match(problem.html, /Sorry: login-again/);
  assert.doesNotMatch(problem.html, /\.ts|node_modules/);

  // A restart makes new secrets: a cookie from before leads to the login, and through it.
  await logIn(robin, url, { as: 'robin' });
  await child.stop();
  await start();
  const again = await robin.open(url);
  assert.equal(again.status, 200);
  assert.equal(again.url.href, `${url}/`);
});
