import assert from 'node:assert/strict';
import test from 'node:test';
import { rowsOf } from '../../support/rows-of.ts';
import { attendeeId, calls, startScriptedApp } from '../../support/scripted-app.ts';
import { setFaults } from '../../support/set-faults.ts';
import { startApp } from '../../support/start-app.ts';
import { confirm, logIn, visitor } from '../../support/visitor.ts';

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
    'Table has a fee': 'Yes',
    'Requested table types': 'Full table, Half table',
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

test('each of several applications is shown, one pending and one with an unknown status', async (t) => {
  const app = await startApp(t, { settings });
  const page = await logIn(visitor(), `${app.url}/dealer`, { as: 'dee' });
  const statuses = page.$('dt:contains("Status") + dd').toArray();
  assert.deepEqual(
    statuses.map((status) => page.$(status).text().trim()),
    ['Waiting for a decision', 'waitlisted'],
  );
  const headings = page.$('main h3').toArray();
  assert.deepEqual(
    headings.map((heading) => page.$(heading).text()),
    ['Application 1', 'Application 2'],
  );
  assert.match(
    page.text,
    /Application 1 Status Waiting for a decision.* Table number Not assigned yet/,
  );
  assert.doesNotMatch(page.text, /Payment|Paid/);
});

test('a person who has not applied sees that, and where to apply', async (t) => {
  const app = await startApp(t, { settings });
  const page = await logIn(visitor(), `${app.url}/dealer`, { as: 'sam' });
  assert.equal(page.status, 200);
  assert.match(page.text, /^Dealer application You have not applied as a dealer\. Want a table\?/);
  assert.equal(page.$('main a').text().trim(), 'Go to Testcon registration');
});

test('when the convention ignores the filter, no other dealer is shown, and the attendee’s own record still is', async (t) => {
  const app = await startApp(t, { settings });
  const [robin, sam] = [visitor(), visitor()];
  await logIn(robin, `${app.url}/dealer`, { as: 'robin' });
  await logIn(sam, `${app.url}/dealer`, { as: 'sam' });
  await setFaults(app.sandbox, [{ fault: 'filter-ignored', route: calls.dealers }]);
  const [own, none] = [await robin.open(`${app.url}/dealer`), await sam.open(`${app.url}/dealer`)];
  assert.match(own.text, /Robin's Nest Boxes/);
  assert.match(none.text, /^Dealer application You have not applied as a dealer\. /);
  for (const page of [own, none])
    assert.doesNotMatch(page.html, /Daughters|dee@example|waitlisted|alert\(/);
});

test('dealers are requested at the configured path', async (t) => {
  const app = await startApp(t, {
    settings: { ...settings, DEALER_SEARCH_PATH: '/api/v0/dealers/search' },
  });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  app.sandbox.mode.strict = true;
  const page = await robin.open(`${app.url}/dealer`);
  assert.match(page.text, /Robin's Nest Boxes/);
  assert.ok(app.sandbox.calls.some(({ path }) => path === '/api/v0/dealers/search'));
  assert.ok(!app.sandbox.calls.some(({ path }) => path === '/api/v0/users/search'));
});

test('150 businesses of 20 applications each are cut to a page of modest size', async (t) => {
  const options = Array.from({ length: 10 }, (_, id) => ({ id, name: `Q${id}`, value: 'A' }));
  const applications = Array.from({ length: 20 }, (_, id) => ({
    id,
    options: id === 0 ? options : [],
  }));
  const data = Array.from({ length: 150 }, (_, id) => ({
    id,
    user: { id: attendeeId },
    applications,
  }));
  const app = await startScriptedApp(t, { [calls.dealers]: { data } });
  const page = await app.open('/dealer');
  assert.equal(page.status, 200);
  assert.ok(page.html.length < 200_000, `${page.html.length} characters`);
});
