import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bothModes, callApi, logIn, sandboxFor, serviceToken } from '../visitor.ts';

for (const mode of bothModes)
  test(`an added role is in the list and in the current user until it is removed (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const token = await serviceToken(sandbox, 'user:read user:roles:update');
    const { access_token } = await logIn(sandbox, { attendee: 'sam', scope: 'pii:basic' });
    const listedRoles = async () =>
      (await callApi(sandbox, { call: 'GET /api/v0/users/1002/roles', token })).body.data;
    const currentUserRoles = async () =>
      (await callApi(sandbox, { call: 'GET /api/users/current', token: access_token })).body
        .userRoles;

    assert.deepEqual(await listedRoles(), []);
    const role = '/api/v0/users/1002/roles/2';
    const added = await callApi(sandbox, { call: `PUT ${role}`, token, sent: { scope: 'global' } });
    assert.deepEqual(added, { status: 204, body: null });
    assert.deepEqual(await listedRoles(), [{ id: '2', name: 'Signed the NDA', scope: 'global' }]);
    assert.deepEqual(await currentUserRoles(), [{ id: 2, name: 'Signed the NDA' }]);

    const removed = await callApi(sandbox, { call: `DELETE ${role}`, token });
    assert.deepEqual(removed, { status: 204, body: null });
    assert.deepEqual(await listedRoles(), []);
  });

for (const mode of bothModes)
  test(`adding a role twice is refused with code 3, in either scope (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const token = await serviceToken(sandbox, 'user:roles:update');
    for (const scope of ['convention', 'global']) {
      const { status, body } = await callApi(sandbox, {
        call: 'PUT /api/v0/users/1001/roles/1',
        token,
        sent: { scope },
      });
      assert.equal(status, 400);
      assert.deepEqual(body, {
        errors: { logic: { code: 3, message: 'The user already has this role.' } },
      });
    }
  });
