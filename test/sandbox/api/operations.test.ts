// Who may call each operation of the sandbox: only a token with the operation's own scope, until it
// expires.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceScopes } from '../../../src/sandbox/scopes.ts';
import { callApi, logIn, sandboxFor, serviceToken } from '../visitor.ts';

const operations = [
  { scope: 'registration:read', call: 'GET /api/v0/users/1001/registration' },
  { scope: 'registration:read', call: 'POST /api/v0/registration/search', sent: {} },
  { scope: 'volunteer:read', call: 'POST /api/v0/volunteers/search', sent: {} },
  { scope: 'volunteer:read', call: 'GET /api/v0/users/1001/volunteer' },
  { scope: 'volunteer:read', call: 'GET /api/v0/volunteers/departments' },
  {
    scope: 'vendor:read',
    call: 'POST /api/v0/users/search',
    sent: { filter: { userIds: ['1001'] } },
  },
  {
    scope: 'vendor:read',
    call: 'POST /api/v0/dealers/search',
    sent: { filter: { userIds: ['1001'] } },
  },
  { scope: 'user:read', call: 'GET /api/v0/roles' },
  { scope: 'user:read', call: 'GET /api/v0/users/1001/roles' },
  { scope: 'user:roles:update', call: 'PUT /api/v0/users/1002/roles/1', sent: { scope: 'global' } },
  { scope: 'user:roles:update', call: 'DELETE /api/v0/users/1002/roles/1' },
];

test('every operation of a service answers to its scope', async (t) => {
  const sandbox = await sandboxFor(t);
  for (const { scope, ...call } of operations) {
    const { status } = await callApi(sandbox, {
      ...call,
      token: await serviceToken(sandbox, scope),
    });
    assert.equal(status, /^(PUT|DELETE)/.test(call.call) ? 204 : 200, call.call);
  }
});

test('every service operation answers 403 to all other scopes together, and names the one it needs', async (t) => {
  const sandbox = await sandboxFor(t);
  for (const { scope, ...call } of operations) {
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

test('every operation of a service answers 403 to an attendee without con:read', async (t) => {
  const sandbox = await sandboxFor(t);
  const scope = 'pii:basic pii:email pii:phone pii:address';
  const { access_token } = await logIn(sandbox, { attendee: 'robin', scope });
  for (const { scope: _, ...call } of operations) {
    assert.equal((await callApi(sandbox, { ...call, token: access_token })).status, 403, call.call);
  }
});

test('every operation answers 401 to a missing, unknown or expired token', async (t) => {
  const sandbox = await sandboxFor(t);
  const expired = await serviceToken(sandbox, serviceScopes.join(' '));
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_601_000 });
  for (const { scope: _, ...call } of operations) {
    for (const token of [undefined, 'unknown', expired]) {
      assert.equal((await callApi(sandbox, { ...call, token })).status, 401, call.call);
    }
  }
});

test('a body that is no JSON is a validation error', async (t) => {
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
