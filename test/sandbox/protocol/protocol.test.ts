import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  askForTokens,
  authorize,
  bothModes,
  callApi,
  logIn,
  redirectUri,
  sandboxFor,
  serviceToken,
  visitorOf,
} from '../visitor.ts';

for (const mode of bothModes)
  test(`the page shows the steps of a login in order, each with a sentence (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const visitor = visitorOf(sandbox);
    assert.match((await visitor.open('/protocol')).page, /Nothing has happened yet/);
    const { access_token, refresh_token } = await logIn(sandbox, {
      attendee: 'robin',
      scope: 'pii:basic',
    });
    await callApi(sandbox, { call: 'GET /api/users/current', token: access_token });
    await askForTokens(sandbox, { grant_type: 'refresh_token', refresh_token });
    const { page } = await visitor.open('/protocol');
    assert.deepEqual(
      [...page.matchAll(/<li><h2>(.*?)<\/h2>\n<p>(.{30,})<\/p>/g)].map(([, title]) => title),
      [
        'Authorization request',
        'Log-in',
        'Consent',
        'Authorization response',
        'Code exchange',
        'API call',
        'Refresh',
      ],
    );
    assert.match(page, /addressLine1|firstName/, 'the page shows the field names of the response');
    assert.doesNotMatch(page, /Roberta/, 'the page does not show the values');
  });

for (const mode of bothModes)
  test(`no secret is on the page: codes, tokens, client secret, verifier (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const redirect = await authorize(sandbox, { attendee: 'robin', scope: 'pii:basic' });
    const code = redirect.searchParams.get('code') ?? '';
    const code_verifier = 'a-verifier-that-was-never-announced-but-is-sent-all-the-same';
    const exchange = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
    await askForTokens(sandbox, { ...exchange, code_verifier });
    const { answer } = await askForTokens(sandbox, exchange);
    await callApi(sandbox, { call: 'GET /api/users/current', token: answer.access_token });
    const service = await serviceToken(sandbox, 'user:read');
    await visitorOf(sandbox).open(`/oauth/logout?access_token=${answer.access_token}`);
    const { page } = await visitorOf(sandbox).open('/protocol');
    const secrets = [
      code,
      code_verifier,
      answer.access_token,
      answer.refresh_token,
      service,
      'sandbox-secret',
      'a-state',
    ];
    for (const secret of secrets) assert.ok(!page.includes(secret), secret);
    assert.ok(
      page.includes(`${code.slice(0, 4)}… (secret)`),
      'the page shows the start of the code',
    );
  });

for (const mode of bothModes)
  test(`a rejection is shown with its reason, and no typed text becomes markup (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    await callApi(sandbox, { call: 'GET /api/users/current', token: 'unknown' });
    await visitorOf(sandbox).open('/oauth/authorize?client_id=<script>alert(1)</script>');
    const { page } = await visitorOf(sandbox).open('/protocol');
    assert.match(page, /Response: <code>401<\/code>/);
    assert.match(page, /Invalid token\./);
    assert.doesNotMatch(page, /<script>/);
  });

test('a token call with an unknown parameter is shown as refused, without its secrets', async (t) => {
  const sandbox = await sandboxFor(t, { strict: true });
  await askForTokens(sandbox, { grant_type: 'refresh_token', code_verifier: 'v'.repeat(43) });
  const { page } = await visitorOf(sandbox).open('/protocol');
  assert.match(page, /<h2>Refresh<\/h2>/);
  assert.match(page, /Response: <code>400<\/code>/);
  assert.match(page, /unknown parameter code_verifier/);
  assert.doesNotMatch(page, /vvvv|sandbox-secret/);
});
