import assert from 'node:assert/strict';
import test from 'node:test';
import { hasLoopback, isRegistered } from '../../../src/sandbox/oauth/redirect-uris.ts';
import { readSandboxSettings } from '../../../src/sandbox/settings.ts';
import { askForTokens, authorizationUrl, sandboxFor, submit, visitorOf } from '../visitor.ts';

const { redirectUris } = readSandboxSettings({});

const accepted = [
  'http://localhost:3000/login/callback',
  'http://localhost:61023/login/callback',
  'http://localhost/login/callback',
  'http://127.0.0.1:8080/login/callback',
  'http://[::1]:8080/login/callback',
];

const refused = [
  'http://localhost:3000/login/callback/',
  'http://localhost:3000/login/callback?next=1',
  'http://localhost:3000/login/../login/callback',
  'http://localhost:3000/LOGIN/callback',
  'http://localhost:3000',
  'https://localhost:3000/login/callback',
  'http://localhost.evil.example:3000/login/callback',
  'http://localhost:3000@evil.example/login/callback',
  'http://localhost:99999/login/callback',
  'http://127.0.0.2:3000/login/callback',
  'http://[::2]:3000/login/callback',
  'http://evil.example/login/callback',
  'javascript:alert(1)',
];

test('in tolerant mode, by default a login returns to any port of this computer, at the one path (RFC 8252 7.3)', async (t) => {
  const sandbox = await sandboxFor(t, { redirectUris });
  for (const redirectUri of accepted) {
    const visitor = visitorOf(sandbox);
    const request = authorizationUrl(sandbox, 'pii:basic');
    request.searchParams.set('redirect_uri', redirectUri);
    const { page } = await visitor.open(request);
    const consent = await submit(visitor, { page, fields: [['attendee', 'robin']] });
    const fields: [string, string][] = [['decision', 'allow']];
    // The sandbox asks for consent only once.
    const { location } = consent.location
      ? consent
      : await submit(visitor, { page: consent.page, fields });
    assert.ok(location?.href.startsWith(`${new URL(redirectUri).href}?code=`), redirectUri);
    const code = location?.searchParams.get('code') ?? '';
    const exchange = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
    assert.equal((await askForTokens(sandbox, exchange)).status, 200, redirectUri);
  }
});

test('any other URI is rejected on a page, and gets no code', async (t) => {
  const sandbox = await sandboxFor(t, { redirectUris });
  for (const redirectUri of refused) {
    const request = authorizationUrl(sandbox, 'pii:basic');
    request.searchParams.set('redirect_uri', redirectUri);
    const { location, page, response } = await visitorOf(sandbox).open(request);
    assert.deepEqual([location, response.status], [null, 400], redirectUri);
    assert.match(page, /<h1>This did not work<\/h1>/, redirectUri);
  }
});

test('in strict mode, a redirect URI must be registered exactly, with its port', async (t) => {
  const sandbox = await sandboxFor(t, { strict: true, redirectUris });
  for (const redirectUri of accepted) {
    const request = authorizationUrl(sandbox, 'pii:basic');
    request.searchParams.set('redirect_uri', redirectUri);
    const { response } = await visitorOf(sandbox).open(request);
    assert.equal(response.status, redirectUris.includes(redirectUri) ? 200 : 400, redirectUri);
  }
});

test('a redirect URI of another computer is compared character by character, with its port', () => {
  const registered = ['https://site.example/login/callback', 'http://10.0.0.7:3000/back'];
  for (const uri of registered) assert.ok(isRegistered(uri, registered), uri);
  for (const uri of [
    'https://site.example:444/login/callback',
    'https://site.example/login/callback/',
    'http://10.0.0.7:3001/back',
    'http://localhost:3000/back',
  ])
    assert.ok(!isRegistered(uri, registered), uri);
  assert.deepEqual([hasLoopback(registered), hasLoopback(redirectUris)], [false, true]);
});
