import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sandbox } from '../../../src/sandbox/app.ts';
import {
  askForTokens,
  authorizationUrl,
  authorize,
  redirectUri,
  sandboxFor,
  visitorOf,
} from '../visitor.ts';

const login = { attendee: 'robin', scope: 'pii:basic' };
const refusal = (name: string) => ({
  errors: { validation: { message: `unknown parameter ${name}` } },
});

async function openWith(sandbox: Sandbox, name: string) {
  const url = authorizationUrl(sandbox, login.scope);
  url.searchParams.set(name, 'x');
  return visitorOf(sandbox).open(url);
}

const unknownInAuthorizationRequests = [
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'nonce',
  'login_hint',
  'client_secret',
];

test('in strict mode, an authorization request with an unknown parameter gets a page and no redirect', async (t) => {
  const sandbox = await sandboxFor(t, { strict: true });
  for (const name of unknownInAuthorizationRequests) {
    const { response, page, location } = await openWith(sandbox, name);
    assert.deepEqual([response.status, location], [400, null], name);
    assert.ok(page.includes(`The site sent an invalid request: unknown parameter ${name}.`), name);
  }
  const withoutState = authorizationUrl(sandbox, login.scope);
  withoutState.searchParams.delete('state');
  assert.match((await visitorOf(sandbox).open(withoutState)).page, /<h1>Log in<\/h1>/);
});

test('in strict mode, a token request with an unknown parameter is refused, and the code still works', async (t) => {
  const sandbox = await sandboxFor(t, { strict: true });
  const code = (await authorize(sandbox, login)).searchParams.get('code') ?? '';
  const exchange = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
  for (const name of ['code_verifier', 'state', 'resource', 'refresh_token'])
    assert.deepEqual(await askForTokens(sandbox, { ...exchange, [name]: 'x' }), {
      status: 400,
      answer: refusal(name),
    });
  const { status, answer } = await askForTokens(sandbox, { ...exchange, scope: login.scope });
  assert.equal(status, 200, 'the documented sample sends `scope`');

  const refresh = { grant_type: 'refresh_token', refresh_token: answer.refresh_token };
  assert.deepEqual((await askForTokens(sandbox, { ...refresh, code })).answer, refusal('code'));
  const documented = { ...refresh, redirect_uri: redirectUri, scope: login.scope };
  assert.equal((await askForTokens(sandbox, documented)).status, 200);

  const service = { grant_type: 'client_credentials', scope: 'user:read' };
  assert.deepEqual(
    (await askForTokens(sandbox, { ...service, redirect_uri: redirectUri })).answer,
    refusal('redirect_uri'),
  );
  assert.equal((await askForTokens(sandbox, service)).status, 200);
});
