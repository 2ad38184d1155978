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

test('platform errors: a rejection in the format of the platform', async (t) => {
  const sandbox = await sandboxFor(t);
  await setFaults(sandbox, [{ route: tokenRoute, fault: 'platform-errors' }]);
  const { status, answer } = await askForTokens(sandbox, {
    grant_type: 'refresh_token',
    refresh_token: 'unknown',
  });
  assert.equal(status, 400);
  assert.deepEqual(answer, { errors: { authentication: { message: 'grant request is invalid' } } });
});
