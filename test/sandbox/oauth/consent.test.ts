import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  authorizationUrl,
  authorize,
  logIn,
  redirectUri,
  sandboxFor,
  submit,
  visitorOf,
} from '../visitor.ts';

test('an attendee logs in, allows everything, and comes back with a code and the state', async (t) => {
  const sandbox = await sandboxFor(t);
  const redirect = await authorize(sandbox, { attendee: 'robin', scope: 'pii:basic pii:email' });
  assert.equal(redirect.origin + redirect.pathname, redirectUri);
  assert.match(redirect.searchParams.get('code') ?? '', /^.{20,}$/);
  assert.equal(redirect.searchParams.get('state'), 'a-state');
});

test('unticked scopes are not granted, and the token response says so', async (t) => {
  const sandbox = await sandboxFor(t);
  const tokens = await logIn(sandbox, {
    attendee: 'robin',
    scope: 'pii:basic pii:email pii:phone',
    ticked: ['pii:phone'],
  });
  assert.equal(tokens.scope, 'pii:basic pii:phone');
});

test('pii:basic is shown, fixed, and always included', async (t) => {
  const sandbox = await sandboxFor(t);
  const visitor = visitorOf(sandbox);
  const { page } = await visitor.open(authorizationUrl(sandbox, 'pii:basic pii:email'));
  const consent = await submit(visitor, { page, fields: [['attendee', 'sam']] });
  assert.match(
    consent.page,
    /<input type="checkbox" name="scope" value="pii:basic" checked disabled>/,
  );
  assert.match(consent.page, /<input type="checkbox" name="scope" value="pii:email" checked>/);
  const tokens = await logIn(sandbox, {
    attendee: 'robin',
    scope: 'pii:basic pii:email',
    ticked: [],
  });
  assert.equal(tokens.scope, 'pii:basic');
});

test('Deny redirects back with access_denied', async (t) => {
  const sandbox = await sandboxFor(t);
  const visitor = visitorOf(sandbox);
  const logInPage = await visitor.open(authorizationUrl(sandbox, 'pii:basic'));
  const consentPage = await submit(visitor, {
    page: logInPage.page,
    fields: [['attendee', 'robin']],
  });
  const { location } = await submit(visitor, {
    page: consentPage.page,
    fields: [['decision', 'deny']],
  });
  assert.equal(location?.searchParams.get('error'), 'access_denied');
  assert.equal(location?.searchParams.get('state'), 'a-state');
  assert.equal(location?.searchParams.get('code'), null);
});

test('a repeated login needs no click when everything is already allowed', async (t) => {
  const sandbox = await sandboxFor(t);
  const visitor = visitorOf(sandbox);
  await authorize(sandbox, { attendee: 'robin', scope: 'pii:basic pii:email' }, visitor);
  const { location } = await visitor.open(authorizationUrl(sandbox, 'pii:basic'));
  assert.ok(location?.searchParams.get('code'));
});

test('consent is asked again for a scope not allowed before, and in a new browser', async (t) => {
  const sandbox = await sandboxFor(t);
  const login = { attendee: 'robin', scope: 'pii:basic pii:email' };
  const visitor = visitorOf(sandbox);
  await authorize(sandbox, { ...login, ticked: [] }, visitor);
  const again = await visitor.open(authorizationUrl(sandbox, login.scope));
  assert.match(again.page, /value="pii:email" checked/);
  const fresh = visitorOf(sandbox);
  const { page } = await fresh.open(authorizationUrl(sandbox, 'pii:basic'));
  const consent = await submit(fresh, { page, fields: [['attendee', 'robin']] });
  assert.match(consent.page, /value="pii:basic" checked/);
});

test('unticking a scope that was allowed earlier revokes it', async (t) => {
  const sandbox = await sandboxFor(t);
  const visitor = visitorOf(sandbox);
  await authorize(sandbox, { attendee: 'robin', scope: 'pii:basic pii:email' }, visitor);
  const wider = await visitor.open(authorizationUrl(sandbox, 'pii:basic pii:email pii:phone'));
  const fields: [string, string][] = [
    ['decision', 'allow'],
    ['scope', 'pii:phone'],
  ];
  assert.ok((await submit(visitor, { page: wider.page, fields })).location);
  const scopesAllowed = async (scope: string) =>
    (await visitor.open(authorizationUrl(sandbox, scope))).location !== null;
  assert.equal(await scopesAllowed('pii:basic pii:phone'), true);
  assert.equal(await scopesAllowed('pii:email'), false);
});

test('a scope that no attendee can grant is rejected at once', async (t) => {
  const sandbox = await sandboxFor(t);
  for (const scope of ['pii:basic registration:read', 'nonsense']) {
    const { location } = await visitorOf(sandbox).open(authorizationUrl(sandbox, scope));
    assert.equal(location?.searchParams.get('error'), 'invalid_scope', scope);
  }
});

test('a redirect URI that is not registered is never used', async (t) => {
  const sandbox = await sandboxFor(t);
  const url = authorizationUrl(sandbox, 'pii:basic');
  url.searchParams.set('redirect_uri', `${redirectUri}/elsewhere`);
  const { response, page, location } = await visitorOf(sandbox).open(url);
  assert.equal(location, null);
  assert.equal(response.status, 400);
  assert.match(page, /<h1>This did not work<\/h1>/);
});

test('a broken form or a lost login gets a page that says so', async (t) => {
  const sandbox = await sandboxFor(t);
  const visitor = visitorOf(sandbox);
  const { page } = await visitor.open(authorizationUrl(sandbox, 'pii:basic'));
  const unknownAttendee = await submit(visitor, { page, fields: [['attendee', 'nobody']] });
  assert.equal(unknownAttendee.response.status, 400);
  const otherBrowser = await submit(visitorOf(sandbox), { page, fields: [['attendee', 'robin']] });
  assert.equal(otherBrowser.response.status, 400);
  assert.match(otherBrowser.page, /Go back to the site and log in again/);
  const consent = await submit(visitor, { page, fields: [['attendee', 'robin']] });
  const secondLogin = await visitor.open(
    String(/action="([^"]+)consent"/.exec(consent.page)?.[1]).concat('login'),
    new URLSearchParams({ attendee: 'sam' }),
  );
  assert.equal(secondLogin.response.status, 400);
  const undecided = await submit(visitor, { page: consent.page, fields: [] });
  assert.equal(undecided.response.status, 400);
});
