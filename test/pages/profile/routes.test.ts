// The profile page over HTTP: exactly what was granted, hostile text inert, and clear pages when the convention fails.
import assert from 'node:assert/strict';
import test from 'node:test';
import { checkInert } from '../../support/check-inert.ts';
import { startApp } from '../../support/start-app.ts';
import { logIn, visitor } from '../../support/visitor.ts';

const gated: Record<string, string> = {
  'pii:email': 'robin@example.org',
  'pii:phone': '12025551001',
  'pii:address': 'Harbour Lane',
};

test('P48 the page shows exactly what was granted, for every subset of the scopes', async (t) => {
  const app = await startApp(t);
  const scopes = Object.keys(gated);
  for (let subset = 0; subset < 8; subset += 1) {
    const untick = scopes.filter((_, bit) => !(subset & (1 << bit)));
    await app.restartSandbox();
    const page = await logIn(visitor(), `${app.url}/profile`, { as: 'robin', untick });
    assert.equal(page.status, 200);
    for (const [scope, value] of Object.entries(gated)) {
      assert.equal(
        page.text.replace(/\s/g, '').includes(value.replace(/\s/g, '')),
        !untick.includes(scope),
        `${scope} without ${untick}`,
      );
    }
    assert.equal(page.text.includes('Not shared with this site'), untick.length > 0);
  }
});

test('what the convention sends without its scope is not shown', async (t) => {
  const app = await startApp(t, { settings: { OAUTH_SCOPES: 'pii:basic' } });
  const page = await logIn(visitor(), `${app.url}/profile`, { as: 'robin' });
  for (const value of Object.values(gated)) assert.ok(!page.html.includes(value));
});

test('P63 hostile text in every field is shown as text and adds no element', async (t) => {
  const app = await startApp(t);
  const mallorys = await logIn(visitor(), `${app.url}/profile`, { as: 'mallory' });
  assert.match(mallorys.text, /<script>alert\(1\)<\/script>/);
  checkInert(mallorys);
});

test('a personal page is not stored, not indexed and isolates the attendee’s own words', async (t) => {
  const app = await startApp(t);
  const page = await logIn(visitor(), `${app.url}/profile`, { as: 'robin' });
  assert.equal(page.headers.get('cache-control'), 'no-store');
  assert.equal(page.headers.get('x-robots-tag'), 'noindex');
  assert.equal(page.$('bdi:contains("robin_banks")').length, 1);
  assert.equal(page.$('title').text(), 'Your profile - Attendee pages - Testcon');
  assert.equal(page.$('h1').length, 1);
  assert.equal(page.$('nav [aria-current=page]').text(), 'Profile');
  assert.ok(!page.$('title').text().includes('Robin'));
});

test('while the convention is away the page is 502 with the session kept, and works again when it is back', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  await app.sandbox.close();
  const page = await robin.open(`${app.url}/profile`);
  assert.equal(page.status, 502);
  assert.match(page.text, /^Sorry, we cannot reach the registration system Your registration is not affected/);
  assert.equal(page.$('.site-account button').text(), 'Log out');
  assert.equal(robin.cookies(app.url).size, 1);
});

test('another method than GET on the page is 405', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const response = await robin.request(`${app.url}/profile`, {
      method,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    assert.equal(response.status, 405, method);
    assert.equal(response.headers.get('allow'), 'GET, HEAD');
  }
});
