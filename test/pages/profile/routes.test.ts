import assert from 'node:assert/strict';
import test from 'node:test';
import { rowsOf } from '../../support/app/rows-of.ts';
import { calls, startScriptedApp } from '../../support/app/scripted-app.ts';
import { startApp } from '../../support/app/start-app.ts';
import { logIn, visitor } from '../../support/app/visitor.ts';
import { setFaults } from '../../support/platform/set-faults.ts';

const gated: Record<string, string> = {
  'pii:email': 'robin@example.org',
  'pii:phone': '12025551001',
  'pii:address': 'Harbour Lane',
};
const withoutSpaces = (text: string) => text.replace(/\s/g, '');

test('P50 the page shows exactly what was granted, for every subset of the scopes', async (t) => {
  const app = await startApp(t);
  const scopes = Object.keys(gated);
  for (let subset = 0; subset < 8; subset += 1) {
    const untick = scopes.filter((_, bit) => !(subset & (1 << bit)));
    await app.restartSandbox();
    const page = await logIn(visitor(), `${app.url}/profile`, { as: 'robin', untick });
    assert.equal(page.status, 200);
    for (const [scope, value] of Object.entries(gated)) {
      assert.equal(
        withoutSpaces(page.text).includes(withoutSpaces(value)),
        !untick.includes(scope),
        `${scope} without ${untick}`,
      );
    }
    assert.equal(page.text.includes('You haven’t shared'), untick.length > 0);
  }
});

test('fields that the convention sends without their scope are not shown', async (t) => {
  const app = await startApp(t, { settings: { OAUTH_SCOPES: 'pii:basic' } });
  const page = await logIn(visitor(), `${app.url}/profile`, { as: 'robin' });
  for (const value of Object.values(gated))
    assert.ok(!withoutSpaces(page.html).includes(withoutSpaces(value)), value);
});

test('a personal page is not indexed and isolates the attendee’s own words', async (t) => {
  const app = await startApp(t);
  const page = await logIn(visitor(), `${app.url}/profile`, { as: 'robin' });
  assert.equal(page.headers.get('x-robots-tag'), 'noindex');
  assert.equal(page.$('bdi:contains("robin_banks")').length, 1);
  assert.equal(page.$('title').text(), 'Your profile - Testcon');
  assert.equal(page.$('h1').length, 1);
  assert.equal(page.$('nav [aria-current=page]').text(), 'Profile');
  assert.ok(!page.$('title').text().includes('Robin'));
});

test('the profile shows the convention’s record (docs/interface.md, section 2.1), and initials for the picture', async (t) => {
  const app = await startApp(t);
  const page = await logIn(visitor(), `${app.url}/profile`, { as: 'robin' });
  assert.deepEqual(rowsOf(page), {
    Email: 'robin@example.org',
    Phone: '+1 202 555 1001',
    Address: '12 Harbour Lane, Apartment 4, Portland, OR 97201, United States',
    Identity: 'Name and date of birth Confirmed',
    'Legal name': 'Roberta Banks',
    'Date of birth': 'March 1, 1990',
    Roles: 'Staff, Signed the NDA',
    Volunteering: 'Volunteer, Department lead',
  });
  assert.match(page.text, /^Your profile Robin @robin_banks Contact/);
  assert.equal(
    page.$('.person .calm bdi').text(),
    '@robin_banks',
    'the @ is in the same element as the username',
  );
  assert.match(page.text, /robin@example\.org Confirmed Phone/);
  assert.equal(page.$('main svg.initials text').text(), 'R');
  assert.equal(
    page.$('bdi[dir]').parent().html(),
    '<bdi translate="no" dir="ltr">+1 202 555 1001</bdi>',
  );
  assert.equal(
    page.$('bdi:contains("Harbour Lane") ~ br').length,
    3,
    'each line of an address is on a new line',
  );
  assert.deepEqual(
    Object.keys(rowsOf(page, 'details')).slice(0, 2),
    ['Legal name', 'Date of birth'],
    'the details contain these rows',
  );
});

test('the profile without optional values leaves out what does not apply, and names unconfirmed values', async (t) => {
  const app = await startApp(t);
  const page = await logIn(visitor(), `${app.url}/profile`, { as: 'sam' });
  const rows = rowsOf(page);
  assert.match(page.text, /^Your profile sam Contact Email sam@example\.org Not confirmed yet/);
  assert.equal(page.$('details:contains("Legal name")').text().includes('Samuel Okafor'), true);
  page.$('details').remove();
  assert.equal(
    page.$('body').text().includes('Okafor'),
    false,
    'the legal name is only in the details',
  );
  assert.equal(rows.Identity, 'Name and date of birth To be checked at the desk');
  assert.deepEqual(['Volunteering' in rows, 'Roles' in rows], [false, false]);
  assert.equal(page.$('#at-convention').length, 0);
});

test('if an identity can be confirmed before, the profile links there', async (t) => {
  const IDENTITY_URL = 'https://id.testcon.example/confirm';
  const app = await startApp(t, { settings: { IDENTITY_URL } });
  const page = await logIn(visitor(), `${app.url}/profile`, { as: 'kit' });
  const link = page.$('#on-id ~ .surface .row-action a').first();
  assert.deepEqual([link.text().trim(), link.attr('href')], ['Confirm: Identity', IDENTITY_URL]);
});

test('a shared field has four states on the page: its value, empty, not available, and not shared', async (t) => {
  const app = await startApp(t);
  const [robin, blair] = [visitor(), visitor()];
  const full = await logIn(robin, `${app.url}/profile`, { as: 'robin', untick: ['pii:email'] });
  assert.equal(rowsOf(full).Phone, '+1 202 555 1001');
  assert.ok(!('Email' in rowsOf(full)));
  assert.match(
    full.text,
    /See your email address here too\? You haven’t shared it with us\. Your registration isn’t affected\. Share On your ID/,
  );
  const empty = await logIn(blair, `${app.url}/profile`, { as: 'blair' });
  assert.deepEqual([rowsOf(empty).Phone, rowsOf(empty).Address], ['Not provided', 'Not provided']);
  assert.match(
    empty.$('dt:contains("Phone") ~ .row-action').text(),
    /^Add it: Phone\s+\(opens the Testcon registration site\)/,
  );
  for (const [fault, said] of [
    ['missing-fields', 'Not available right now'],
    ['null-fields', 'Not provided'],
  ] as const) {
    await setFaults(app.sandbox, [{ fault, route: calls.user, fields: ['phone'] }]);
    assert.equal(rowsOf(await robin.open(`${app.url}/profile`)).Phone, said);
  }
});

test('a record with nothing but an id leads to a page that names the values that are not available', async (t) => {
  const app = await startScriptedApp(t, {});
  const page = await app.open('/profile');
  assert.equal(page.status, 200);
  const { Identity: _, ...others } = rowsOf(page);
  assert.deepEqual([...new Set(Object.values(others))], ['Not available right now']);
  assert.match(page.text, /^Your profile No name yet Contact/);
});

test('a name of a megabyte is cut, in the header too, and its initial is one letter', async (t) => {
  const app = await startScriptedApp(t, {
    [calls.user]: { id: 77, preferredName: 'W'.repeat(1_000_000) },
  });
  const page = await app.open('/profile');
  assert.equal(page.status, 200);
  assert.equal(page.$('.person-name').text(), `${'W'.repeat(1000)}…`);
  assert.equal(page.$('main svg.initials text').text(), 'W');
  assert.ok(page.html.length < 20_000, `${page.html.length} characters`);
});
