// The documented types are in docs/interface.md, section 2.1.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wallClock } from '../../support/app/clocks.ts';
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
  test(`the id is a number and sub the same as a string (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const { access_token } = await logIn(sandbox, {
      attendee: 'sam',
      scope: 'pii:basic pii:address',
    });
    const { body } = await callApi(sandbox, {
      call: 'GET /api/users/current',
      token: access_token,
    });
    assert.equal(body.id, 1002);
    assert.equal(body.sub, '1002');
    assert.equal(body.preferredName, null);
    assert.equal(body.addressLine2, null);
  });

for (const mode of bothModes)
  test(`without a token, or with an unknown one, the status is 401 (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    for (const token of [undefined, 'made-up', 'made up']) {
      assert.deepEqual(await callApi(sandbox, { call: 'GET /api/users/current', token: token }), {
        status: 401,
        body: { errors: { authentication: { message: 'Invalid token.' } } },
      });
    }
  });

for (const mode of bothModes)
  test(`an expired token gets 401 with the code of expired tokens (${mode.name} mode)`, async (t) => {
    const sandbox = await sandboxFor(t, mode);
    const { access_token } = await logIn(sandbox, { attendee: 'robin', scope: 'pii:basic' });
    t.mock.timers.enable({ apis: ['Date'], now: wallClock('the sandbox') + 3_601_000 });
    assert.deepEqual(
      await callApi(sandbox, { call: 'GET /api/users/current', token: access_token }),
      {
        status: 401,
        body: { errors: { authentication: { code: 2001, message: 'Token expired.' } } },
      },
    );
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
