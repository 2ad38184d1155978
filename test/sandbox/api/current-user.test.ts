// The documented types are in docs/interface.md, section 2.1.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bothModes, callApi, logIn, sandboxFor, serviceToken } from '../visitor.ts';

const basicFields = [
  'sub id username firstName lastName preferredName bornAt newsletter emailVerified identityVerified',
  'isVolunteer isDepartmentLead permissions profilePictureUrl userRoles',
].flatMap((names) => names.split(' '));

const fieldsOf: Record<string, string[]> = {
  'pii:email': ['email'],
  'pii:phone': ['phone'],
  'pii:address': [
    'addressLine1',
    'addressLine2',
    'addressCity',
    'addressState',
    'addressZipcode',
    'addressCountry',
  ],
};

for (const mode of bothModes)
  test(`the returned fields are exactly those of the granted scopes (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const restricted = Object.keys(fieldsOf);
    for (let subset = 0; subset < 2 ** restricted.length; subset += 1) {
      const scopes = restricted.filter((_, position) => subset & (1 << position));
      const { access_token } = await logIn(sandbox, {
        attendee: 'robin',
        scope: ['pii:basic', ...scopes].join(' '),
      });
      const { status, body } = await callApi(sandbox, {
        call: 'GET /api/users/current',
        token: access_token,
      });
      assert.equal(status, 200);
      const expected = [...basicFields, ...scopes.flatMap((scope) => fieldsOf[scope] ?? [])];
      assert.deepEqual(Object.keys(body).sort(), expected.sort(), scopes.join(' '));
    }
  });

for (const mode of bothModes)
  test(`a token without pii:basic, and a token of the client itself, get 403 (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const { access_token } = await logIn(sandbox, { attendee: 'robin', scope: 'pii:email' });
    for (const token of [access_token, await serviceToken(sandbox, 'user:read')]) {
      assert.deepEqual(await callApi(sandbox, { call: 'GET /api/users/current', token: token }), {
        status: 403,
        body: {
          errors: { access: { message: 'Missing permission.', permissions: ['pii:basic'] } },
        },
      });
    }
  });
