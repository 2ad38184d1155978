import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  askForTokens,
  assertTokenError,
  authorizationUrl,
  authorize,
  bothModes,
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

for (const mode of bothModes)
  test(`the code is exchanged for tokens that last an hour (${mode.name} mode)`, async (t) => {
    const { access_token, refresh_token, ...rest } = await logIn(
      await sandboxFor(t, mode),
      everything,
    );
    assert.ok(access_token && refresh_token && access_token !== refresh_token);
    assert.deepEqual(rest, { expires_in: 3600, scope: everything.scope, token_type: 'Bearer' });
  });

for (const mode of bothModes)
  test(`a code works once, and only with the redirect URI it was made for (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, {
      ...mode,
      redirectUris: [redirectUri, `${redirectUri}2`],
    });
    const code = (await authorize(sandbox, everything)).searchParams.get('code') ?? '';
    const exchange = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
    const wrongRedirect = await askForTokens(sandbox, {
      ...exchange,
      redirect_uri: `${redirectUri}2`,
    });
    assertTokenError(wrongRedirect, { status: 400, error: 'invalid_grant' }, mode);
    assert.equal((await askForTokens(sandbox, exchange)).status, 200);
    const again = await askForTokens(sandbox, exchange);
    assertTokenError(again, { status: 400, error: 'invalid_grant' }, mode);
  });

for (const mode of bothModes)
  test(`a wrong client secret is rejected (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const fields = { grant_type: 'client_credentials', scope: 'user:read', client_secret: 'wrong' };
    const refused = await askForTokens(sandbox, fields);
    assertTokenError(refused, { status: 401, error: 'invalid_client' }, mode);
  });

for (const mode of bothModes)
  test(`a refresh gives a new pair of tokens, and the old access token still works (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
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

for (const mode of bothModes)
  test(`a scope dropped at a refresh never comes back, even if a later refresh names no scope (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
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
    assertTokenError(widened, { status: 400, error: 'invalid_scope' }, mode);
  });

for (const mode of bothModes)
  test(`using a refresh token twice ends that login and no other login of the attendee (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const visitor = visitorOf(sandbox);
    const login = await logIn(sandbox, everything, visitor);
    const otherLogin = await logIn(sandbox, everything);
    const fields = { grant_type: 'refresh_token', refresh_token: login.refresh_token };
    const { answer: next } = await askForTokens(sandbox, fields);
    const refusal = { status: 400, error: 'invalid_grant' } as const;
    assertTokenError(await askForTokens(sandbox, fields), refusal, mode);
    const successor = await askForTokens(sandbox, { ...fields, refresh_token: next.refresh_token });
    assertTokenError(successor, refusal, mode);
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

for (const mode of bothModes)
  test(`the client gets a token of its own for service scopes, without a refresh token (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
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

for (const mode of bothModes)
  test(`a scope for attendees is never given to the client itself (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    for (const scope of ['pii:email', 'registration:read pii:basic', 'nonsense']) {
      const refused = await askForTokens(sandbox, { grant_type: 'client_credentials', scope });
      assertTokenError(refused, { status: 400, error: 'invalid_scope' }, mode);
    }
  });
