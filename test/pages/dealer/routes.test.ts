import assert from 'node:assert/strict';
import test from 'node:test';
import { rowsOf } from '../../support/app/rows-of.ts';
import { calls } from '../../support/app/scripted-app.ts';
import { type RunningApp, startApp } from '../../support/app/start-app.ts';
import { confirm, logIn, visitor } from '../../support/app/visitor.ts';
import { setFaults } from '../../support/platform/set-faults.ts';

const settings = { SERVICE_SCOPES: 'vendor:read' };

test('a dealer sees the application, and the folded details of the business', async (t) => {
  const app = await startApp(t, { settings });
  const page = await logIn(visitor(), `${app.url}/dealer`, { as: 'robin' });
  assert.equal(page.status, 200);
  assert.match(page.text, /^Dealer application Robin's Nest Boxes Status approved/);
  assert.deepEqual(rowsOf(page), {
    Status: 'approved',
    'Table number': 'A12',
    'Table type': 'Full table',
    'Table is paid for': 'Yes',
    'Also requested': 'Full table, Half table',
    Area: 'Main hall',
    'Special requests': 'Near a power outlet, please',
    Helpers: '1',
    'Business email': 'shop@example.org',
    'Business address': '12 Harbour Lane, Portland, OR 97201, United States',
    Website: 'https://shop.example.org',
  });
  assert.equal(page.$('details:contains("Business details") .row').length, 3);
  assert.equal(
    page.$('bdi:contains("Harbour Lane") ~ br').length,
    2,
    'each line of an address is on a new line',
  );
});

test('the contacts of a business say that they come from the application, and stay when sharing ends', async (t) => {
  const app = await startApp(t, { settings });
  const robin = visitor();
  const question = await logIn(robin, `${app.url}/sharing/stop?scope=pii:address`, { as: 'robin' });
  assert.match(question.text, /What you wrote in your dealer application still shows there/);
  await robin.press(question, 'Stop sharing');
  const page = await confirm(robin, await robin.open(`${app.url}/dealer`));
  assert.match(
    page.$('details').text().replaceAll(/\s+/g, ' '),
    /Business details From your dealer application\..*whatever you choose to share\..*12 Harbour Lane/,
  );
});

test('when the convention ignores the filter, an attendee sees their own record, and nobody is told that they have none', async (t) => {
  const app = await startApp(t, { settings });
  const [robin, sam] = [visitor(), visitor()];
  await logIn(robin, `${app.url}/dealer`, { as: 'robin' });
  await logIn(sam, `${app.url}/dealer`, { as: 'sam' });
  await setFaults(app.sandbox, [{ fault: 'filter-ignored', route: calls.dealers }]);
  const [own, unknown] = [
    await robin.open(`${app.url}/dealer`),
    await sam.open(`${app.url}/dealer`),
  ];
  assert.match(own.text, /Robin's Nest Boxes/);
  assert.equal(unknown.status, 502);
  assert.match(unknown.text, /^We can’t read this record right now You’re still logged in/);
  for (const page of [own, unknown])
    assert.doesNotMatch(page.html, /Daughters|dee@example|waitlisted|alert\(/);
});

const [ofInterface, documented] = ['/api/v0/users/search', '/api/v0/dealers/search'];
const searchesOf = (app: RunningApp) =>
  app.sandbox.calls.map(({ path }) => path).filter((path) => path.endsWith('/search'));

test('dealers see their application on a platform with either path, without a setting', async (t) => {
  const app = await startApp(t, { settings });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  for (const strict of [false, true]) {
    app.sandbox.mode.strict = strict;
    app.sandbox.calls.length = 0;
    await app.restartApp({});
    for (const _ of [1, 2])
      assert.match((await robin.open(`${app.url}/dealer`)).text, /Robin's Nest Boxes/);
    assert.deepEqual(
      searchesOf(app),
      strict ? [documented, documented] : [documented, ofInterface, ofInterface],
    );
  }
});

test('P49 at a configured path that searches users, nothing of them is shown, logged or kept, and the cause names the setting', async (t) => {
  const app = await startApp(t, {
    sandbox: { strict: true, attendees: 300 },
    settings: {
      OAUTH_PKCE: 'off',
      SERVICE_SCOPES: 'vendor:read user:read',
      DEALER_SEARCH_PATH: ofInterface,
    },
  });
  const sam = visitor();
  const page = await logIn(sam, `${app.url}/dealer`, { as: 'sam' });
  assert.equal(page.status, 502);
  assert.match(page.text, /^We can’t read this record right now/);
  assert.deepEqual(searchesOf(app), [ofInterface], 'one request, and no further page');
  const strangers = /guest-|robin|mallory|Lynx|\+1202555/i;
  assert.doesNotMatch(page.$('main').text(), strangers);
  assert.doesNotMatch(app.logLines.join(''), strangers);
  const [line = '{}'] = app.logLines.filter((each) => each.includes('platform-dealer-search'));
  assert.match(JSON.parse(line).fix, /set DEALER_SEARCH_PATH/);
  await sam.open(`${app.url}/dealer`);
  assert.deepEqual(searchesOf(app), [ofInterface, ofInterface], 'the response is not cached');
});
