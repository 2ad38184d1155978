// What a login asks for: first everything, then what the attendee chose; never what a link on
// another site asks for.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Request, Response } from 'express';
import { shareMore } from '../../../src/login/optional/share-more.ts';
import type { LoginRequest } from '../../../src/login/pending-login.ts';
import { sessionCookieName } from '../../support/session-cookie.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import { fromOwnPage, logIn, type Visitor, visitor } from '../../support/visitor.ts';

const all = ['pii:basic', 'pii:email', 'pii:phone', 'pii:address'];

type Headers = Record<string, string>;

/** Resolves to the scopes of the authorization request; undefined if there is no such request. */
async function requestedScopes(
  who: Visitor,
  { app, query, headers = {} }: { app: RunningApp; query: string; headers?: Headers },
) {
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
    for (const headers of [fromOwnPage, { referer: `${app.url}/profile` }]) {
      assert.deepEqual(await requestedScopes(visitor(), { app, query, headers }), expected, query);
    }
  }
});

/** A link that no page of this site has led to: in old browsers, without Fetch Metadata. */
const elsewhere: Headers[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  // Typed, a bookmark, or from a mail program.
  { 'sec-fetch-site': 'none' },
  {},
  { referer: 'https://evil.example/' },
  { origin: 'null', referer: 'https://evil.example/' },
];

test('P13 no link from elsewhere asks for scopes, before the login and after it', async (t) => {
  const app = await startApp(t, { settings: { OAUTH_SCOPES: 'pii:basic pii:email' } });
  const robin = visitor();
  const both = ['pii:basic', 'pii:email'];
  for (const headers of [...elsewhere, { referer: `${app.url}.evil.example/` }]) {
    const asked = await requestedScopes(visitor(), { app, query: 'scope=pii:basic', headers });
    assert.deepEqual(asked, both, JSON.stringify(headers));
  }
  await logIn(robin, `${app.url}/profile`, { as: 'robin', untick: ['pii:email'] });
  const query = 'scope=pii:email';
  for (const headers of elsewhere) {
    const asked = await requestedScopes(robin, { app, query, headers });
    assert.equal(asked, undefined, JSON.stringify(headers));
  }
  for (const headers of [fromOwnPage, { referer: `${app.url}/profile` }])
    assert.deepEqual(await requestedScopes(robin, { app, query, headers }), both);
});

test('whoever is logged in and asks for what is shared already goes straight to the page', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const response = await robin.request(`${app.url}/login?scope=pii:email&return_to=/profile`, {
    headers: fromOwnPage,
  });
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
  const consent = await robin.open(`${app.url}/login?${query}`, app.url);
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
  const consent = await robin.open(`${app.url}/login?scope=pii:email&return_to=/profile`, app.url);
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

test('more is asked for if one of the named scopes is not granted yet, and nothing if all are', async () => {
  const scopes = ['pii:basic', 'pii:email', 'pii:phone'];
  const publicUrl = new URL('https://a.example');
  const { beforeLeaving } = shareMore({ publicUrl, scopes, optionalScopes: scopes.slice(1) });
  const leave = async (scope: string[]) => {
    const request: LoginRequest = { scopes: [], returnTo: '/' };
    const req = {
      headers: { 'sec-fetch-site': 'same-origin' },
      query: { scope },
      attendee: { userId: '7', grantedScopes: ['pii:basic', 'pii:email'] },
    };
    await beforeLeaving?.(req as unknown as Request, {} as Response, request);
    return request.evenIfLoggedIn === true;
  };
  assert.equal(await leave(['pii:email', 'pii:phone']), true);
  assert.equal(await leave(['pii:email']), false);
});
