import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bothModes, callApi, dealerSearch, logIn, sandboxFor, serviceToken } from '../visitor.ts';

interface SearchResult {
  data: { user: { id: string }; badgeName?: string }[];
}

for (const mode of bothModes)
  test(`dealers are found only among the requested users (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const token = await serviceToken(sandbox, 'vendor:read');
    const call = dealerSearch(mode);
    const sent = { filter: { userIds: ['1011', '1002'] } };
    const { body } = await callApi(sandbox, { call, token, sent });
    assert.deepEqual(
      (body as unknown as SearchResult).data.map(({ user }) => user.id),
      ['1011'],
    );
    for (const incomplete of [{}, { filter: {} }, { filter: { userIds: 1011 } }]) {
      const { status, body } = await callApi(sandbox, { call, token, sent: incomplete });
      assert.equal(status, 400);
      assert.match(JSON.stringify(body), /^{"errors":{"validation":{"message":"filter/);
    }
  });

test('each mode has one path for dealers, and tolerant mode has no other search for users', async (t) => {
  const sandbox = await sandboxFor(t);
  const token = await serviceToken(sandbox, 'vendor:read user:read');
  const sent = { filter: { userIds: ['1011'] } };
  const found = async (call: string) => {
    const input = call.startsWith('POST') ? { sent } : {};
    const { status, body } = await callApi(sandbox, { call, token, ...input });
    const [record] = (body as Partial<SearchResult>).data ?? [];
    return [status, record && 'applications' in record];
  };
  assert.deepEqual(await found('POST /api/v0/users/search'), [200, true]);
  assert.deepEqual(await found('POST /api/v0/dealers/search'), [404, undefined]);
  assert.deepEqual(await found('GET /api/v0/users/1011'), [404, undefined]);
  sandbox.mode.strict = true;
  assert.deepEqual(await found('POST /api/v0/users/search'), [200, false]);
  assert.deepEqual(await found('POST /api/v0/dealers/search'), [200, true]);
});

for (const mode of bothModes)
  test(`an attendee with con:read gets their own registration and no other (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const { access_token: token } = await logIn(sandbox, { attendee: 'wanda', scope: 'con:read' });
    const own = await callApi(sandbox, { call: 'GET /api/v0/users/1006/registration', token });
    assert.equal(own.status, 200);
    assert.equal(own.body.badgeName, 'W'.repeat(40));
    for (const id of ['1001', '9']) {
      const { status, body } = await callApi(sandbox, {
        call: `GET /api/v0/users/${id}/registration`,
        token,
      });
      assert.equal(status, 403);
      assert.deepEqual(body, {
        errors: { access: { message: 'Missing permission.', permissions: ['con:read'] } },
      });
    }
  });
