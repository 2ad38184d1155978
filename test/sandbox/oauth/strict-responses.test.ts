import assert from 'node:assert/strict';
import { test } from 'node:test';
import { platformError } from '../../../src/sandbox/oauth/strict-responses.ts';
import { askForTokens, authorize, bothModes, sandboxFor } from '../visitor.ts';

test('in strict mode, the token endpoint has the errors of the API', async (t) => {
  const sandbox = await sandboxFor(t, { strict: true });
  const service = { grant_type: 'client_credentials', scope: 'user:read' };
  assert.deepEqual(await askForTokens(sandbox, { ...service, client_secret: 'wrong' }), {
    status: 401,
    answer: { errors: { authentication: { message: 'client authentication failed' } } },
  });
  for (const [grant, kind] of [
    [{ grant_type: 'authorization_code', code: 'unknown' }, 'authentication'],
    [{ grant_type: 'refresh_token', refresh_token: 'unknown' }, 'authentication'],
    [{ grant_type: 'client_credentials', scope: 'pii:basic' }, 'validation'],
    [{ grant_type: 'password' }, 'validation'],
  ] as const) {
    const { status, answer } = await askForTokens(sandbox, { ...grant, redirect_uri: '' });
    assert.equal(status, 400, grant.grant_type);
    assert.deepEqual(Object.keys(answer), ['errors'], grant.grant_type);
    assert.deepEqual(Object.keys(answer.errors ?? {}), [kind], grant.grant_type);
  }
  const failure = platformError(500, { error: 'server_error' });
  assert.deepEqual(Object.keys(failure.errors), ['server']);
});

for (const mode of bothModes)
  test(`strict mode redirects to the client with only what is documented (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const redirect = await authorize(sandbox, { attendee: 'robin', scope: 'pii:basic' });
    const undocumented = mode.strict ? [] : ['iss'];
    assert.deepEqual([...redirect.searchParams.keys()], ['code', 'state', ...undocumented]);
  });
