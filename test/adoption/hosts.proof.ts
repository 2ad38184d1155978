// Installs each example (NestJS, Fastify and Hono) with its own package file and the login package,
// and completes a real login in it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync } from 'node:fs';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import test, { type TestContext } from 'node:test';
import { type Sandbox, startSandbox } from '../../src/sandbox/app.ts';
import { logIn, type Visitor, visitor } from '../support/app/visitor.ts';
import { freePort } from '../support/machine/free-port.ts';
import { shared } from '../support/machine/shared.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';
import { setFaults } from '../support/platform/set-faults.ts';
import { packLogin } from '../tools/scripts/login-package.ts';
import { startNode } from './start-node.ts';

const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];

const packedLogin = shared([], async (lifetime) => {
  const folder = temporaryFolder(lifetime);
  return join(folder, packLogin({ login: 'src/login', into: folder }));
});

async function installHost(t: TestContext, name: string): Promise<string> {
  const folder = temporaryFolder(t);
  cpSync(`examples/hosts/${name}`, folder, {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  });
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: folder, stdio: 'pipe' });
  npm('install', ...quietly, await packedLogin());
  npm('run', 'check');
  return folder;
}

async function startHost(t: TestContext, name: string): Promise<{ url: string; sandbox: Sandbox }> {
  const folder = await installHost(t, name);
  const url = `http://localhost:${await freePort()}`;
  const sandbox = await startSandbox({ redirectUris: [`${url}/login/callback`] });
  t.after(() => sandbox.close());
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  await startNode(t, {
    args: ['--import', 'tsx', resolve(folder, 'main.ts')],
    cwd: folder,
    // tsx caches compiled files in the temporary folder.
    env: { PUBLIC_URL: url, CONVENTION_URL: sandbox.url, TMPDIR: temporary },
    ready: [`Open ${url}`],
  });
  return { url, sandbox };
}

function otherWays(name: string): string[] {
  const encoded = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
  const written = [encoded, name.toUpperCase(), `/${name}`, `./${name}`, `x/../${name}`];
  return [...written, `${name}/`, `${name}%2f`, `${name}//`, `%2e/${name}`, `${name};x`].map(
    (each) => `/${each}`,
  );
}

interface RawRequest {
  readonly path: string;
  readonly method?: string;
  readonly cookie?: string;
  readonly body?: string;
}

/** Sends the path unchanged, which `fetch` would not do. */
async function sendRaw(url: string, { path, method = 'GET', cookie, body }: RawRequest) {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...(cookie && { cookie }),
  };
  const sent = request(url, { path, method, headers }).end(body);
  const [response] = await once(sent, 'response');
  return text(response);
}

function cookieOf(who: Visitor, url: string): string {
  return [...who.cookies(url)].map(([name, value]) => `${name}=${value}`).join('; ');
}

for (const name of ['nest', 'fastify', 'hono']) {
  test(`in ${name} an attendee logs in and keeps the cart, and logs out for good`, async (t) => {
    const { url, sandbox } = await startHost(t, name);
    const robin = visitor();
    const shop = await robin.press(await robin.open(url), 'Add a towel');
    assert.match(shop.html, /In your cart: 1/);
    const guest = robin.cookies(url).get('connect.sid');

    const account = await logIn(robin, `${url}/account?tab=1`, { as: 'robin' });
    assert.equal(account.url.href, `${url}/account?tab=1`);
    assert.match(account.html, /You are attendee 1001\. In your cart: 1/);
    assert.notEqual(robin.cookies(url).get('connect.sid'), guest);
    const fuller = await robin.press(await robin.open(url), 'Add a towel');
    assert.match(fuller.html, /In your cart: 2/);

    const form = new URLSearchParams({ form_token: 'forged' });
    for (const path of ['/cart', '/logout']) {
      const forged = await robin.request(url + path, { method: 'POST', form });
      assert.deepEqual(
        [forged.status, await forged.text()],
        [403, '<p>Sorry: unchecked-request</p>'],
      );
    }

    // The platform rejects the token once. The error occurs in one of the framework's handlers, and
    // must still start a new login.
    await setFaults(sandbox, [
      { fault: 'expired-token', route: 'GET /api/users/current', times: 1 },
    ]);
    const refused = await robin.request(`${url}/account`);
    assert.equal(refused.status, 303);
    assert.equal(refused.headers.get('location'), '/login?return_to=%2Faccount');
    const again = await robin.open(`${url}/account`);
    assert.match(again.html, /You are attendee 1001\. In your cart: 0/);

    const cookie = cookieOf(robin, url);
    for (const path of otherWays('account')) {
      const page = await sendRaw(url, { path });
      assert.doesNotMatch(page, /You are attendee/, path);
    }
    for (const path of otherWays('cart')) {
      await sendRaw(url, { path, method: 'POST', cookie, body: 'form_token=forged' });
      assert.match((await robin.open(url)).html, /In your cart: 0/, path);
    }

    const goodbye = await robin.press(again, 'Log out');
    assert.equal(goodbye.url.href, `${url}/`);
    const copy = await visitor().request(`${url}/account`, { headers: { cookie } });
    assert.equal(copy.status, 303);
    const foreign = await visitor().open(`${url}/login/callback?code=x&state=y`);
    assert.deepEqual([foreign.status, foreign.html], [400, '<p>Sorry: login-again</p>']);
    assert.equal((await visitor().request(`${url}/nothing`)).status, 404);
  });
}
