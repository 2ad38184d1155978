import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { openServiceClient } from '../../src/convention/convention.ts';
import { packagesOfConvention, packagesOfLogin } from '../architecture.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import { freePort } from '../support/machine/free-port.ts';
import { shared } from '../support/machine/shared.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';
import { compile, linkPackages } from './host-folder.ts';
import { appWithRecipes, startReadmeApp } from './readme-apps.ts';

/** A login that the host already has. */
const ownLogin = `
declare module 'express-session' {
  interface SessionData {
    accountId?: string;
  }
}
pages.get('/own-login/:id', (req, res) => {
  req.session.accountId = req.params.id;
  res.send('Hello');
});
`;

let compilerOutput = '';

const makeHost = shared([], async (lifetime) => {
  const folder = temporaryFolder(lifetime);
  const types = ['@types/node', '@types/express', '@types/express-session'];
  linkPackages(folder, [...packagesOfLogin, ...packagesOfConvention, ...types]);
  for (const name of ['login', 'convention'])
    cpSync(`src/${name}`, join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'app.ts'), appWithRecipes(ownLogin));
  compilerOutput = compile(folder, {
    include: ['app.ts', 'login', 'convention'],
    outDir: 'built',
  });
  return folder;
});

async function startApp(t: TestContext) {
  const folder = await makeHost();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  return { url, sandbox: await startReadmeApp(t, { file: 'built/app.js', folder, url, port }) };
}

test('the recipes in the README compile in the strictest host', async () => {
  await makeHost();
  assert.equal(compilerOutput, '');
});

test('a page is only for people who currently have the role or a paid ticket', async (t) => {
  const { url, sandbox } = await startApp(t);
  const lounge = `${url}/lounge`;
  assert.match((await logIn(visitor(), lounge, { as: 'robin' })).html, /Welcome to the lounge/);
  const wanda = visitor();
  for (const [who, as] of [
    [visitor(), 'sam'],
    [visitor(), 'noa'],
    [wanda, 'wanda'],
  ] as const) {
    const refused = await logIn(who, lounge, { as });
    assert.equal(refused.status, 403);
    assert.match(refused.html, /The lounge is for staff/);
  }

  const service = openServiceClient({
    baseUrl: new URL(sandbox.url),
    clientId: 'lanyard',
    clientSecret: 'sandbox-secret',
    scopes: ['user:read', 'user:roles:update'],
  });
  t.after(() => service.close());
  const staff = { userId: '1006', roleId: '1' };
  await service.addRole({ ...staff, scope: 'convention' });
  assert.match((await wanda.open(lounge)).html, /Welcome to the lounge/);
  await service.removeRole(staff);
  assert.equal((await wanda.open(lounge)).status, 403);
});

test('only a person who is logged in to both sides links an account', async (t) => {
  const { url } = await startApp(t);
  const link = `${url}/link`;
  const stranger = visitor();
  const form = await logIn(stranger, link, { as: 'robin' });
  const refused = await stranger.press(form, 'Link my account');
  assert.equal(refused.status, 401);
  assert.match((await stranger.open(link)).html, /Link my account/);

  const robin = visitor();
  await robin.open(`${url}/own-login/a7`);
  const forged = await robin.request(link, { method: 'POST', form: new URLSearchParams() });
  assert.equal(forged.status, 401, 'without a login at the convention');
  const linked = await robin.press(await logIn(robin, link, { as: 'robin' }), 'Link my account');
  assert.match(linked.html, /Your account is a7\./);
  const withoutToken = await robin.request(link, { method: 'POST', form: new URLSearchParams() });
  assert.equal(withoutToken.status, 403);

  const elsewhere = await logIn(visitor(), link, { as: 'robin' });
  assert.match(elsewhere.html, /Your account is a7\./);
  assert.match((await logIn(visitor(), link, { as: 'sam' })).html, /Link my account/);
});
