// HEAD must not change anything (RFC 9110 section 9.2.1). Monitors, link checkers and mail scanners
// send it, some of them with a person's cookies.
import assert from 'node:assert/strict';
import test from 'node:test';
import { daytime } from '../support/app/clocks.ts';
import { createAppAlone } from '../support/app/create-app-alone.ts';
import {
  copyBrowser,
  startLoginUntilCallback,
  visitorWithSandboxLogin,
} from '../support/app/login-steps.ts';
import { routesOf } from '../support/app/routes-of.ts';
import { sessionCookieName } from '../support/app/session-cookie.ts';
import { allServiceScopes, type RunningApp, startApp } from '../support/app/start-app.ts';
import { fromOwnPage, logIn, type Visitor, visitor } from '../support/app/visitor.ts';

const settings = { SERVICE_SCOPES: allServiceScopes };
const queries = [
  '/login?return_to=/profile&scope=pii:email',
  '/login/choose?chosen=1&scope=pii:phone',
  '/sharing/stop?scope=pii:email',
  '/logged-out?return_to=/profile',
  '/badge-name?try=Robin',
  '/nowhere',
];
const { app: appAlone } = createAppAlone({ settings });
const addresses = [...new Set(routesOf(appAlone).map(({ path }) => path)), ...queries];

/**
 * Headers with which a request may do more, because it comes from a page of this site, and headers
 * from a client that does not say where the link was.
 */
const arrivals: Record<string, string>[] = [fromOwnPage, {}];

async function headEverywhere(who: Visitor, app: RunningApp, extra: readonly string[] = []) {
  for (const address of [...addresses, ...extra])
    for (const headers of arrivals) {
      const response = await who.request(app.url + address, { method: 'HEAD', headers });
      assert.deepEqual(
        response.headers.getSetCookie(),
        [],
        `${address} ${JSON.stringify(headers)}`,
      );
      assert.ok(response.status < 500, `${address} ${response.status}`);
    }
}

async function everythingKept(app: RunningApp) {
  const stored = (await app.redis.dump()).map(({ key, value }) => [key, value]);
  const exchanged = app
    .heard()
    .exchanges.filter(({ asked }) => asked.body.includes('grant_type=authorization_code'));
  return { stored, codes: exchanged.length };
}

const optionalScopes = ['pii:email', 'pii:phone', 'pii:address'];

test('P42 HEAD changes nothing for a visitor who is not logged in, is logging in, or has logged out', async (t) => {
  const app = await startApp(t, { settings });
  const robin = await visitorWithSandboxLogin({ url: app.url, as: 'robin' });
  const callback = await startLoginUntilCallback(robin, { url: app.url, returnTo: '/profile' });
  const sam = visitor();
  await sam.press(await logIn(sam, `${app.url}/profile`, { as: 'sam' }), 'Log out');
  const before = await everythingKept(app);
  for (const who of [visitor(), robin, sam])
    await headEverywhere(who, app, [callback.pathname + callback.search]);
  assert.deepEqual(await everythingKept(app), before);
  assert.equal(
    (await robin.open(callback)).url.pathname,
    '/profile',
    'HEAD does not use up the code',
  );
  assert.equal(
    (await sam.open(`${app.url}/profile`)).url.pathname,
    '/logged-out',
    'the site still asks before a new login',
  );
});

test('P42 HEAD changes nothing for an attendee who is logged in, and leaves the notice for the next page', async (t) => {
  const app = await startApp(t, { settings });
  const robin = visitor();
  await logIn(robin, `${app.url}/login`, { as: 'robin', untick: optionalScopes });
  // /healthz does not show the notice, so the notice stays pending.
  const sharing = `${app.url}/login?scope=pii:email&return_to=/healthz`;
  const health = await robin.press(await robin.open(sharing, app.url), 'Deny');
  assert.equal(health.url.pathname, '/healthz');
  const before = await everythingKept(app);
  await headEverywhere(robin, app);
  assert.deepEqual(await everythingKept(app), before);
  assert.match((await robin.open(`${app.url}/profile`)).text, /^Nothing changed\./);
});

test('a session that the platform rejects, or that has expired, is detected by HEAD, and ended by the next page', async (t) => {
  const app = await startApp(t, { settings });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  // After a restart, the sandbox does not recognise its earlier tokens.
  await app.restartSandbox();
  const before = await everythingKept(app);
  await headEverywhere(robin, app);
  assert.deepEqual(await everythingKept(app), before);
  const page = `${app.url}/profile`;
  const head = await robin.request(page, { method: 'HEAD' });
  const get = await robin.request(page);
  assert.equal(head.headers.get('location'), '/login?return_to=%2Fprofile');
  assert.equal(get.headers.get('location'), head.headers.get('location'));
  assert.ok(!robin.cookies(app.url).has(sessionCookieName(app.url)));
});

test('HEAD responds like GET, except where GET would change something (RFC 9110 9.3.2)', async (t) => {
  const app = await startApp(t, { settings });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const answerTo = async (who: Visitor, method: string, address: string) => {
    const { status, headers } = await copyBrowser(who, app.url).request(address, { method });
    return [status, headers.get('location'), headers.get('content-type')];
  };
  for (const who of [visitor(), robin])
    for (const path of addresses.filter((one) => !/^\/login($|\?|\/callback)/.test(one))) {
      const [head, get] = [
        await answerTo(who, 'HEAD', app.url + path),
        await answerTo(who, 'GET', app.url + path),
      ];
      assert.deepEqual(head, get, path);
    }
});

test('HEAD counts as activity: it extends a session like GET', async (t) => {
  let clock = daytime;
  const app = await startApp(t, { settings, now: () => clock });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  for (const method of ['GET', 'HEAD']) {
    const [session] = (await app.redis.dump()).filter(({ key }) => key.startsWith('s:'));
    await app.redis.command('EXPIRE', session?.key ?? '', '600');
    clock += 120_000;
    assert.equal((await robin.request(`${app.url}/profile`, { method })).status, 200);
    const left = Number(await app.redis.command('TTL', session?.key ?? ''));
    assert.ok(left > 1700, `${method}: ${left} seconds`);
  }
});
