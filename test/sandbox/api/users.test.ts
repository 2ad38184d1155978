// The platform's public documentation describes these operations, which only strict mode has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callApi, sandboxFor, serviceToken } from '../visitor.ts';

const search = 'POST /api/v0/users/search';

interface Users {
  data: { id: string }[];
  nextPage: string | null;
}

test('a service reads one user: contact details, a nested address, and no embedded user', async (t) => {
  const sandbox = await sandboxFor(t, { strict: true });
  const token = await serviceToken(sandbox, 'user:read');
  const robin = await callApi(sandbox, { call: 'GET /api/v0/users/1001', token });
  assert.deepEqual(robin, {
    status: 200,
    body: {
      id: '1001',
      email: 'robin@example.org',
      preferredName: 'Robin',
      firstName: 'Roberta',
      lastName: 'Banks',
      username: 'robin_banks',
      verified: true,
      phone: '+12025551001',
      address: {
        addressCity: 'Portland',
        addressCountry: 'US',
        addressLine1: '12 Harbour Lane',
        addressLine2: 'Apartment 4',
        addressState: 'OR',
        addressZipcode: '97201',
      },
    },
  });
  assert.equal((await callApi(sandbox, { call: 'GET /api/v0/users/9', token })).status, 404);
});

test('the search for users filters by role, ignores every other filter, and has pages', async (t) => {
  const sandbox = await sandboxFor(t, { strict: true });
  const token = await serviceToken(sandbox, 'user:read');
  const find = async (sent: unknown) => {
    const { status, body } = await callApi(sandbox, { call: search, token, sent });
    return status === 200 ? (body as unknown as Users) : status;
  };
  const idsFor = async (sent: unknown) => {
    const found = await find(sent);
    return typeof found === 'number' ? found : found.data.map(({ id }) => id);
  };
  const everybody = Array.from({ length: 12 }, (_, position) => String(1001 + position));
  assert.deepEqual(await idsFor({}), everybody);
  assert.deepEqual(await idsFor({ filter: { userIds: ['1002'] } }), everybody);
  assert.deepEqual(await idsFor({ filter: { roleId: 2 } }), ['1001', '1012']);
  assert.deepEqual(await idsFor({ filter: { roleId: 99 } }), []);
  assert.equal(await idsFor({ filter: { roleId: '2' } }), 400);
  const first = (await find({ limit: 8 })) as Users;
  assert.deepEqual(await idsFor({ limit: 8, nextPage: first.nextPage }), everybody.slice(8));
});
