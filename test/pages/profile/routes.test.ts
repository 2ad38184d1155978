import assert from 'node:assert/strict';
import test from 'node:test';
import { rowsOf } from '../../support/app/rows-of.ts';
import { calls, startScriptedApp } from '../../support/app/scripted-app.ts';
import { startApp } from '../../support/app/start-app.ts';
import { logIn, visitor } from '../../support/app/visitor.ts';

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

test('a megabyte-long name is cut, in the header too, and its initial is one letter', async (t) => {
  const app = await startScriptedApp(t, {
    [calls.user]: { id: 77, preferredName: 'W'.repeat(1_000_000) },
  });
  const page = await app.open('/profile');
  assert.equal(page.status, 200);
  assert.equal(page.$('.person-name').text(), `${'W'.repeat(1000)}…`);
  assert.equal(page.$('main svg.initials text').text(), 'W');
  assert.ok(page.html.length < 20_000, `${page.html.length} characters`);
});
