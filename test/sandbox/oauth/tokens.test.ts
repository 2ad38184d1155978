import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  askForTokens,
  authorizationUrl,
  authorize,
  callApi,
  logIn,
  redirectUri,
  sandboxFor,
  serviceToken,
  visitorOf,
} from '../visitor.ts';

const everything = {
  attendee: 'robin',
  scope: 'pii:basic pii:email pii:phone pii:address con:read',
};

test('the code is exchanged for tokens that last an hour', async (t) => {
  const { access_token, refresh_token, ...rest } = await logIn(await sandboxFor(t), everything);
  assert.ok(access_token && refresh_token && access_token !== refresh_token);
  assert.deepEqual(rest, { expires_in: 3600, scope: everything.scope, token_type: 'Bearer' });
});

test('a code works once, and only with the redirect URI it was made for', async (t) => {
  const sandbox = await sandboxFor(t, { redirectUris: [redirectUri, `${redirectUri}2`] });
  const code = (await authorize(sandbox, everything)).searchParams.get('code') ?? '';
  const exchange = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
  const wrongRedirect = await askForTokens(sandbox, {
    ...exchange,
    redirect_uri: `${redirectUri}2`,
  });
  assert.deepEqual([wrongRedirect.status, wrongRedirect.answer.error], [400, 'invalid_grant']);
  assert.equal((await askForTokens(sandbox, exchange)).status, 200);
  const again = await askForTokens(sandbox, exchange);
  assert.deepEqual([again.status, again.answer.error], [400, 'invalid_grant']);
});

test('a wrong client secret is rejected', async (t) => {
  const sandbox = await sandboxFor(t);
  const fields = { grant_type: 'client_credentials', scope: 'user:read', client_secret: 'wrong' };
  const { status, answer } = await askForTokens(sandbox, fields);
  assert.deepEqual([status, answer.error], [401, 'invalid_client']);
});

test('a refresh gives a new pair of tokens, and the old access token still works', async (t) => {
  const sandbox = await sandboxFor(t);
  const first = await logIn(sandbox, everything);
  const { answer } = await askForTokens(sandbox, {
    grant_type: 'refresh_token',
    refresh_token: first.refresh_token,
    redirect_uri: redirectUri,
  });
  assert.notEqual(answer.refresh_token, first.refresh_token);
  assert.notEqual(answer.access_token, first.access_token);
  assert.equal(answer.scope, everything.scope);
  for (const token of [first.access_token, answer.access_token]) {
    assert.equal(
      (await callApi(sandbox, { call: 'GET /api/users/current', token: token })).status,
      200,
    );
  }
});

test('a scope dropped at a refresh never comes back, even if a later refresh names no scope', async (t) => {
  const sandbox = await sandboxFor(t);
  const refresh = (refresh_token: string, scope?: string) =>
    askForTokens(sandbox, {
      grant_type: 'refresh_token',
      refresh_token,
      ...(scope !== undefined && { scope }),
    });
  const first = await logIn(sandbox, everything);
  const narrowed = await refresh(first.refresh_token, 'pii:basic pii:email');
  assert.equal(narrowed.answer.scope, 'pii:basic pii:email');
  const withoutScope = await refresh(narrowed.answer.refresh_token);
  assert.equal(withoutScope.answer.scope, 'pii:basic pii:email');
  const widened = await refresh(withoutScope.answer.refresh_token, everything.scope);
  assert.deepEqual([widened.status, widened.answer.error], [400, 'invalid_scope']);
});

test('using a refresh token twice ends that login and no other login of the attendee', async (t) => {
  const sandbox = await sandboxFor(t);
  const visitor = visitorOf(sandbox);
  const login = await logIn(sandbox, everything, visitor);
  const otherLogin = await logIn(sandbox, everything);
  const fields = { grant_type: 'refresh_token', refresh_token: login.refresh_token };
  const { answer: next } = await askForTokens(sandbox, fields);
  assert.equal((await askForTokens(sandbox, fields)).answer.error, 'invalid_grant');
  const successor = await askForTokens(sandbox, { ...fields, refresh_token: next.refresh_token });
  assert.equal(successor.answer.error, 'invalid_grant');
  assert.equal(
    (await callApi(sandbox, { call: 'GET /api/users/current', token: next.access_token })).status,
    401,
  );
  assert.equal(
    (await callApi(sandbox, { call: 'GET /api/users/current', token: otherLogin.access_token }))
      .status,
    200,
  );
  const { location } = await visitor.open(authorizationUrl(sandbox, everything.scope));
  assert.ok(location, 'the consent still exists');
});

test('the client gets a token of its own for service scopes, without a refresh token', async (t) => {
  const sandbox = await sandboxFor(t);
  const { status, answer } = await askForTokens(sandbox, {
    grant_type: 'client_credentials',
    scope: 'registration:read volunteer:read vendor:read user:read user:roles:update',
  });
  assert.equal(status, 200);
  const { access_token, ...rest } = answer;
  assert.ok(access_token);
  assert.deepEqual(rest, {
    expires_in: 3600,
    scope: 'registration:read volunteer:read vendor:read user:read user:roles:update',
    token_type: 'Bearer',
  });
  assert.notEqual(await serviceToken(sandbox, 'user:read'), access_token);
});

test('a scope for attendees is never given to the client itself', async (t) => {
  const sandbox = await sandboxFor(t);
  for (const scope of ['pii:email', 'registration:read pii:basic', 'nonsense']) {
    const { status, answer } = await askForTokens(sandbox, {
      grant_type: 'client_credentials',
      scope,
    });
    assert.deepEqual([status, answer.error], [400, 'invalid_scope'], scope);
  }
});
