import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  authorizationUrl,
  authorize,
  bothModes,
  redirectUri,
  sandboxFor,
  submit,
  visitorOf,
} from '../visitor.ts';

for (const mode of bothModes)
  test(`logging out ends the browser’s session: the next login asks who it is (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const visitor = visitorOf(sandbox);
    await authorize(sandbox, { attendee: 'robin', scope: 'pii:basic' }, visitor);
    const { response, page } = await visitor.open('/oauth/logout');
    assert.equal(response.status, 200);
    assert.match(page, /<h1>You are logged out<\/h1>/);
    assert.match(
      (await visitor.open(authorizationUrl(sandbox, 'pii:basic'))).page,
      /<h1>Log in<\/h1>/,
    );
  });

test('with prompt=login the sandbox asks who it is although somebody is logged in, and another attendee may be chosen', async (t) => {
  const sandbox = await sandboxFor(t);
  const visitor = visitorOf(sandbox);
  await authorize(sandbox, { attendee: 'robin', scope: 'pii:basic' }, visitor);
  const address = authorizationUrl(sandbox, 'pii:basic');
  assert.ok(
    (await visitor.open(address)).location,
    'without prompt=login, the sandbox redirects at once',
  );
  address.searchParams.set('prompt', 'login');
  for (const attendee of ['sam', 'sam', 'robin']) {
    const { page } = await visitor.open(address);
    assert.match(page, /<h1>Log in<\/h1>/);
    const consent = await submit(visitor, { page, fields: [['attendee', attendee]] });
    assert.match(consent.page, new RegExp(`<strong>${attendee}</strong>`));
    const fields: [string, string][] = [['decision', 'allow']];
    assert.ok((await submit(visitor, { page: consent.page, fields })).location);
  }
});

for (const mode of bothModes)
  test(`logging out redirects to the client’s site, and to no other site (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const home = await visitorOf(sandbox).open(
      `/oauth/logout?next=${encodeURIComponent(new URL('/', redirectUri).href)}`,
    );
    assert.equal(home.location?.href, new URL('/', redirectUri).href);
    for (const next of [
      'https://elsewhere.example.org/',
      '//elsewhere.example.org',
      'javascript:alert(1)',
    ]) {
      const { location, response } = await visitorOf(sandbox).open(
        `/oauth/logout?next=${encodeURIComponent(next)}`,
      );
      assert.deepEqual([location, response.status], [null, 200], next);
    }
  });
