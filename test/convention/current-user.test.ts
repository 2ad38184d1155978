import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createConvention } from '../../src/convention/convention.ts';
import type { ConventionError } from '../../src/convention/convention-error.ts';
import { entriesOf, unreadable } from '../../src/text.ts';
import {
  type Script,
  sendJson,
  startScriptedPlatform,
} from '../support/platform/scripted-platform.ts';
import { address, email, openFields, phone } from './records.ts';

const robin = { sub: '7', ...openFields, id: 7, userRoles: [{ id: 3, name: 'Staff' }] };
const gatedByScope = { 'pii:address': address, 'pii:email': email, 'pii:phone': phone };
const everything = { ...robin, ...address, ...email, ...phone };
const allScopes = ['pii:basic', 'pii:address', 'pii:email', 'pii:phone'];

async function readUser(
  t: TestContext,
  body: unknown,
  { grantedScopes = allScopes, userId }: { grantedScopes?: string[]; userId?: string } = {},
) {
  const { convention, requests } = await startScriptedPlatform(t, (response) =>
    sendJson(response, body),
  );
  const attendee = {
    accessToken: 'token-of-robin',
    grantedScopes,
    ...(userId !== undefined && { userId }),
  };
  return { answer: convention.onBehalfOf(attendee).currentUser(), requests };
}

const isInvalidAnswer = (error: ConventionError) =>
  error.kind === 'invalid-answer' && error.status === 502;

test('the current user is requested with the attendee’s token, uncompressed', async (t) => {
  const { answer, requests } = await readUser(t, everything);
  await answer;
  assert.equal(requests.length, 1);
  assert.equal(requests[0]?.method, 'GET');
  assert.equal(requests[0]?.path, '/api/users/current');
  assert.equal(requests[0]?.headers.authorization, 'Bearer token-of-robin');
  assert.equal(requests[0]?.headers.accept, 'application/json');
  assert.equal(requests[0]?.headers['accept-encoding'], undefined);
});

test('a base URL may have its own path', async (t) => {
  const { convention, requests, baseUrl } = await startScriptedPlatform(t, (response) =>
    sendJson(response, robin),
  );
  const below = createConvention({ baseUrl: new URL('/registration/', baseUrl) });
  t.after(() => below.close());
  await below.onBehalfOf({ accessToken: 'x', grantedScopes: [] }).currentUser();
  await convention.onBehalfOf({ accessToken: 'x', grantedScopes: [] }).currentUser();
  assert.deepEqual(
    requests.map(({ path }) => path),
    ['/registration/api/users/current', '/api/users/current'],
  );
});

test('P50 a field whose scope is not granted is dropped even when it is sent, in all eight combinations', async (t) => {
  const gatedScopes = Object.keys(gatedByScope) as (keyof typeof gatedByScope)[];
  for (let held = 0; held < 8; held += 1) {
    const grantedScopes = gatedScopes.filter((_, index) => held & (1 << index));
    const { answer } = await readUser(t, everything, {
      grantedScopes: ['pii:basic', ...grantedScopes],
    });
    const user = await answer;
    for (const scope of gatedScopes) {
      for (const field of Object.keys(gatedByScope[scope])) {
        assert.equal(
          field in user,
          grantedScopes.includes(scope),
          `${field} with ${grantedScopes}`,
        );
      }
    }
  }
});

test('a shared but empty field differs from one that is not available', async (t) => {
  const { answer } = await readUser(t, {
    ...robin,
    email: null,
    addressCity: '',
    phone: 12,
    bornAt: [],
  });
  const user = await answer;
  assert.equal(user.email, null);
  assert.equal(user.addressCity, '');
  assert.equal(user.phone, '12', 'a number becomes a text with the same digits');
  assert.equal(user.bornAt, unreadable);
  assert.equal(user.addressCountry, undefined);
});

test('a record with nothing but an id is still a user', async (t) => {
  const { answer } = await readUser(t, { id: '7' });
  assert.deepEqual(await answer, { id: '7' });
});

test('a field of the wrong type is unreadable, and a list keeps the items that can be read', async (t) => {
  const broken = {
    id: 7,
    username: {},
    newsletter: 'yes',
    permissions: 'all',
    userRoles: [null, { id: 3, name: 'Staff' }, { id: 4 }],
  };
  const { answer } = await readUser(t, broken);
  const user = await answer;
  assert.equal(user.username, unreadable);
  assert.equal(user.newsletter, unreadable);
  assert.deepEqual(user.permissions, ['all'], 'a single value becomes a list');
  assert.deepEqual(user.userRoles, [{ id: '3', name: 'Staff' }]);
});

