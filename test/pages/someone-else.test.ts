import assert from 'node:assert/strict';
import test from 'node:test';
import { copyBrowser } from '../support/app/login-steps.ts';
import { pagesWithRecordIfThere, pagesWithRecords } from '../support/app/page-paths.ts';
import { calls, startScriptedApp } from '../support/app/scripted-app.ts';
import { sessionCookieName } from '../support/app/session-cookie.ts';
import { allServiceScopes, startApp } from '../support/app/start-app.ts';
import { confirm, logIn, type Visitor, visitor } from '../support/app/visitor.ts';
import { setFaults } from '../support/platform/set-faults.ts';
import { validResponses } from '../support/platform/valid-responses.ts';

const settings = { SERVICE_SCOPES: allServiceScopes };
const sessionCookieOf = (who: Visitor, url: string) => who.cookies(url).get(sessionCookieName(url));
const paths = [...pagesWithRecords, '/sharing/download'];
const robinsData = /robin|Banks|Redbreast|Harbour|Nest Boxes|202 ?555 ?1001|>A12</i;

test('P49 somebody else’s records are rejected on every page, and none of their data is shown', async (t) => {
  const app = await startApp(t, { settings });
  for (const path of [...paths, ...pagesWithRecordIfThere]) {
    const sam = visitor();
    await logIn(sam, `${app.url}/profile`, { as: 'sam' });
    await app.restartApp({});
    await setFaults(app.sandbox, [{ fault: 'someone-else', route: '*', answered: 'robin' }]);
    const page = await sam.open(app.url + path);
    assert.doesNotMatch(page.html, robinsData, path);
    assert.ok(page.status === 502 || page.url.pathname === '/logged-out', `${path} ${page.url}`);
    await setFaults(app.sandbox, []);
    await confirm(sam, await sam.open(app.url + path));
    const own = await sam.open(app.url + path);
    assert.deepEqual([own.status, own.url.href], [200, app.url + path]);
  }
  assert.doesNotMatch(app.logLines.join(''), /Banks|Redbreast|Harbour/);
});

for (const [path, pageAfterLogin] of [
  ['/profile', '/profile'],
  ['/badge-name', '/badge-name'],
  ['/sharing', '/sharing'],
  // A login never redirects to a file.
  ['/sharing/download', '/sharing'],
] as const) {
  test(`P49 when the platform gives the account another id, the session ends at ${path}, and the next login is that of the new id`, async (t) => {
    const app = await startApp(t, { settings });
    const sam = visitor();
    await logIn(sam, `${app.url}/profile`, { as: 'sam' });
    const copy = copyBrowser(sam, app.url);
    await app.restartApp({});
    const route = 'GET /api/users/current';
    await setFaults(app.sandbox, [{ fault: 'someone-else', route, answered: 'robin' }]);
    const page = await sam.open(app.url + path);
    assert.match(page.text, /^You’re logged out /);
    assert.doesNotMatch(page.html, robinsData);
    assert.doesNotMatch(page.html, /Sam/);
    assert.ok(!sessionCookieOf(sam, app.url));
    const old = await copy.request(`${app.url}/profile`);
    assert.equal(old.status, 303, 'the session has ended everywhere');
    const again = await sam.follow(page, 'Log in again');
    assert.deepEqual([again.status, again.url.pathname], [200, pageAfterLogin]);
    assert.match(
      again.html,
      /robin|Banks|Redbreast/i,
      'the page shows the person whom the convention names',
    );
    assert.doesNotMatch(again.html, /sam@/);
  });
}

