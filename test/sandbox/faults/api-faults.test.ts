// These tests leave out the faults on which tests of the app depend: an expired token, a bot
// shield, a reset connection.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from 'undici';
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

test('bearer challenge: the error of the token is in the header alone', async (t) => {
  const sandbox = await sandboxFor(t);
  for (const [error, status] of [
    ['invalid_token', 401],
    ['insufficient_scope', 403],
  ] as const) {
    await setFaults(sandbox, [{ route: 'GET /api/config', fault: 'bearer-challenge', error }]);
    const response = await fetch(`${sandbox.url}/api/config`);
    assert.equal(response.status, status);
    assert.equal(response.headers.get('www-authenticate'), `Bearer realm="api", error="${error}"`);
    assert.equal(await response.text(), '');
  }
});

test('drip: the response arrives byte by byte, complete in the end', async (t) => {
  const sandbox = await sandboxFor(t);
  const { body: expected } = await callApi(sandbox, { call: 'GET /api/config' });
  await setFaults(sandbox, [{ route: '*', fault: 'drip', ms: 1 }]);
  const response = await fetch(`${sandbox.url}/api/config`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body ?? []) chunks.push(chunk);
  assert.deepEqual(JSON.parse(Buffer.concat(chunks).toString()), expected);
  assert.ok(chunks.length > 50, `${chunks.length} chunks`);
});

test('huge: 200 MB of JSON, never held in memory; the reader may disconnect', async (t) => {
  const sandbox = await sandboxFor(t);
  await setFaults(sandbox, [{ route: '*', fault: 'huge' }]);
  const before = process.memoryUsage().rss;
  const { body } = await request(`${sandbox.url}/api/config`);
  let received = 0;
  for await (const chunk of body) received += chunk.length;
  assert.equal(received, 200 * 1024 * 1024 + '{"data":""}'.length);
  assert.ok(process.memoryUsage().rss - before < 150 * 1024 * 1024);

  const abandoned = await fetch(`${sandbox.url}/api/config`);
  await abandoned.body?.cancel();
  assert.equal((await callApi(sandbox, { call: 'DELETE /faults' })).status, 204);
});

for (const mode of bothModes)
  test(`missing and null fields: at any depth, and only those (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const token = await serviceToken(sandbox, 'registration:read');
    const call = 'POST /api/v0/registration/search';
    await setFaults(sandbox, [
      { route: call, fault: 'missing-fields', fields: ['badgeName', 'nextPage'] },
      { route: call, fault: 'null-fields', fields: ['username', 'options'] },
    ]);
    const { body } = await callApi(sandbox, {
      call,
      token,
      sent: { filter: { userIds: ['1001'] } },
    });
    const [registration] = body.data as Record<string, unknown>[];
    assert.equal('nextPage' in body, false);
    assert.equal('badgeName' in (registration ?? {}), false);
    const { options, status, user } = registration ?? {};
    assert.deepEqual(
      [options, status, (user as { username: unknown }).username],
      [null, 'paid', null],
    );
  });

for (const mode of bothModes)
  test(`replaced text: the fields have it, at any depth, as often as requested (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const token = await robinToken(sandbox);
    const fault = { route: '*', fault: 'replaced-text', fields: ['username', 'name'], text: 'ab' };
    await setFaults(sandbox, [{ ...fault, repeated: 3 }]);
    const { body } = await callApi(sandbox, { call: currentUserCall, token });
    const [role] = body.userRoles as { name: string }[];
    assert.deepEqual([body.username, role?.name, body.firstName], ['ababab', 'ababab', 'Roberta']);
    await setFaults(sandbox, [fault]);
    assert.equal((await callApi(sandbox, { call: currentUserCall, token })).body.username, 'ab');
    assert.equal((await setFaults(sandbox, [{ ...fault, repeated: 1e9 }])).status, 400);
  });

for (const mode of bothModes)
  test(`id type: numbers become strings and strings numbers (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const service = await serviceToken(sandbox, 'registration:read');
    const token = await robinToken(sandbox);
    await setFaults(sandbox, [{ route: '*', fault: 'id-type' }]);
    const { body: user } = await callApi(sandbox, { call: currentUserCall, token });
    assert.deepEqual([user.id, user.sub, user.firstName], ['1001', 1001, 'Roberta']);
    const { body } = await callApi(sandbox, {
      call: 'GET /api/v0/users/1001/registration',
      token: service,
    });
    assert.equal((body.user as { id: unknown }).id, 1001);
  });

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

for (const mode of bothModes)
  test(`endless cursor: always another part, with new cursors or with the same (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const token = await serviceToken(sandbox, 'registration:read user:read');
    for (const cursor of ['fresh', 'repeated']) {
      await setFaults(sandbox, [{ route: '*', fault: 'endless-cursor', cursor }]);
      const cursors = new Set<unknown>();
      let nextPage: unknown;
      for (let part = 0; part < 3; part += 1) {
        const call = `GET /api/v0/roles${nextPage === undefined ? '' : `?limit=2&nextPage=${nextPage}`}`;
        assert.equal((await callApi(sandbox, { call, token })).status, 200);
        const sent = { nextPage };
        const { status, body } = await callApi(sandbox, {
          call: 'POST /api/v0/registration/search',
          token,
          sent,
        });
        assert.deepEqual([status, body.hasMore], [200, mode.strict ? undefined : true]);
        nextPage = body.nextPage;
        cursors.add(nextPage);
      }
      assert.equal(cursors.size, cursor === 'fresh' ? 3 : 1);
    }
  });

for (const mode of bothModes)
  test(`afterwards: the operation is carried out, and only its response is lost (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const token = await serviceToken(sandbox, 'user:read user:roles:update');
    const route = 'PUT /api/v0/users/{id}/roles/{roleId}';
    const add = { call: 'PUT /api/v0/users/1002/roles/1', token, sent: { scope: 'global' } };
    const roles = async () =>
      (await callApi(sandbox, { call: 'GET /api/v0/users/1002/roles', token })).body.data;
    await setFaults(sandbox, [{ route, fault: 'server-error', times: 1 }]);
    assert.equal((await callApi(sandbox, add)).status, 500);
    assert.deepEqual(await roles(), []);
    await setFaults(sandbox, [{ route, fault: 'server-error', afterwards: true, times: 1 }]);
    assert.equal((await callApi(sandbox, add)).status, 500);
    assert.deepEqual(await roles(), [{ id: '1', name: 'Staff', scope: 'global' }]);
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
