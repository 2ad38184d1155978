import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test, { type TestContext } from 'node:test';
import type { ConventionErrorKind } from '../../src/convention/convention-error.ts';
import { type OwnRecords, ownRecords } from '../../src/convention/own-records.ts';
import { createServiceTokens } from '../../src/login/login.ts';
import {
  type ReceivedRequest,
  sendHtml,
  sendJson,
  startScriptedPlatform,
} from '../support/platform/scripted-platform.ts';

const everyScope = ['registration:read', 'volunteer:read', 'vendor:read', 'user:read'];
const user = { id: '77', username: 'ada' };
const bodies: Record<string, unknown> = {
  'GET /api/users/current': { id: 77, username: 'ada', email: 'ada@example.org' },
  'GET /api/v0/users/77/registration': { badgeName: 'Foxy', user },
  'GET /api/v0/users/77/volunteer': { departments: [], user },
  'GET /api/v0/users/77/roles': { data: [{ id: 1, name: 'Staff', scope: 'global' }] },
  'POST /api/v0/dealers/search': {
    data: [
      { id: 5, user },
      { id: 6, user: { id: '78', username: 'bea' } },
    ],
  },
  'GET /api/v0/volunteers/departments': [
    { id: 1, name: 'Safety', publiclyVisible: true },
    { id: 2, name: 'Board', publiclyVisible: false },
    { id: 3, name: 'Nobody said', publiclyVisible: null },
    { id: 4, name: 'Nor here' },
  ],
};

interface TestRecords {
  records: OwnRecords;
  sentRequests(): string[];
}

async function recordsFor(
  t: TestContext,
  serviceScopes: readonly string[],
  reply: (response: ServerResponse, call: string) => void = (response, call) =>
    sendJson(response, bodies[call]),
): Promise<TestRecords> {
  const script = (response: ServerResponse, { method, path }: ReceivedRequest) =>
    path === '/token'
      ? sendJson(response, { access_token: 'service', token_type: 'bearer', expires_in: 3600 })
      : reply(response, `${method} ${path}`);
  const first = await startScriptedPlatform(t, script);
  const tokenUrl = new URL('/token', first.baseUrl);
  const requestServiceToken = createServiceTokens({
    clientId: 'a',
    clientSecret: 'b',
    tokenUrl,
    scopes: serviceScopes,
  });
  const { convention, requests } = await startScriptedPlatform(
    t,
    script,
    serviceScopes.length > 0 ? { requestServiceToken } : {},
  );
  const attendee = { accessToken: 'attendee', grantedScopes: ['pii:basic'], userId: '77' };
  return {
    records: ownRecords({ convention, attendee, serviceScopes }),
    sentRequests: () =>
      requests.map(({ method, path, headers }) => `${headers.authorization} ${method} ${path}`),
  };
}

test('the current user is requested with the attendee’s own token, and read according to the grant', async (t) => {
  const { records, sentRequests } = await recordsFor(t, everyScope);
  const current = await records.currentUser();
  assert.deepEqual([current.id, current.username, current.email], ['77', 'ada', undefined]);
  assert.deepEqual(sentRequests(), ['Bearer attendee GET /api/users/current']);
});

test('with all service scopes the other records are requested with the service’s token, for the own id only', async (t) => {
  const { records, sentRequests } = await recordsFor(t, everyScope);
  const registration = await records.registration();
  assert.equal(registration.state === 'found' && registration.record.badgeName, 'Foxy');
  assert.equal((await records.volunteer()).state, 'found');
  const dealers = await records.dealers();
  assert.deepEqual(
    dealers.map(({ id }) => id),
    ['5'],
    'the record of another person is left out',
  );
  assert.deepEqual(await records.roles(), [{ id: '1', name: 'Staff', scope: 'global' }]);
  assert.deepEqual(sentRequests(), [
    'Bearer service GET /api/v0/users/77/registration',
    'Bearer service GET /api/v0/users/77/volunteer',
    'Bearer service POST /api/v0/dealers/search',
    'Bearer service GET /api/v0/users/77/roles',
  ]);
});

test('only departments that are marked as public are returned', async (t) => {
  const { records } = await recordsFor(t, everyScope);
  const departments = await records.publicDepartments();
  assert.deepEqual(
    departments.map(({ name }) => name),
    ['Safety'],
  );
});

test('without its scope a record is not requested, and the registration is requested with the attendee’s token', async (t) => {
  for (const scopes of [[], ['unrelated:read']]) {
    const { records, sentRequests } = await recordsFor(t, scopes);
    assert.deepEqual(await records.volunteer(), { state: 'unknown' });
    assert.deepEqual(await records.dealers(), []);
    assert.deepEqual(await records.roles(), undefined);
    assert.deepEqual(await records.publicDepartments(), []);
    assert.equal((await records.registration()).state, 'found');
    assert.deepEqual(sentRequests(), ['Bearer attendee GET /api/v0/users/77/registration']);
  }
});

const refusals: [string, (response: ServerResponse) => void, ConventionErrorKind][] = [
  [
    '401',
    (response) => sendJson(response, { errors: { authentication: {} } }, 401),
    'login-needed',
  ],
  ['403', (response) => sendJson(response, { errors: { access: {} } }, 403), 'not-permitted'],
  ['404', (response) => sendJson(response, { errors: { resource: {} } }, 404), 'not-found'],
  ['500', (response) => sendJson(response, { errors: { server: {} } }, 500), 'unavailable'],
  ['a 403 of a shield', (response) => sendHtml(response, 403), 'busy'],
  ['a 404 without JSON', (response) => sendHtml(response, 404), 'unavailable'],
  ['an empty 404', (response) => response.writeHead(404).end(), 'unavailable'],
  ['a 410 without JSON', (response) => sendHtml(response, 410), 'unavailable'],
  ['nonsense', (response) => sendJson(response, ['nonsense']), 'invalid-answer'],
  [
    'somebody else’s record',
    (response) => sendJson(response, { user: { id: '78' } }),
    'invalid-answer',
  ],
];

const notKnownHere = ['401', '403', '404', 'a 404 without JSON', 'an empty 404'];

for (const [name, response, kind] of refusals) {
  test(`when the attendee’s token gets ${name} for the registration, that is ${
    notKnownHere.includes(name) ? 'not known here' : `a failure (${kind})`
  }`, async (t) => {
    const { records } = await recordsFor(t, [], response);
    if (notKnownHere.includes(name))
      assert.deepEqual(await records.registration(), { state: 'unknown' });
    else await assert.rejects(records.registration(), { name: 'ConventionError', kind });
  });

  test(`when the service’s token gets ${name}, that is ${name === '404' ? 'none' : 'a failure'}, never a log-out`, async (t) => {
    const { records } = await recordsFor(t, everyScope, response);
    // A new login cannot fix the site's own credential.
    const expected = {
      name: 'ConventionError',
      kind: name === '401' ? 'credential-refused' : kind,
    };
    for (const lookUp of [records.registration, records.volunteer]) {
      if (name === '404') assert.deepEqual(await lookUp(), { state: 'none' });
      else await assert.rejects(lookUp(), expected);
    }
    if (name === 'somebody else’s record') return;
    for (const list of [records.dealers, records.roles]) await assert.rejects(list(), expected);
  });
}