test('sub is the key only when there is no usable id', async (t) => {
  assert.equal((await (await readUser(t, { id: 7, sub: '8' })).answer).id, '7');
  assert.equal((await (await readUser(t, { sub: '8' })).answer).id, '8');
  // JavaScript rounds numbers above 2^53, so two people could share an id.
  assert.equal(
    (await (await readUser(t, { id: 2 ** 53, sub: '9007199254740993' })).answer).id,
    '9007199254740993',
  );
});

test('a record without a usable id is refused', async (t) => {
  const bodies = [
    { ...robin, id: null, sub: undefined },
    { id: '' },
    { id: 1.5 },
    { id: '8 or 9' },
    { id: '..' },
    { id: 'x'.repeat(256) },
  ];
  for (const body of [...bodies, [], [robin], 'robin', 7]) {
    await assert.rejects((await readUser(t, body)).answer, isInvalidAnswer, JSON.stringify(body));
  }
});

test('an empty record is a deleted account: the session ends', async (t) => {
  await assert.rejects((await readUser(t, null)).answer, { kind: 'login-needed' });
});

test('a record of somebody else is rejected: the token now belongs to them', async (t) => {
  const { answer } = await readUser(t, robin, { userId: '8' });
  await assert.rejects(answer, { kind: 'login-needed', isOfAnotherUser: true });
  assert.equal((await (await readUser(t, robin, { userId: '7' })).answer).id, '7');
});

test('lone surrogates and NULs are removed, and whole emoji are not', async (t) => {
  const { answer } = await readUser(t, {
    id: 7,
    username: 'a\ud83db\0c',
    preferredName: '🦊',
    userRoles: [{ id: 1, name: '\udc00' }],
  });
  const user = await answer;
  assert.equal(user.username, 'a\ufffdbc');
  assert.equal(user.preferredName, '🦊');
  assert.deepEqual(user.userRoles, [{ id: '1', name: '\ufffd' }]);
});

test('the name of a role is trimmed, and empty if it has no visible characters', async (t) => {
  const invisible = ['', '  ', '\u200b', ' \u2060\ufeff ', '\u202e', '\u0007'];
  const names = [...invisible, ' Staff '];
  const { answer } = await readUser(t, {
    id: 7,
    userRoles: names.map((name) => ({ id: 3, name })),
  });
  const { userRoles } = await answer;
  assert.deepEqual(
    entriesOf(userRoles).map(({ name }) => name),
    [...invisible.map(() => ''), 'Staff'],
  );
});

test('a platform with other names for its scopes configures what each of them shows', async (t) => {
  const script: Script = (response) =>
    sendJson(response, { id: 7, email: 'robin@a.example', phone: '+4930123' });
  const { convention } = await startScriptedPlatform(t, script, {
    scopesShow: { 'profile:mail': 'email', openid: 'basic' },
  });
  const read = (grantedScopes: readonly string[]) =>
    convention.onBehalfOf({ accessToken: 'token', grantedScopes }).currentUser();
  assert.equal((await read(['openid', 'profile:mail'])).email, 'robin@a.example');
  const without = await read(['openid', 'pii:email', 'pii:phone', 'toString']);
  assert.deepEqual([without.email, without.phone], [undefined, undefined]);
});

test('a name in Latin-1 is read by the charset that the response names, unless the bytes are UTF-8', async (t) => {
  const preferredName = 'Zoë Müller “Fox”';
  const replaced = preferredName.replace(/[^ -~]/g, '\ufffd');
  const utf8 = Buffer.from(preferredName);
  // Browsers read ISO 8859-1 as Windows-1252, which has quotation marks where ISO 8859-1 has
  // control characters.
  const latin1 = Buffer.from(preferredName.replace('“', '\x93').replace('”', '\x94'), 'latin1');
  const responses: [contentType: string, name: Buffer, read: string][] = [
    ['application/json; charset=iso-8859-1', latin1, preferredName],
    ['application/json;charset="Windows-1252"', latin1, preferredName],
    ['application/json; charset=ISO-8859-1', utf8, preferredName],
    ['application/json; charset=utf-8', utf8, preferredName],
    ['application/json; charset=utf-8', latin1, replaced],
    ['application/json; charset=no-charset', latin1, replaced],
    ['application/json', latin1, replaced],
  ];
  for (const [contentType, name, read] of responses) {
    const [before = '', after = ''] = JSON.stringify({ ...robin, preferredName: '?' }).split('?');
    const { convention } = await startScriptedPlatform(t, (response) =>
      response
        .writeHead(200, { 'content-type': contentType })
        .end(Buffer.concat([Buffer.from(before), name, Buffer.from(after)])),
    );
    const user = await convention.onBehalfOf({ accessToken: 'x', grantedScopes: [] }).currentUser();
    assert.equal(user.preferredName, read, contentType);
  }
});
