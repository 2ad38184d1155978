// P62: every route that changes something rejects forged requests. Add each new route of that kind
// to the table below, which is compared with the router and with the forms on the pages.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createAppAlone } from '../support/app/create-app-alone.ts';
import { routesOf } from '../support/app/routes-of.ts';
import { allServiceScopes, type RunningApp, startApp } from '../support/app/start-app.ts';
import { cookieHeader, logIn, visitor } from '../support/app/visitor.ts';

const settings = { SERVICE_SCOPES: allServiceScopes };
const routes = routesOf(createAppAlone({ settings }).app);

/**
 * Each route's form fields besides the form token, and its redirect target. The route without a
 * redirect only extends the session.
 */
const changes: { route: string; fields: Record<string, string>; leadsTo?: string }[] = [
  { route: 'POST /login/stay', fields: {} },
  { route: 'POST /logout', fields: {}, leadsTo: '/logged-out' },
  { route: 'POST /logout/everywhere', fields: {}, leadsTo: '/logged-out' },
  {
    route: 'POST /sharing/stop',
    fields: { scope: 'pii:phone' },
    leadsTo: '/logged-out?why=stopped&scope=pii%3Aphone',
  },
  { route: 'POST /sharing/forget', fields: {}, leadsTo: '/logged-out?why=forgotten' },
];

/**
 * This route changes only a cookie in the visitor's browser, so its form does not contain a token
 * (see the language tests).
 */
const withoutToken = '/language';

test('P62 the table in this test has every route that accepts more than GET', () => {
  const changing = routes
    .filter(({ method, path }) => method !== 'GET' && path !== withoutToken)
    .map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual([...new Set(changing)].sort(), changes.map(({ route }) => route).sort());
});

test('P62 every form on a page posts to a route in the table, and has the form token', async (t) => {
  const app = await startApp(t, { settings });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const posted = new Set<string>();
  for (const { path } of [
    ...routes,
    { path: '/sharing/stop?scope=pii:phone' },
    { path: '/nowhere' },
  ]) {
    const { $, url } = await robin.open(app.url + path);
    for (const form of $(`form[method=post]:not([action="${withoutToken}"])`).toArray()) {
      assert.ok($(form).find('input[name=form_token]').val(), path);
      posted.add(new URL($(form).attr('action') ?? '', url).href);
    }
  }
  assert.deepEqual(
    [...posted].sort(),
    changes.map(({ route }) => app.url + route.replace('POST ', '')).sort(),
  );
});

const forgeries: {
  name: string;
  headers: Record<string, string>;
  token?: 'own' | 'of another session';
}[] = [
  { name: 'without a token', headers: { 'sec-fetch-site': 'same-origin' } },
  {
    name: 'with another session’s token',
    headers: { 'sec-fetch-site': 'same-origin' },
    token: 'of another session',
  },
  { name: 'from another site', headers: { 'sec-fetch-site': 'cross-site' }, token: 'own' },
  { name: 'from nowhere', headers: { 'sec-fetch-site': 'none' } },
  {
    name: 'from nowhere, with another session’s token',
    headers: { 'sec-fetch-site': 'none' },
    token: 'of another session',
  },
  {
    name: 'from another origin, by a browser that says nothing about the site',
    headers: { 'sec-fetch-site': 'none', origin: 'https://evil.example' },
    token: 'own',
  },
  { name: 'from a sibling of this site', headers: { 'sec-fetch-site': 'same-site' }, token: 'own' },
  {
    name: 'from another origin, by an old browser',
    headers: { origin: 'https://evil.example' },
    token: 'own',
  },
  {
    name: 'from an opaque origin, by an old browser',
    headers: { origin: 'null' },
    token: 'own',
  },
  { name: 'from an unknown page', headers: {}, token: 'own' },
];

for (const { route, fields, leadsTo } of changes) {
  test(`P62 a forged ${route} is rejected and changes nothing; the form of our own page is accepted, also twice`, async (t) => {
    const app = await startApp(t, { settings });
    const [method = '', path = ''] = route.split(' ');
    const [robin, sam] = [visitor(), visitor()];
    const own = formTokenOf(await logIn(robin, `${app.url}/profile`, { as: 'robin' }));
    const others = formTokenOf(await logIn(sam, `${app.url}/profile`, { as: 'sam' }));
    const before = await stateOf(app);

    const send = (headers: Record<string, string>, token: Record<string, string>) =>
      robin.request(app.url + path, {
        method,
        headers,
        form: new URLSearchParams({ ...fields, ...token }),
      });
    for (const { name, headers, token } of forgeries) {
      const response = await send(
        headers,
        token ? { form_token: token === 'own' ? own : others } : {},
      );
      assert.equal(response.status, 403, name);
      assert.match(await response.text(), /Nothing was changed/, name);
      assert.deepEqual(response.headers.getSetCookie(), [], name);
      assert.deepEqual(await stateOf(app), before, name);
    }
    assert.equal((await robin.request(`${app.url}/profile`)).status, 200, 'still logged in');

    // A browser that submits the form twice does not yet have the cookies from the first response.
    const headers = { 'sec-fetch-site': 'same-origin', ...cookieHeader(robin.cookies(app.url)) };
    const sendOwn = () => send(headers, { form_token: own });
    const status = leadsTo ? 303 : 200;
    for (const response of [...(await Promise.all([sendOwn(), sendOwn()])), await sendOwn()])
      assert.deepEqual(
        [response.status, response.headers.get('location')],
        [status, leadsTo ?? null],
      );
    if (leadsTo) assert.notDeepEqual(await stateOf(app), before);
  });
}

function formTokenOf({ $ }: Awaited<ReturnType<typeof logIn>>): string {
  return String($('input[name=form_token]').val());
}

async function stateOf({ redis, sandbox }: RunningApp) {
  const kept = (await redis.dump()).map(({ key, value }) => ({ key, value }));
  return { kept, changesThere: sandbox.calls.filter(({ method }) => method !== 'GET').length };
}
