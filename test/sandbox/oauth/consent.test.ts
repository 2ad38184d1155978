import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  authorizationUrl,
  authorize,
  bothModes,
  logIn,
  redirectUri,
  sandboxFor,
  submit,
  visitorOf,
} from '../visitor.ts';

for (const mode of bothModes)
  test(`an attendee logs in, allows everything, and comes back with a code and the state (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const redirect = await authorize(sandbox, { attendee: 'robin', scope: 'pii:basic pii:email' });
    assert.equal(redirect.origin + redirect.pathname, redirectUri);
    assert.match(redirect.searchParams.get('code') ?? '', /^.{20,}$/);
    assert.equal(redirect.searchParams.get('state'), 'a-state');
  });

test('in tolerant mode, unticked scopes are not granted, and the token response says so', async (t) => {
  const sandbox = await sandboxFor(t);
  const tokens = await logIn(sandbox, {
    attendee: 'robin',
    scope: 'pii:basic pii:email pii:phone',
    ticked: ['pii:phone'],
  });
  assert.equal(tokens.scope, 'pii:basic pii:phone');
});

test('in tolerant mode, pii:basic is shown, fixed, and always included', async (t) => {
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

for (const mode of bothModes)
  test(`Deny redirects back with access_denied (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
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

for (const mode of bothModes)
  test(`a repeated login needs no click when everything is already allowed (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
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

for (const mode of bothModes)
  test(`a scope that no attendee can grant is rejected at once (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    for (const scope of ['pii:basic registration:read', 'nonsense']) {
      const { location } = await visitorOf(sandbox).open(authorizationUrl(sandbox, scope));
      assert.equal(location?.searchParams.get('error'), 'invalid_scope', scope);
    }
  });

for (const mode of bothModes)
  test(`a redirect URI that is not registered is never used (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const url = authorizationUrl(sandbox, 'pii:basic');
    url.searchParams.set('redirect_uri', `${redirectUri}/elsewhere`);
    const { response, page, location } = await visitorOf(sandbox).open(url);
    assert.equal(location, null);
    assert.equal(response.status, 400);
    assert.match(page, /<h1>This did not work<\/h1>/);
  });

for (const mode of bothModes)
  test(`a broken form or a lost login gets a page that says so (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const visitor = visitorOf(sandbox);
    const { page } = await visitor.open(authorizationUrl(sandbox, 'pii:basic'));
    const unknownAttendee = await submit(visitor, { page, fields: [['attendee', 'nobody']] });
    assert.equal(unknownAttendee.response.status, 400);
    const otherBrowser = await submit(visitorOf(sandbox), {
      page,
      fields: [['attendee', 'robin']],
    });
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

test('in strict mode, the consent page lists the scopes without boxes, and Allow grants all of them', async (t) => {
  const sandbox = await sandboxFor(t, { strict: true });
  const visitor = visitorOf(sandbox);
  const scope = 'pii:basic pii:email';
  const { page } = await visitor.open(authorizationUrl(sandbox, scope));
  const consent = await submit(visitor, { page, fields: [['attendee', 'sam']] });
  assert.match(consent.page, /<li>Your email address<\/li>/);
  assert.doesNotMatch(consent.page, /checkbox/);
  const tokens = await logIn(sandbox, { attendee: 'robin', scope, ticked: [] });
  assert.equal(tokens.scope, scope);
});

for (const mode of bothModes)
  test(`an attendee who lacks a requested scope can log in only in tolerant mode (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const visitor = visitorOf(sandbox);
    const { page } = await visitor.open(authorizationUrl(sandbox, 'pii:basic con:read'));
    const consent = await submit(visitor, { page, fields: [['attendee', 'noa']] });
    assert.equal(consent.response.status, mode.strict ? 400 : 200);
    assert.equal(
      consent.page.includes('The site sent an invalid request: noa has no access to con:read.'),
      mode.strict,
    );
    const own = await visitor.open(authorizationUrl(sandbox, 'pii:basic'));
    assert.equal(own.response.status, 200, 'noa may share everything that she has');
  });

test('after a switch to strict mode, an earlier consent does not help an attendee who lacks the scope', async (t) => {
  const sandbox = await sandboxFor(t);
  const visitor = visitorOf(sandbox);
  await authorize(sandbox, { attendee: 'noa', scope: 'pii:basic con:read' }, visitor);
  const asked = await visitor.open(authorizationUrl(sandbox, 'con:read pii:email'));
  sandbox.mode.strict = true;
  const allowed = await submit(visitor, { page: asked.page, fields: [['decision', 'allow']] });
  const again = await visitor.open(authorizationUrl(sandbox, 'con:read'));
  for (const { response, location } of [allowed, again])
    assert.deepEqual([response.status, location], [400, null]);
});
