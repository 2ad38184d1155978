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

test('a fault without a number of times happens until the faults are cleared', async (t) => {
  const sandbox = await sandboxFor(t);
  await setFaults(sandbox, [{ route: '*', fault: 'server-error' }]);
  for (let call = 0; call < 3; call += 1) {
    assert.equal((await callApi(sandbox, { call: 'GET /api/config' })).status, 500);
  }
  assert.equal((await callApi(sandbox, { call: 'DELETE /faults' })).status, 204);
  assert.equal((await callApi(sandbox, { call: 'GET /api/config' })).status, 200);
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

for (const mode of bothModes)
  test(`GET returns the active faults and the schema of PUT (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    await setFaults(sandbox, [{ route: '*', fault: 'huge', times: 3 }]);
    const { body } = await callApi(sandbox, { call: 'GET /faults' });
    assert.deepEqual(body.faults, [{ route: '*', fault: 'huge', times: 3, megabytes: 200 }]);
    assert.match(JSON.stringify(body.schema), /"const":"narrower-scope"/);
  });

for (const mode of bothModes)
  test(`an invalid fault is rejected, and changes nothing (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    await setFaults(sandbox, [{ route: '*', fault: 'reset', times: 1 }]);
    const good = { route: '*', fault: 'server-error' };
    const invalidFaults = [
      good,
      [{ ...good, fault: 'unheard-of' }],
      [{ ...good, route: '/api/config' }],
      [{ ...good, times: 0 }],
      [{ ...good, attendee: 'nobody' }],
      [{ ...good, typo: 1 }],
      [{ route: '*', fault: 'someone-else', answered: 'nobody' }],
      [{ route: '*', fault: 'html', status: 200 }],
    ];
    for (const faults of invalidFaults) {
      const { status, body } = await setFaults(sandbox, faults);
      assert.deepEqual(
        [status, Object.keys(body.errors as object)],
        [400, ['validation']],
        JSON.stringify(faults),
      );
    }
    const { body } = await callApi(sandbox, { call: 'GET /faults' });
    assert.deepEqual(body.faults, [{ route: '*', fault: 'reset', times: 1 }]);
  });

function basicLogin(attendee: string) {
  return { attendee, scope: 'pii:basic' };
}
