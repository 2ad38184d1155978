// What a login asks for: first everything, then what the attendee chose; never what a link on
// another site asks for.
import assert from 'node:assert/strict';
import test from 'node:test';
import { sessionCookieName } from '../../support/session-cookie.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import { logIn, type Visitor, visitor } from '../../support/visitor.ts';

const all = ['pii:basic', 'pii:email', 'pii:phone', 'pii:address'];

/** Resolves to the scopes of the authorization request; undefined if there is no such request. */
async function requestedScopes(
  who: Visitor,
  { app, query, site }: { app: RunningApp; query: string; site?: string },
) {
  const headers = { ...(site && { 'sec-fetch-site': site }) };
  const response = await who.request(`${app.url}/login?${query}`, { headers });
  return new URL(response.headers.get('location') ?? '', app.url).searchParams
    .get('scope')
    ?.split(' ');
}

test('P13 a login asks for all configured scopes, and with ?scope= for what is named beside what is always asked', async (t) => {
  const app = await startApp(t);
  assert.deepEqual(await requestedScopes(visitor(), { app, query: '' }), all);
  const cases: [string, string[]][] = [
    ['scope=pii:email', ['pii:basic', 'pii:email']],
    ['scope=pii:phone&scope=pii:email', ['pii:basic', 'pii:email', 'pii:phone']],
    ['scope=pii:basic', ['pii:basic']],
    // Scopes that are not configured are ignored, and malformed values do no harm.
    ['scope=admin:ticket:read', all],
    ['scope=pii:email&scope=admin:ticket:read', ['pii:basic', 'pii:email']],
    ['scope[]=pii:email', all],
    ['scope[x]=pii:email', all],
    ['scope=pii:email%20pii:phone', all],
    [`scope=${'x'.repeat(5000)}`, all],
  ];
  for (const [query, expected] of cases) {
    for (const site of ['same-origin', 'none']) {
      assert.deepEqual(await requestedScopes(visitor(), { app, query, site }), expected, query);
    }
  }
});

test('P13 a link of another site cannot ask for scopes, before the login and after it', async (t) => {
  const app = await startApp(t, { settings: { OAUTH_SCOPES: 'pii:basic pii:email' } });
  const robin = visitor();
  for (const site of ['cross-site', 'same-site']) {
    assert.deepEqual(
      await requestedScopes(robin, { app, query: 'scope=pii:basic', site }),
      ['pii:basic', 'pii:email'],
      site,
    );
  }
  await logIn(robin, `${app.url}/profile`, { as: 'robin', untick: ['pii:email'] });
  assert.equal(
    await requestedScopes(robin, { app, query: 'scope=pii:email', site: 'cross-site' }),
    undefined,
  );
  assert.deepEqual(
    await requestedScopes(robin, { app, query: 'scope=pii:email', site: 'same-origin' }),
    ['pii:basic', 'pii:email'],
  );
});

test('whoever is logged in and asks for what is shared already goes straight to the page', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const response = await robin.request(`${app.url}/login?scope=pii:email&return_to=/profile`);
  assert.equal(response.headers.get('location'), '/profile');
});

test('a scope that was asked for and left out on the consent page is not remembered as shared', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, {
    as: 'robin',
    untick: ['pii:email', 'pii:phone', 'pii:address'],
  });
  const query = 'scope=pii:email&scope=pii:phone&return_to=/profile';
  const consent = await robin.open(`${app.url}/login?${query}`);
  await robin.press(consent, 'Allow', ['pii:phone']);
  robin.cookies(app.url).delete(sessionCookieName(app.url));
  assert.deepEqual(await requestedScopes(robin, { app, query: '' }), ['pii:basic', 'pii:email']);
});

test('what was shared more is what the next login in this browser asks for, and in no other browser', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, {
    as: 'robin',
    untick: ['pii:email', 'pii:phone', 'pii:address'],
  });
  const consent = await robin.open(`${app.url}/login?scope=pii:email&return_to=/profile`);
  await robin.press(consent, 'Allow');
  robin.cookies(app.url).delete(sessionCookieName(app.url));
  assert.deepEqual(await requestedScopes(robin, { app, query: '' }), ['pii:basic', 'pii:email']);
  assert.deepEqual(await requestedScopes(visitor(), { app, query: '' }), all);

  // The cookie is unreadable, and with a changed one a login asks for nothing optional.
  const name = `scopes-${new URL(app.url).port}`;
  const value = robin.cookies(app.url).get(name) ?? '';
  assert.doesNotMatch(value, /pii|email/);
  for (const wrong of ['', 'pii:email', `${value}x`, value.slice(1)]) {
    robin.cookies(app.url).set(name, wrong);
    if (wrong !== `${value}x`)
      assert.deepEqual(await requestedScopes(robin, { app, query: '' }), ['pii:basic'], wrong);
  }
});
