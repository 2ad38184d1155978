// These tests leave out the faults that tests of the app already use: an expired token, a bot
// shield, a reset connection.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sandbox } from '../../../src/sandbox/app.ts';
import {
  bothModes,
  callApi,
  dealerSearch,
  logIn,
  sandboxFor,
  serviceToken,
  setFaults,
} from '../visitor.ts';

const currentUserCall = 'GET /api/users/current';

async function robinToken(sandbox: Sandbox, scope = 'pii:basic'): Promise<string> {
  return (await logIn(sandbox, { attendee: 'robin', scope })).access_token;
}

for (const mode of bothModes)
  test(`filter ignored: the response has everybody (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const token = await serviceToken(sandbox, 'registration:read vendor:read');
    await setFaults(sandbox, [{ route: '*', fault: 'filter-ignored' }]);
    for (const [call, total] of [
      ['POST /api/v0/registration/search', 11],
      [dealerSearch(mode), 3],
    ] as const) {
      const { body } = await callApi(sandbox, {
        call,
        token,
        sent: { filter: { userIds: ['1001'] } },
      });
      assert.equal((body.data as unknown[]).length, total, call);
    }
  });

for (const mode of bothModes)
  test(`someone else's record: at every operation about one attendee (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const service = await serviceToken(
      sandbox,
      'registration:read volunteer:read vendor:read user:read',
    );
    const scope = 'pii:basic pii:email con:read';
    const token = await robinToken(sandbox, scope);
    await setFaults(sandbox, [
      { route: '*', attendee: 'robin', fault: 'someone-else', answered: 'mallory' },
    ]);
    const { body: user } = await callApi(sandbox, { call: currentUserCall, token });
    assert.deepEqual(
      [user.id, user.sub, 'email' in user, 'phone' in user],
      [1003, '1003', true, false],
    );
    for (const part of ['registration', 'volunteer']) {
      const { body } = await callApi(sandbox, {
        call: `GET /api/v0/users/1001/${part}`,
        token: service,
      });
      assert.equal((body.user as { id: string }).id, '1003', part);
    }
    const { body: roles } = await callApi(sandbox, {
      call: 'GET /api/v0/users/1001/roles',
      token: service,
    });
    assert.equal((roles.data as { id: string }[])[0]?.id, '5');
    const sent = { filter: { userIds: ['1001'] } };
    const { body: dealers } = await callApi(sandbox, {
      call: dealerSearch(mode),
      token: service,
      sent,
    });
    assert.equal((dealers.data as { id: string }[])[0]?.id, '6003');
    const { status, body: own } = await callApi(sandbox, {
      call: 'GET /api/v0/users/1001/registration',
      token,
    });
    assert.deepEqual([status, (own.user as { id: string }).id], [200, '1003']);
  });

for (const mode of bothModes)
  test(`unshared fields: fields that were not granted are returned all the same (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const token = await robinToken(sandbox);
    await setFaults(sandbox, [{ route: currentUserCall, fault: 'unshared-fields' }]);
    const { body } = await callApi(sandbox, { call: currentUserCall, token });
    assert.deepEqual(
      [body.email, body.phone, body.addressLine2],
      ['robin@example.org', '+12025551001', 'Apartment 4'],
    );
  });

test('no spelling of a path reaches a route without its fault', async (t) => {
  const sandbox = await sandboxFor(t);
  const token = await serviceToken(sandbox, 'registration:read');
  await setFaults(sandbox, [{ route: '*', fault: 'server-error', attendee: 'robin' }]);
  for (const [id, status] of [
    ['1001', 500],
    ['%31001', 404],
  ]) {
    const call = `GET /api/v0/users/${id}/registration`;
    assert.equal((await callApi(sandbox, { call, token })).status, status, call);
  }
  await setFaults(sandbox, [{ route: 'GET /api/config', fault: 'server-error' }]);
  for (const path of [
    '/api/config',
    '/API/config',
    '/api/Config',
    '/api/config/',
    '/api//config',
  ]) {
    const { status } = await callApi(sandbox, { call: `GET ${path}` });
    assert.equal(status, path === '/api/config' ? 500 : 404, path);
  }
});

test('id type: numbers become strings and strings numbers', async (t) => {
  const sandbox = await sandboxFor(t);
  const token = await robinToken(sandbox);
  await setFaults(sandbox, [{ route: '*', fault: 'id-type' }]);
  const { body: user } = await callApi(sandbox, { call: currentUserCall, token });
  assert.deepEqual([user.id, user.sub, user.firstName], ['1001', 1001, 'Roberta']);
});

test('endless cursor: always another part, with new cursors or with the same', async (t) => {
  const sandbox = await sandboxFor(t);
  const token = await serviceToken(sandbox, 'user:read');
  for (const cursor of ['fresh', 'repeated']) {
    await setFaults(sandbox, [{ route: '*', fault: 'endless-cursor', cursor }]);
    const first = await callApi(sandbox, { call: 'GET /api/v0/roles', token });
    const call = `GET /api/v0/roles?limit=2&nextPage=${first.body.nextPage}`;
    const second = await callApi(sandbox, { call, token });
    assert.deepEqual([second.status, second.body.hasMore], [200, true]);
    assert.equal(second.body.nextPage === first.body.nextPage, cursor === 'repeated');
  }
});

test('afterwards: the operation is carried out, and only its response is lost', async (t) => {
  const sandbox = await sandboxFor(t);
  const token = await serviceToken(sandbox, 'user:read user:roles:update');
  const route = 'PUT /api/v0/users/{id}/roles/{roleId}';
  const add = { call: 'PUT /api/v0/users/1002/roles/1', token, sent: { scope: 'global' } };
  const roles = async () =>
    (await callApi(sandbox, { call: 'GET /api/v0/users/1002/roles', token })).body.data;
  for (const [afterwards, after] of [
    [false, []],
    [true, [{ id: '1', name: 'Staff', scope: 'global' }]],
  ]) {
    await setFaults(sandbox, [{ route, fault: 'server-error', afterwards, times: 1 }]);
    assert.equal((await callApi(sandbox, add)).status, 500);
    assert.deepEqual(await roles(), after);
  }
});
