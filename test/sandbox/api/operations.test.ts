// The scopes are documented in docs/interface.md, section 5.4.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations, sampleCalls, serviceScopes } from '../sample-calls.ts';
import { callApi, logIn, sandboxFor, serviceToken } from '../visitor.ts';

const calls = operations.flatMap((operation) => {
  const { access } = operation;
  const [first] = sampleCalls(operation);
  return typeof access === 'object' && 'service' in access && first
    ? [{ scope: access.service, ...first }]
    : [];
});

test('every service operation has a call, each with its scope in docs/interface.md, section 5.4', () => {
  const written = [
    'registration:read GET /api/v0/users/1001/registration',
    'registration:read POST /api/v0/registration/search',
    'volunteer:read POST /api/v0/volunteers/search',
    'volunteer:read GET /api/v0/users/1001/volunteer',
    'volunteer:read GET /api/v0/volunteers/departments',
    'vendor:read POST /api/v0/users/search',
    'vendor:read POST /api/v0/dealers/search',
    'user:read GET /api/v0/roles',
    'user:read GET /api/v0/users/1001/roles',
    'user:roles:update PUT /api/v0/users/1002/roles/1',
    'user:roles:update DELETE /api/v0/users/1002/roles/1',
  ];
  const made = calls.map(({ scope, call }) => `${scope} ${call}`);
  assert.deepEqual(
    written.filter((one) => !made.includes(one)),
    [],
  );
});

test('every service operation accepts its scope', async (t) => {
  const sandbox = await sandboxFor(t);
  for (const { scope, ...call } of calls) {
    const { status } = await callApi(sandbox, {
      ...call,
      token: await serviceToken(sandbox, scope),
    });
    assert.equal(status, /^(PUT|DELETE)/.test(call.call) ? 204 : 200, call.call);
  }
});

test('every service operation responds with 403 to all other scopes together, and names the one it needs', async (t) => {
  const sandbox = await sandboxFor(t);
  for (const { scope, ...call } of calls) {
    const others = serviceScopes.filter((one) => one !== scope).join(' ');
    const { status, body } = await callApi(sandbox, {
      ...call,
      token: await serviceToken(sandbox, others),
    });
    assert.equal(status, 403, call.call);
    assert.deepEqual(body, {
      errors: { access: { message: 'Missing permission.', permissions: [scope] } },
    });
  }
});

test('a caller without access to an operation does not learn what is wrong with their input', async (t) => {
  const sandbox = await sandboxFor(t);
  const call = { call: 'POST /api/v0/registration/search', sent: { limit: 'many' } };
  const statusFor = async (scope: string) =>
    (await callApi(sandbox, { ...call, token: await serviceToken(sandbox, scope) })).status;
  assert.equal(await statusFor('user:read'), 403);
  assert.equal(await statusFor('registration:read'), 400);
});

test('every service operation responds with 403 to an attendee without con:read', async (t) => {
  const sandbox = await sandboxFor(t);
  const scope = 'pii:basic pii:email pii:phone pii:address';
  const { access_token } = await logIn(sandbox, { attendee: 'robin', scope });
  for (const { scope: _, ...call } of calls) {
    assert.equal((await callApi(sandbox, { ...call, token: access_token })).status, 403, call.call);
  }
});

test('every operation responds with 401 to a missing, unknown or expired token', async (t) => {
  const sandbox = await sandboxFor(t);
  const expired = await serviceToken(sandbox, serviceScopes.join(' '));
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_601_000 });
  for (const { scope: _, ...call } of calls) {
    for (const token of [undefined, 'unknown', expired]) {
      assert.equal((await callApi(sandbox, { ...call, token })).status, 401, call.call);
    }
  }
});

test('a body that is not JSON is a validation error', async (t) => {
  const sandbox = await sandboxFor(t);
  const response = await fetch(`${sandbox.url}/api/v0/volunteers/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  });
  assert.equal(response.status, 400);
  assert.match(await response.text(), /^{"errors":{"validation":/);
});

test('the configuration of the convention needs no token', async (t) => {
  const { status, body } = await callApi(await sandboxFor(t), { call: 'GET /api/config' });
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ['organization', 'conventions']);
});
