import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askForTokens, bothModes, callApi, logIn, sandboxFor, setFaults } from '../visitor.ts';

const tokenRoute = 'POST /api/oauth/token';
const login = { attendee: 'robin', scope: 'pii:basic pii:email pii:phone' };

for (const mode of bothModes)
  test(`narrower scope: the response, the token, or both become narrower (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const narrow = 'pii:basic';
    for (const [change, answeredScope, granted] of [
      ['both', narrow, narrow],
      ['answer', narrow, login.scope],
      ['token', login.scope, narrow],
    ] as const) {
      await setFaults(sandbox, [
        { route: tokenRoute, fault: 'narrower-scope', scope: narrow, change },
      ]);
      const { access_token, refresh_token, scope } = await logIn(sandbox, login);
      assert.equal(scope, answeredScope, change);
      const { body } = await callApi(sandbox, {
        call: 'GET /api/users/current',
        token: access_token,
      });
      assert.equal('email' in body, granted === login.scope, change);
      await setFaults(sandbox, []);
      const { answer } = await askForTokens(sandbox, {
        grant_type: 'refresh_token',
        refresh_token,
      });
      assert.equal(answer.scope, granted, `${change}, after a refresh`);
    }
  });

for (const mode of bothModes)
  test(`a field of the token response can be missing (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    await setFaults(sandbox, [
      { route: tokenRoute, fault: 'missing-fields', fields: ['scope', 'expires_in'] },
    ]);
    assert.deepEqual(Object.keys(await logIn(sandbox, login)).sort(), [
      'access_token',
      'refresh_token',
      'token_type',
    ]);
  });

for (const mode of bothModes)
  test(`platform errors: a rejection in the API’s format (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    await setFaults(sandbox, [{ route: tokenRoute, fault: 'platform-errors' }]);
    const { status, answer } = await askForTokens(sandbox, {
      grant_type: 'refresh_token',
      refresh_token: 'unknown',
    });
    assert.equal(status, 400);
    assert.deepEqual(answer, {
      errors: { authentication: { message: 'grant request is invalid' } },
    });
    assert.equal(
      (await logIn(sandbox, login)).scope,
      login.scope,
      'without the fault, all scopes are granted',
    );
  });

for (const mode of bothModes)
  test(`a fault for one attendee happens after their tokens are created, and to nobody else (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const robin = await logIn(sandbox, login);
    const sam = await logIn(sandbox, { ...login, attendee: 'sam' });
    await setFaults(sandbox, [
      { route: tokenRoute, attendee: 'robin', fault: 'html', status: 503 },
    ]);
    const refresh = ({ refresh_token }: { refresh_token: string }) =>
      fetch(`${sandbox.url}/api/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          refresh_token,
          client_id: 'lanyard',
          client_secret: 'sandbox-secret',
        }),
      });
    assert.equal((await refresh(sam)).status, 200);
    assert.equal((await refresh(robin)).status, 503);
    await setFaults(sandbox, []);
    assert.equal(
      (await refresh(robin)).status,
      400,
      'the lost response has used up the refresh token',
    );
  });

for (const mode of bothModes)
  test(`a fault before the tokens are created leaves the refresh token usable (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const { refresh_token } = await logIn(sandbox, login);
    const fields = { grant_type: 'refresh_token', refresh_token };
    await setFaults(sandbox, [{ route: tokenRoute, fault: 'server-error', times: 1 }]);
    assert.equal((await askForTokens(sandbox, fields)).status, 500);
    assert.equal((await askForTokens(sandbox, fields)).status, 200);
  });
