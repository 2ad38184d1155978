import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { packagesOfLogin } from '../architecture.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import { freePort } from '../support/machine/free-port.ts';
import { shared } from '../support/machine/shared.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';
import { compile, linkPackages } from './host-folder.ts';
import {
  smallestApp,
  smallestAppBehindProxy,
  smallestAppInJavaScript,
  startReadmeApp,
} from './readme-apps.ts';
import { testShop } from './shop.ts';
import { startNode } from './start-node.ts';

let compilerOutput = '';

/**
 * Creates a folder with `login` and the shop. Its subfolder `lean` contains the smallest app and
 * the login without its add-ons. Everything is compiled to `built`.
 */
const makeHosts = shared([], async (lifetime) => {
  const folder = temporaryFolder(lifetime);
  const types = ['@types/node', '@types/express', '@types/express-session'];
  linkPackages(folder, [...packagesOfLogin, ...types]);

  cpSync('src/login', join(folder, 'login'), { recursive: true });
  const shop = readFileSync(new URL('./hosts/shop.ts', import.meta.url), 'utf8');
  writeFileSync(join(folder, 'shop.ts'), shop.replace('../../../src/login/', './login/'));

  cpSync('src/login', join(folder, 'lean/login'), { recursive: true });
  rmSync(join(folder, 'lean/login/add-ons'), { recursive: true });
  writeFileSync(join(folder, 'lean/app.ts'), smallestApp);
  writeFileSync(join(folder, 'lean/behind-proxy.ts'), smallestAppBehindProxy);
  compilerOutput = compile(folder, { include: ['shop.ts', 'login', 'lean'], outDir: 'built' });
  const inJavaScript = smallestAppInJavaScript.replace('convention-login', './login/login.js');
  writeFileSync(join(folder, 'built/lean/in-javascript.js'), inJavaScript);
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

test('the copied login passes the strictest type check of its host, with its add-ons and without', async () => {
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

const publicUrls: Readonly<Record<string, (port: number) => string>> = {
  app: (port) => `http://localhost:${port}`,
  'in-javascript': (port) => `http://localhost:${port}`,
  'behind-proxy': () => 'https://shop.example',
};

for (const [app, publicUrlOn] of Object.entries(publicUrls)) {
  test(`without the add-ons, an attendee logs in and out of the README's ${app}`, async (t) => {
    const port = await freePort();
    const url = publicUrlOn(port);
    await startReadmeApp(t, { file: `built/lean/${app}.js`, folder: await makeHosts(), url, port });
    const robin = visitor({ origin: url, listensAt: `http://localhost:${port}` });
    let account = await logIn(robin, `${url}/account`, { as: 'robin' });
    // On a busy machine, Redis or the platform may exceed the README app's deadlines.
    for (let attempt = 1; attempt < 5 && account.status >= 500; attempt += 1)
      account = await robin.open(`${url}/account`);
    assert.equal(account.url.href, `${url}/account`);
    assert.match(account.html, /You are attendee 1001\./);
    const home = await robin.press(account, 'Log out');
    assert.equal(home.url.href, `${url}/`);
    const asked = await robin.open(`${url}/account`);
    assert.equal(asked.url.pathname, '/');
    assert.equal((await robin.follow(home, 'Log in')).url.href, `${url}/account`);
  });
}
