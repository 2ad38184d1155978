// The platform sends the same 404 for three reasons why a role cannot be removed. The client must
// tell these reasons apart.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { openServiceClient } from '../../src/convention/convention.ts';
import { ConventionError, type RoleRefusal } from '../../src/convention/convention-error.ts';
import { sandboxFor } from '../sandbox/visitor.ts';
import {
  platformError,
  sendJson,
  startScriptedPlatform,
} from '../support/platform/scripted-platform.ts';

const allScopes = ['user:read', 'user:roles:update'];

async function startClient(t: TestContext, scopes: readonly string[] = allScopes) {
  const { url } = await sandboxFor(t);
  const client = openServiceClient({
    baseUrl: new URL(url),
    clientId: 'lanyard',
    clientSecret: 'sandbox-secret',
    scopes,
  });
  t.after(() => client.close());
  return client;
}

async function refusalOf(change: Promise<void>): Promise<ConventionError> {
  const error = await change.then(
    () => assert.fail('expected a rejection'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ConventionError, `expected a ConventionError: ${error}`);
  return error;
}

test('a removal distinguishes an unknown user and an unknown role from a role that is not held, and from one that automation manages', async (t) => {
  const { removeRole } = await startClient(t);
  const cases: [userId: string, roleId: string, kind: string, reason: RoleRefusal][] = [
    ['9999999', '2', 'not-found', 'no-such-user'],
    ['1002', '999', 'not-found', 'no-such-role'],
    ['1002', '2', 'conflict', 'not-held'],
    ['1012', '4', 'conflict', 'automated'],
  ];
  for (const [userId, roleId, kind, reason] of cases) {
    const error = await refusalOf(removeRole({ userId, roleId }));
    assert.deepEqual([error.kind, error.reason], [kind, reason], `${userId} ${roleId}`);
    assert.match(error.message, /^Remove role from a user: (the|automation) /);
  }
});

test('an addition distinguishes an unknown user and an unknown role from a role that is already held', async (t) => {
  const { addRole } = await startClient(t);
  const cases: [userId: string, roleId: string, kind: string, reason: RoleRefusal][] = [
    ['9999999', '2', 'not-found', 'no-such-user'],
    ['1002', '999', 'not-found', 'no-such-role'],
    ['1001', '1', 'conflict', 'already-held'],
  ];
  for (const [userId, roleId, kind, reason] of cases) {
    const error = await refusalOf(addRole({ userId, roleId, scope: 'convention' }));
    assert.deepEqual([error.kind, error.reason], [kind, reason], `${userId} ${roleId}`);
  }
});

test('without the scope to look it up, a rejection stays a conflict without a reason', async (t) => {
  const { removeRole } = await startClient(t, ['user:roles:update']);
  const error = await refusalOf(removeRole({ userId: '9999999', roleId: '2' }));
  assert.deepEqual([error.kind, error.reason], ['conflict', undefined]);
});

test('a rejection with another platform code does not mean that the role is already held', async (t) => {
  const { service, requests } = await startScriptedPlatform(t, (response) =>
    sendJson(response, platformError('logic', { code: 7 }), 400),
  );
  const change = { userId: '7', roleId: '3', scope: 'global' } as const;
  const error = await refusalOf(service.addRole(change));
  assert.deepEqual([error.kind, error.reason, error.platformCode], ['conflict', undefined, 7]);
  assert.equal(requests.length, 1, 'no further request is sent');
});

test('a role that the user holds by now is not reported as missing', async (t) => {
  const { service } = await startScriptedPlatform(t, (response, { method }) => {
    if (method === 'DELETE') sendJson(response, platformError('resource'), 404);
    else sendJson(response, { data: ['2', '3'].map((id) => ({ id, name: id, scope: 'global' })) });
  });
  const error = await refusalOf(service.removeRole({ userId: '7', roleId: '3' }));
  assert.deepEqual([error.kind, error.reason], ['conflict', undefined]);
});

test('a rejection that affects everybody is not looked up', async (t) => {
  const { service, requests } = await startScriptedPlatform(t, (response) =>
    sendJson(response, platformError('access'), 403),
  );
  const error = await refusalOf(service.removeRole({ userId: '7', roleId: '3' }));
  assert.equal(error.kind, 'not-permitted');
  assert.equal(requests.length, 1);
});

test('a user for whom the platform sends null in place of a list holds no role', async (t) => {
  const sendNull = (response: ServerResponse) => sendJson(response, { data: null });
  const { service } = await startScriptedPlatform(t, sendNull);
  assert.deepEqual(await service.userRoles({ userId: '7' }), []);
});
