import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  authorizationUrl,
  authorize,
  bothModes,
  logIn,
  sandboxFor,
  submit,
  visitorOf,
} from '../visitor.ts';

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
