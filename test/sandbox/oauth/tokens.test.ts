import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  askForTokens,
  assertTokenError,
  authorize,
  bothModes,
  redirectUri,
  sandboxFor,
  serviceToken,
} from '../visitor.ts';

const everything = {
  attendee: 'robin',
  scope: 'pii:basic pii:email pii:phone pii:address con:read',
};

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
  test(`the client gets its own token for service scopes, without a refresh token (${mode.name} mode)`, async (t) => {
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
