import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { logIn, visitor } from '../support/app/visitor.ts';
import { freePort } from '../support/machine/free-port.ts';
import { shared } from '../support/machine/shared.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';
import { compile, installPackages } from './host-folder.ts';
import { smallestAppInJavaScript, startReadmeApp } from './readme-apps.ts';
import { testShop } from './shop.ts';
import { startNode } from './start-node.ts';

const makeHost = shared([], async (lifetime) => {
  const folder = temporaryFolder(lifetime);
  const env = { ...process.env, TMPDIR: temporaryFolder(lifetime) };
  const printed = execFileSync('npm', ['run', '--silent', 'pack:login', '--', folder], {
    encoding: 'utf8',
    env,
  });
  assert.deepEqual(
    readdirSync(folder),
    [printed.trim()],
    'the command prints the name of the package, and leaves nothing else',
  );

  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const versions = {
    ...dependencies,
    ...devDependencies,
    'convention-login': `file:${printed.trim()}`,
  };
  const names = [
    'convention-login',
    'express',
    'express-session',
    'redis',
    '@types/node',
    '@types/express',
    '@types/express-session',
  ];
  installPackages(folder, Object.fromEntries(names.map((name) => [name, versions[name]])));
  writeFileSync(join(folder, 'app.js'), smallestAppInJavaScript);
  const shop = readFileSync('test/adoption/hosts/shop.ts', 'utf8');
  const source = '../../../src/login/login.ts';
  writeFileSync(join(folder, 'shop.ts'), shop.replace(source, 'convention-login'));
  assert.equal(compile(folder, { include: ['shop.ts'], outDir: 'built' }), '');
  return folder;
});

test('the package has its name, the version of Lanyard, and only compiled files, types and documents', async () => {
  const folder = join(await makeHost(), 'node_modules/convention-login');
  const { name, version, license, dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const ours = JSON.parse(readFileSync('package.json', 'utf8'));
  assert.deepEqual(
    { name, version, license },
    { name: 'convention-login', version: ours.version, license: 'MIT' },
  );
  assert.deepEqual(Object.keys(dependencies).sort(), [
    'connect-redis',
    'cookie',
    'openid-client',
    'redis',
  ]);
  assert.ok(
    peerDependencies.express && peerDependencies['express-session'],
    'the app has its own copies of these packages',
  );

  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const others = files.map((entry) => entry.name).filter((file) => !/\.(d\.ts|js)$/.test(file));
  const documents = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json', 'reference.md'];
  assert.deepEqual(others.sort(), documents);
  for (const range of Object.values(dependencies)) assert.match(String(range), /^\^\d/);
});

testShop('the login is installed', {
  isSealed: true,
  async start(t: TestContext, env) {
    const ready = ['Redis is up', 'The shop is open'];
    await startNode(t, { args: ['built/shop.js'], cwd: await makeHost(), env, ready });
  },
});

test('the README’s JavaScript app logs an attendee in', async (t) => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  await startReadmeApp(t, { file: 'app.js', folder: await makeHost(), url, port });
  const page = await logIn(visitor(), `${url}/account`, { as: 'robin' });
  assert.match(page.html, /You are attendee 1001\./);
});

test('a CommonJS app can require the package', async () => {
  const folder = await makeHost();
  const code = `
const { createLogin } = require('convention-login');
const { createSharing } = require('convention-login/add-ons/sharing');
console.log(typeof createLogin, typeof createSharing);
`;
  writeFileSync(join(folder, 'app.cjs'), code);
  const { stdout, stderr } = spawnSync(process.execPath, ['app.cjs'], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.deepEqual([stdout, stderr], ['function function\n', '']);
});

test('a TypeScript app gets the package’s types', async () => {
  const folder = await makeHost();
  const app = `
import { attendeeOf, createEncryptedSessions, createMemoryKeys, createSessionLife, type LoginOptions } from 'convention-login';
import { createStoppedScopes } from 'convention-login/add-ons/sharing';
import express from 'express';

export const scopes: LoginOptions['scopes'] = ['pii:basic'];
const encryptionKeys = [{ id: 'k1', key: Buffer.alloc(32) }] as const;
const sessions = createEncryptedSessions({
  keys: createMemoryKeys(),
  encryptionKeys,
  limits: { idleSeconds: 60, absoluteSeconds: 60 },
});
const person = await createSessionLife({ sessions, encryptionKeys }).endAll('1001');
await createStoppedScopes({ keys: sessions.keys, encryptionKeys, optionalScopes: [] }).forget(person);
express().get('/', (req) => {
  const userId: string = attendeeOf(req).userId;
  const token: string | undefined = req.attendee?.accessToken;
  const startedAt: number | undefined = req.session.startedAt;
  return [userId, token, startedAt];
});
`;
  writeFileSync(join(folder, 'app.ts'), app);
  writeFileSync(join(folder, 'wrong.ts'), app.replace('userId: string', 'userId: number'));
  const errors = compile(folder, { include: ['app.ts', 'wrong.ts'] })
    .split('\n')
    .filter((line) => /^\S/.test(line));
  assert.equal(errors.length, 1, errors.join('\n'));
  assert.match(errors.join(), /^wrong\.ts.*'string' is not assignable to type 'number'/);
});
