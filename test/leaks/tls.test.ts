import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import * as undici from 'undici';
import { type RunningApp, startApp } from '../support/app/start-app.ts';
import { visitor } from '../support/app/visitor.ts';
import { openBrowser } from '../support/browser/chromium.ts';
import { startTlsProxy } from '../support/machine/tls-proxy.ts';

const kindsOfCookies = [
  'login cleared',
  'login set',
  'login.check set',
  'login.everywhere set',
  'login.out set',
  'round cleared',
  'round set',
  'sid cleared',
  'sid set',
];

test('P25 over TLS every cookie is __Host-, Secure, HttpOnly, Lax, for the whole site and this host only, also when it is cleared', async (t) => {
  const app = await startAppOverTls(t);
  const robin = visitor();
  await robin.request(`${app.url}/login/callback?code=x&state=y`);
  for (let tab = 0; tab < 5; tab += 1) await robin.request(`${app.url}/login`);
  const denied = await robin.press(
    await robin.press(await robin.open(`${app.url}/profile`), 'robin'),
    'Deny',
  );
  assert.equal(denied.status, 403);
  const profile = await robin.press(await robin.open(`${app.url}/profile`), 'Allow');
  assert.deepEqual([profile.url.href, profile.status], [`${app.url}/profile`, 200]);
  const session = [...robin.cookies(app.url)];
  await robin.press(await robin.open(`${app.url}/sharing`), 'Log out everywhere');
  assert.equal((await robin.open(`${app.url}/profile`)).url.pathname, '/logged-out');
  robin.cookies(app.url).clear();
  for (const [name, value] of session) robin.cookies(app.url).set(name, value);
  assert.equal((await robin.open(`${app.url}/profile`)).url.pathname, '/login/expired');
  const again = await robin.open(`${app.url}/login?return_to=/profile`);
  app.redis.process.kill('SIGKILL');
  assert.equal((await robin.press(again, 'Log out')).status, 503);

  const { app: server, exchanges } = app.heard();
  const ours = exchanges.filter((exchange) => exchange.server === server);
  const cookies = ours.flatMap(({ answered: { headers } }) => headers['set-cookie'] ?? []);
  const kinds = new Set<string>();
  for (const cookie of cookies) {
    const [pair = '', ...attributes] = cookie.split('; ');
    const [, name = ''] =
      /^__Host-(login\.check|login\.everywhere|login\.out|\w+)/.exec(pair) ?? [];
    const isCleared = attributes.some((attribute) => /^Expires=Thu, 01 Jan 1970/.test(attribute));
    kinds.add(`${name} ${isCleared ? 'cleared' : 'set'}`);
    const lasting = attributes.filter((attribute) => !/^(Max-Age|Expires)=/.test(attribute));
    assert.deepEqual(lasting.sort(), ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'], cookie);
    assert.ok(cookie.length < 4096);
  }
  assert.deepEqual([...kinds].sort(), kindsOfCookies);
});

test('P18 P25 over TLS a browser accepts the cookies, comes back from the other site logged in, and logs out', async (t) => {
  const app = await startAppOverTls(t);
  const { context: trusting, complaints } = await openBrowser(t, { ignoreHTTPSErrors: true });
  const page = await trusting.newPage();

  await page.goto(`${app.url}/profile`);
  assert.deepEqual(
    (await trusting.cookies(app.url)).map(({ name }) => name.replace(/\..*/, '')),
    ['__Host-login'],
  );
  await page.locator('button[name=attendee][value=robin]').click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`${app.url}/profile`);
  const cookies = await trusting.cookies(app.url);
  assert.deepEqual(cookies.map(({ name }) => name).sort(), ['__Host-round-trips', '__Host-sid']);
  const { value: _value, ...attributes } = cookies.find(({ name }) => name === '__Host-sid') ?? {};
  const expected = {
    name: '__Host-sid',
    domain: 'localhost',
    path: '/',
    httpOnly: true,
    secure: true,
  };
  assert.deepEqual(attributes, { ...expected, sameSite: 'Lax', expires: -1 });

  await page.locator('.site-menu > summary').click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(`${app.url}/logged-out`);
  const left = (await trusting.cookies(app.url)).map(({ name }) => name);
  assert.deepEqual(left, ['__Host-login.out']);
  assert.deepEqual(complaints, []);
});

async function startAppOverTls(t: TestContext): Promise<RunningApp> {
  const proxy = await startTlsProxy(t);
  const previousDispatcher = undici.getGlobalDispatcher();
  const trusting = new undici.Agent({ connect: { ca: proxy.certificate.cert } });
  undici.setGlobalDispatcher(trusting);
  t.after(async () => {
    undici.setGlobalDispatcher(previousDispatcher);
    await trusting.close();
  });
  const app = await startApp(t, {
    settings: {
      PUBLIC_URL: proxy.url,
      TRUST_PROXY: '1',
      PICTURE_ORIGINS: 'https://pictures.testcon.example',
    },
    ownRedis: true,
  });
  proxy.forwardTo(app.listensAt);
  return app;
}
