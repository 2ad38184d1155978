import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bothModes, callApi, logIn, sandboxFor, serviceToken, setFaults } from '../visitor.ts';

test('a fault happens the number of times it is set for, and then stops', async (t) => {
  const sandbox = await sandboxFor(t);
  await setFaults(sandbox, [{ route: 'GET /api/config', fault: 'server-error', times: 2 }]);
  const statuses = [];
  for (let call = 0; call < 3; call += 1)
    statuses.push((await callApi(sandbox, { call: 'GET /api/config' })).status);
  assert.deepEqual(statuses, [500, 500, 200]);
});

for (const mode of bothModes)
  test(`a fault is for one route: the method counts, and {id} stands for any id (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const token = await serviceToken(sandbox, 'registration:read user:read');
    await setFaults(sandbox, [
      { route: 'GET /api/v0/users/{id}/registration', fault: 'server-error' },
    ]);
    assert.equal(
      (await callApi(sandbox, { call: 'GET /api/v0/users/1001/registration', token })).status,
      500,
    );
    assert.equal(
      (await callApi(sandbox, { call: 'GET /api/v0/users/1001/roles', token })).status,
      200,
    );
    await setFaults(sandbox, [
      { route: 'POST /api/v0/users/{id}/registration', fault: 'server-error' },
    ]);
    assert.equal(
      (await callApi(sandbox, { call: 'GET /api/v0/users/1001/registration', token })).status,
      200,
    );
  });

for (const mode of bothModes)
  test(`a fault is for one attendee: found by token, by path, by filter (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const [robin, sam] = [
      await logIn(sandbox, basicLogin('robin')),
      await logIn(sandbox, basicLogin('sam')),
    ];
    const service = await serviceToken(sandbox, 'registration:read');
    await setFaults(sandbox, [{ route: '*', attendee: 'robin', fault: 'server-error' }]);
    const current = { call: 'GET /api/users/current' };
    assert.equal((await callApi(sandbox, { ...current, token: robin.access_token })).status, 500);
    assert.equal((await callApi(sandbox, { ...current, token: sam.access_token })).status, 200);
    const byPath = (id: string) =>
      callApi(sandbox, { call: `GET /api/v0/users/${id}/registration`, token: service });
    assert.deepEqual([(await byPath('1001')).status, (await byPath('1002')).status], [500, 200]);
    const byFilter = (id: string) =>
      callApi(sandbox, {
        call: 'POST /api/v0/registration/search',
        token: service,
        sent: { filter: { userIds: [id] } },
      });
    assert.deepEqual(
      [(await byFilter('1001')).status, (await byFilter('1002')).status],
      [500, 200],
    );
  });

function basicLogin(attendee: string) {
  return { attendee, scope: 'pii:basic' };
}
