import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import test from 'node:test';
import type { ApiRequest } from '../../src/convention/api-request.ts';
import type { ServiceClient } from '../../src/convention/convention.ts';
import { ConventionError } from '../../src/convention/convention-error.ts';
import { createRetry } from '../../src/convention/retry.ts';
import type { RawResponse } from '../../src/convention/send-request.ts';
import {
  sendHtml,
  sendJson,
  startScriptedPlatform,
} from '../support/platform/scripted-platform.ts';

const answered = (status: number, retryAfter?: string): RawResponse => ({
  status,
  retryAfter,
  text: '',
});
const unreached = new ConventionError('unavailable', 'Read: the platform cannot be reached');
const tooLate = new ConventionError('unavailable', 'Read: too long', { status: 504 });
const ok = answered(200);

async function outcomeOf(
  first: RawResponse | Error,
  {
    method = 'GET',
    ms = 0,
    ...request
  }: Partial<Pick<ApiRequest, 'method' | 'isSearch'>> & { ms?: number } = {},
) {
  const [pauses, ends] = [[] as number[], [first, ok]];
  let [clock, sent] = [1000, 0];
  const withRetry = createRetry({
    latestMs: 4000,
    clock: () => clock,
    pause: async (pauseMs) => pauses.push(pauseMs),
    random: () => 0.25,
  });
  const send = async () => {
    const end = ends[sent++];
    clock += ms;
    if (end instanceof Error) throw end;
    return end as RawResponse;
  };
  const result = await withRetry({ method, ...request }, send).catch((error) => error);
  return { result, sent, pauses };
}

test('P82 a GET or a search is retried once after 502, 503, 504 or no connection, and a random pause', async () => {
  for (const first of [answered(502), answered(503), answered(504), unreached])
    for (const request of [{}, { method: 'POST', isSearch: true }] as const)
      assert.deepEqual(await outcomeOf(first, request), { result: ok, sent: 2, pauses: [150] });
});

test('P82 nothing else is sent twice: no change, no other status, no response with a time to wait, nothing that took too long', async () => {
  const busy = new ConventionError('busy', 'Read: too many calls are running');
  const statuses = [200, 302, 400, 401, 403, 404, 409, 429, 500].map((status) => answered(status));
  for (const first of [...statuses, answered(503, '7'), tooLate, busy])
    assert.deepEqual(await outcomeOf(first), { result: first, sent: 1, pauses: [] });
  for (const method of ['POST', 'PUT', 'DELETE'] as const)
    for (const first of [answered(503), unreached])
      assert.equal((await outcomeOf(first, { method })).sent, 1, method);
});

test('P82 a retry starts in time, or not at all', async () => {
  for (const first of [answered(502), unreached]) {
    assert.equal((await outcomeOf(first, { ms: 3850 })).sent, 2);
    assert.equal((await outcomeOf(first, { ms: 3851 })).sent, 1);
  }
});

test('P82 a momentary failure of the platform is not noticed, and a longer one causes one retry', async (t) => {
  const breaks = [
    (response: ServerResponse) => sendHtml(response, 502),
    (response: ServerResponse) => response.destroy(),
  ];
  for (const fail of breaks) {
    let failures = 1;
    const { convention, requests } = await startScriptedPlatform(t, (response) => {
      if (failures-- > 0) fail(response);
      else sendJson(response, { id: 7 });
    });
    const read = () =>
      convention.onBehalfOf({ accessToken: 'token', grantedScopes: [] }).currentUser();
    assert.equal((await read()).id, '7');
    assert.equal(requests.length, 2);
    failures = 9;
    await assert.rejects(read, { kind: 'unavailable', status: 502 });
    assert.equal(requests.length, 4);
  }
});

async function all(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const list: unknown[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const reads: Record<string, (service: ServiceClient) => Promise<unknown>> = {
  'a search for dealers': ({ dealers }) => all(dealers({ userIds: ['7'] })),
  'a search for registrations': ({ registrations }) => all(registrations({})),
  'a search for volunteers': ({ volunteers }) => all(volunteers({})),
  'a list by GET': ({ userRoles }) => userRoles({ userId: '7' }),
};

for (const [name, read] of Object.entries(reads)) {
  test(`P82 when all idle connections are lost at once, nobody notices: ${name}`, async (t) => {
    const lost = new Set<Socket>();
    const sockets = new Set<Socket>();
    const { service, requests } = await startScriptedPlatform(t, (response) => {
      const { socket } = response;
      if (!socket || lost.has(socket)) return void socket?.resetAndDestroy();
      sockets.add(socket);
      // While a response is delayed, each simultaneous request opens its own connection.
      setTimeout(() => sendJson(response, { data: [] }), 20);
    });
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([1, 2, 3, 4].map(() => service.userRoles({ userId: '7' })));
      for (const socket of sockets) lost.add(socket);
      await read(service);
    }
    assert.ok(requests.length >= 25);
  });
}

test('P82 a change is sent once, even if its connection is lost', async (t) => {
  const { service, requests } = await startScriptedPlatform(t, (response) =>
    response.socket?.resetAndDestroy(),
  );
  await assert.rejects(service.addRole({ userId: '7', roleId: '1', scope: 'global' }));
  assert.equal(requests.length, 1);
});