for (const [path, route, status] of [
  ['/badge-name', 'GET /api/v0/users/{id}/registration', 502],
  ['/volunteering', 'GET /api/v0/users/{id}/volunteer', 502],
  ['/dealer', calls.dealers, 502],
] as const) {
  test(`P49 when only the record of ${path} is somebody else’s, none of it is shown`, async (t) => {
    const app = await startApp(t, { settings });
    const sam = visitor();
    await logIn(sam, `${app.url}/profile`, { as: 'sam' });
    await setFaults(app.sandbox, [{ fault: 'someone-else', route, answered: 'robin' }]);
    const page = await sam.open(app.url + path);
    assert.equal(page.status, status);
    assert.doesNotMatch(page.html, robinsData);
  });
}

test('P49 from a search that ignores its filter, only the attendee’s own record is shown, at any position', async (t) => {
  const app = await startScriptedApp(t, validResponses);
  const [own] = validResponses[calls.dealers].data;
  const others = ['78', '7', '077', '770', 'current'].map((id) => ({
    ...own,
    id,
    name: `CANARY of ${id}`,
    user: { ...own?.user, id },
  }));
  for (const [data, shown] of [
    [[...others, own], /Nest Boxes/],
    [[own, ...others], /Nest Boxes/],
    [others, /^We can’t read this record right now/],
  ] as const) {
    app.answers[calls.dealers] = { data };
    const page = await app.open('/dealer');
    assert.match(page.text, shown);
    assert.doesNotMatch(page.html, /CANARY/);
  }
});

test('P49 without the site’s own credential somebody else’s registration is also rejected', async (t) => {
  const app = await startApp(t, { settings: { OAUTH_SCOPES: 'pii:basic con:read' } });
  const sam = visitor();
  assert.match((await logIn(sam, `${app.url}/badge-name`, { as: 'sam' })).text, /Badge: Sam,/);
  const route = 'GET /api/v0/users/{id}/registration';
  await setFaults(app.sandbox, [{ fault: 'someone-else', route, answered: 'robin' }]);
  const page = await sam.open(`${app.url}/badge-name`);
  assert.equal(page.status, 502);
  assert.doesNotMatch(page.html, robinsData);
});

test('P49 an id in the URL changes nothing: the same page, and no call about anybody else', async (t) => {
  const app = await startApp(t, { settings });
  const sam = visitor();
  await logIn(sam, `${app.url}/profile`, { as: 'sam' });
  const queries = [
    'user=1001',
    'id=1001',
    'userId=1001',
    'user_id=1001',
    'sub=1001',
    'id[]=1001',
    'filter[userIds]=1001',
  ];
  for (const path of paths) {
    const own = textWithoutTime((await sam.open(app.url + path)).text);
    for (const query of [...queries, queries.join('&')]) {
      const page = await sam.open(`${app.url}${path}?${query}`);
      assert.equal(page.status, 200);
      assert.equal(textWithoutTime(page.text), own, `${path}?${query}`);
      assert.doesNotMatch(page.html, robinsData);
    }
    const callsBefore = app.sandbox.calls.length;
    // A file's guard redirects to its page before any route below the file is matched.
    const status = path === '/sharing/download' ? 303 : 404;
    for (const below of ['/1001', '/1001/registration', '/current', '/robin']) {
      assert.equal((await sam.request(app.url + path + below)).status, status, path + below);
    }
    assert.equal(app.sandbox.calls.length, callsBefore, 'no call to the convention');
  }
  const asked = new Set(
    app.sandbox.calls.map(({ path }) => path).filter((path) => path.startsWith('/api/')),
  );
  const aboutSam = [...asked].filter((path) => path.startsWith('/api/v0/users/1002/'));
  assert.deepEqual([...asked].filter((path) => !aboutSam.includes(path)).sort(), [
    '/api/config',
    '/api/oauth/token',
    '/api/users/current',
    '/api/v0/dealers/search',
    '/api/v0/users/search',
    '/api/v0/volunteers/departments',
  ]);
  assert.ok(aboutSam.includes('/api/v0/users/1002/registration'));
});

/** The badge page shows when it was checked, which may change between two requests. */
function textWithoutTime(text: string): string {
  return text.replace(/Checked \d\d:\d\d/, 'Checked');
}
