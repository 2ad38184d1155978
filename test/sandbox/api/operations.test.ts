// The scopes are documented in docs/interface.md, section 4, in the column Token.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mode } from '../../../src/sandbox/mode.ts';
import { operationsIn, sampleCalls, serviceScopes } from '../sample-calls.ts';
import { bothModes, callApi, logIn, sandboxFor, serviceToken } from '../visitor.ts';

const callsIn = (mode: Mode) =>
  operationsIn(mode).flatMap((operation) => {
    const { access } = operation;
    const [first] = sampleCalls(operation);
    return typeof access === 'object' && 'service' in access && first
      ? [{ scope: access.service, ...first }]
      : [];
  });

const onlyInStrictMode = [
  'vendor:read POST /api/v0/dealers/search',
  'user:read GET /api/v0/users/1001',
  'user:read POST /api/v0/users/search',
];

for (const mode of bothModes)
  test(`every service operation has a call, each with its scope (${mode.name} mode)`, async () => {
    const written = [
      'registration:read GET /api/v0/users/1001/registration',
      'registration:read POST /api/v0/registration/search',
      'volunteer:read POST /api/v0/volunteers/search',
      'volunteer:read GET /api/v0/users/1001/volunteer',
      'volunteer:read GET /api/v0/volunteers/departments',
      'user:read GET /api/v0/roles',
      'user:read GET /api/v0/users/1001/roles',
      'user:roles:update PUT /api/v0/users/1002/roles/1',
      'user:roles:update DELETE /api/v0/users/1002/roles/1',
      ...(mode.strict ? onlyInStrictMode : ['vendor:read POST /api/v0/users/search']),
    ];
    const made = callsIn(mode).map(({ scope, call }) => `${scope} ${call}`);
    assert.deepEqual(made.sort(), written.sort());
  });

for (const mode of bothModes)
  test(`every service operation accepts its scope (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    for (const { scope, ...call } of callsIn(mode)) {
      const { status } = await callApi(sandbox, {
        ...call,
        token: await serviceToken(sandbox, scope),
      });
      assert.equal(status, /^(PUT|DELETE)/.test(call.call) ? 204 : 200, call.call);
    }
  });

for (const mode of bothModes)
  test(`every service operation responds with 403 to all other scopes together, and names the one it needs (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    for (const { scope, ...call } of callsIn(mode)) {
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

for (const mode of bothModes)
  test(`every service operation responds with 403 to an attendee without con:read (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const scope = 'pii:basic pii:email pii:phone pii:address';
    const { access_token } = await logIn(sandbox, { attendee: 'robin', scope });
    for (const { scope: _, ...call } of callsIn(mode)) {
      assert.equal(
        (await callApi(sandbox, { ...call, token: access_token })).status,
        403,
        call.call,
      );
    }
  });

test('the convention’s configuration needs no token, and strict mode has none', async (t) => {
  const sandbox = await sandboxFor(t);
  const { status, body } = await callApi(sandbox, { call: 'GET /api/config' });
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ['organization', 'conventions']);
  sandbox.mode.strict = true;
  assert.equal((await callApi(sandbox, { call: 'GET /api/config' })).status, 404);
});
