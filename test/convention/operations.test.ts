import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { ConventionError } from '../../src/convention/convention-error.ts';
import {
  platformError,
  type Script,
  sendHtml,
  sendJson,
  startScriptedPlatform,
} from '../support/platform/scripted-platform.ts';
import { operations } from './operations.ts';

const attendee = {
  accessToken: 'token-of-robin',
  grantedScopes: ['pii:basic', 'pii:address', 'pii:email', 'pii:phone'],
  userId: '7',
};

async function startClients(t: TestContext, script: Script) {
  const scripted = await startScriptedPlatform(t, script);
  return { ...scripted, attendee: scripted.convention.onBehalfOf(attendee) };
}

for (const { name, call, request, answer, result } of operations) {
  test(`${name}: asks as documented and keeps every documented field`, async (t) => {
    const { requests, ...clients } = await startClients(t, (response) =>
      sendJson(response, answer),
    );
    const actual = await call(clients);
    assert.deepEqual(actual, result);
    assert.doesNotMatch(JSON.stringify(actual) ?? '', /CANARY/);
    assert.deepEqual(
      requests.map(({ method, path, body }) => ({ method, path, body })),
      [request],
    );
    const token = name === 'Retrieve current user' ? attendee.accessToken : 'service-token';
    assert.equal(requests[0]?.headers.authorization, `Bearer ${token}`);
  });

  test(`${name}: every documented failure is the right error`, async (t) => {
    const isRemoval = name === 'Remove role from a user';
    const failures: [expected: string, script: (response: ServerResponse) => void][] = [
      ['not-permitted', (response) => sendJson(response, platformError('access'), 403)],
      [
        name === 'Retrieve current user' ? 'login-needed' : 'not-found',
        (response) => sendJson(response, platformError('resource'), 404),
      ],
      [
        isRemoval ? 'conflict' : 'invalid-answer',
        (response) => sendJson(response, platformError('usage'), 400),
      ],
      ['conflict', (response) => sendJson(response, platformError('logic', { code: 3 }), 400)],
      ['busy', (response) => sendHtml(response, 403)],
      [
        'unavailable',
        (response) => sendJson(response, platformError('server', { hash: 'CANARY' }), 500),
      ],
      ['unavailable', (response) => response.destroy()],
      ['invalid-answer', (response) => sendHtml(response, 200)],
      ['busy', (response) => sendJson(response, platformError('rateLimit'), 429)],
    ];
    let script: (response: ServerResponse) => void = () => {};
    const clients = await startClients(t, (response) => script(response));
    for (const [expected, failure] of failures) {
      script = failure;
      const error = await call(clients).then(
        () => assert.fail(`expected ${expected}`),
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof ConventionError, `expected a ConventionError: ${error}`);
      assert.equal(error.kind, expected, failure.toString());
      assert.ok(error.message.startsWith(`${name}: `));
      assert.doesNotMatch(error.stack ?? '', /CANARY/);
    }
  });
}

test('the response to a role change may be empty', async (t) => {
  const { service } = await startClients(t, (response) => response.writeHead(204).end());
  assert.equal(await service.addRole({ userId: '7', roleId: '3', scope: 'global' }), undefined);
  assert.equal(await service.removeRole({ userId: '7', roleId: '3' }), undefined);
});

test('the platform’s code gives the reason why a role could not be added', async (t) => {
  const { service } = await startClients(t, (response) =>
    sendJson(response, platformError('logic', { code: 3 }), 400),
  );
  await assert.rejects(
    service.addRole({ userId: '7', roleId: '3', scope: 'global' }),
    (error: ConventionError) => error.kind === 'conflict' && error.platformCode === 3,
  );
});

test('an id cannot change the target of a request', async (t) => {
  const { service, requests } = await startClients(t, (response) =>
    sendJson(response, { data: [] }),
  );
  for (const userId of ['', '.', '..', 'a b', 'é', '7\n', 'x'.repeat(256)]) {
    await assert.rejects(service.userRoles({ userId }), RangeError, userId);
  }
  assert.equal(requests.length, 0);
  await service.userRoles({ userId: '7/../8?a=b#c%2f' });
  assert.equal(requests[0]?.path, '/api/v0/users/7%2F..%2F8%3Fa%3Db%23c%252f/roles');
});
