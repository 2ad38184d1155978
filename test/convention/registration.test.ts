import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ConventionError } from '../../src/convention/convention-error.ts';
import { entriesOf, unreadable } from '../../src/text.ts';
import {
  listAll,
  platformError,
  sendJson,
  startScriptedPlatform,
} from '../support/platform/scripted-platform.ts';
import { minimalRobin, robin } from './records.ts';

const startWithAnswer = (t: TestContext, reply: unknown) =>
  startScriptedPlatform(t, (response) => sendJson(response, reply));

const isInvalidAnswer = ({ kind }: ConventionError) => kind === 'invalid-answer';

test('a record of somebody else is rejected, whoever requests it', async (t) => {
  const { service, convention } = await startWithAnswer(t, {
    badgeName: 'Foxy',
    user: { ...robin, id: 8 },
  });
  const attendee = convention.onBehalfOf({
    accessToken: 'token-of-robin',
    grantedScopes: [],
    userId: '7',
  });
  await assert.rejects(service.registration({ userId: '7' }), isInvalidAnswer);
  await assert.rejects(service.volunteer({ userId: '7' }), isInvalidAnswer);
  await assert.rejects(attendee.registration(), isInvalidAnswer);
  assert.equal((await service.registration({ userId: '8' })).user.id, '8');
});

test('a record without its user is rejected', async (t) => {
  for (const user of [undefined, null, {}, { username: 'robin' }, { id: [] }, '7']) {
    const { service } = await startWithAnswer(t, { badgeName: 'Foxy', user });
    await assert.rejects(service.registration({ userId: '7' }), isInvalidAnswer);
  }
});

test('an attendee’s own registration is read with their own token', async (t) => {
  const { convention, requests, tokenRequests } = await startWithAnswer(t, {
    badgeName: 'Foxy',
    user: robin,
  });
  const attendee = convention.onBehalfOf({
    accessToken: 'token-of-robin',
    grantedScopes: [],
    userId: '7',
  });
  assert.deepEqual(await attendee.registration(), { badgeName: 'Foxy', user: minimalRobin });
  assert.equal(requests[0]?.path, '/api/v0/users/7/registration');
  assert.equal(requests[0]?.headers.authorization, 'Bearer token-of-robin');
  assert.equal(tokenRequests.length, 0);
});

test('an attendee’s token that may not read it says so, and is tried once', async (t) => {
  const { convention, requests } = await startScriptedPlatform(t, (response) =>
    sendJson(response, platformError('authentication'), 401),
  );
  const attendee = convention.onBehalfOf({
    accessToken: 'token-of-robin',
    grantedScopes: [],
    userId: '7',
  });
  await assert.rejects(
    attendee.registration(),
    ({ kind }: ConventionError) => kind === 'login-needed',
  );
  assert.equal(requests.length, 1);
});

test('no registration is requested before the attendee’s id is known', async (t) => {
  const { convention, requests } = await startWithAnswer(t, { user: robin });
  await assert.rejects(
    convention.onBehalfOf({ accessToken: 'x', grantedScopes: [] }).registration(),
    RangeError,
  );
  assert.equal(requests.length, 0);
});

test('contact details and legal names are returned only to a caller that names them', async (t) => {
  const { service } = await startWithAnswer(t, { user: robin });
  const registrationWith = async (...include: ('email' | 'phone' | 'firstName' | 'lastName')[]) =>
    (await service.registration({ userId: '7', include })).user;
  assert.deepEqual(await registrationWith(), minimalRobin);
  assert.deepEqual(await registrationWith('email'), { ...minimalRobin, email: robin.email });
  assert.deepEqual(await registrationWith('phone', 'firstName', 'lastName', 'email'), robin);
  assert.deepEqual(await registrationWith(), minimalRobin);
});

test('department leads are dropped unless requested', async (t) => {
  const { service } = await startWithAnswer(t, [{ id: '4', leads: [robin] }]);
  assert.deepEqual(await service.departments(), [{ id: '4' }]);
  assert.deepEqual(await service.departments({ include: ['email'] }), [{ id: '4' }]);
  assert.deepEqual(await service.departments({ include: ['leads'] }), [
    { id: '4', leads: [minimalRobin] },
  ]);
  const [department] = await service.departments({ include: ['leads', 'email'] });
  assert.deepEqual(department?.leads, [{ ...minimalRobin, email: robin.email }]);
});

test('values that do not fit are left out, and undocumented values are kept as text', async (t) => {
  const { service } = await startWithAnswer(t, {
    badgeName: 12,
    status: 'on hold',
    productId: 12,
    productName: null,
    options: [
      null,
      'L',
      { name: 'Shirt', type: 'colour', value: 'red' },
      { name: 'Diet', type: 'multi', value: ['vegan', 1] },
    ],
    flags: [{ shortName: 'no id' }, { id: 1, shortName: ['VIP'] }, { id: {} }],
    user: { ...robin, username: {} },
  });
  assert.deepEqual(await service.registration({ userId: '7' }), {
    badgeName: '12',
    status: 'on hold',
    productId: '12',
    productName: null,
    options: [
      { name: 'Shirt', type: 'colour', value: 'red' },
      { name: 'Diet', type: 'multi', value: ['vegan', 1] },
    ],
    flags: [{ id: '1', shortName: unreadable }],
    user: { id: '7', username: unreadable, preferredName: 'Foxy' },
  });
});

test('the names in a list are trimmed, and empty if they have no visible characters', async (t) => {
  const invisible = ['', '  ', '\u200b', ' \u2060\ufeff ', '\u202e', '\u0007'];
  const asSent = [...invisible, ' Safety '];
  const asRead = [...invisible.map(() => ''), 'Safety'];
  const { service } = await startWithAnswer(t, {
    departments: asSent.map((name) => ({ id: 4, name, states: asSent })),
    flags: asSent.map((shortName) => ({ id: 1, shortName })),
    options: [{ name: ' Wares ', value: asSent }],
    data: asSent.map((name) => ({ id: 3, name, scope: 'global' })),
    user: robin,
  });
  const { departments } = await service.volunteer({ userId: '7' });
  assert.deepEqual(
    departments,
    asRead.map((name) => ({ id: '4', name, states: asRead })),
  );
  const { flags, options } = await service.registration({ userId: '7' });
  assert.deepEqual(
    flags,
    asRead.map((shortName) => ({ id: '1', shortName })),
  );
  assert.deepEqual(options, [{ name: 'Wares', value: asRead }]);
  const roles = await service.userRoles({ userId: '7' });
  assert.deepEqual(
    entriesOf(roles).map(({ name }) => name),
    asRead,
  );
});

test('only the first 1,000 entries of a long list are read', async (t) => {
  const long = <Item>(item: Item) => Array<Item>(1001).fill(item);
  const { service } = await startWithAnswer(t, {
    options: [{ value: [...Array(1000).fill('vegan'), 1] }, ...long({})],
    flags: [...long({ id: '1' }), {}],
    user: robin,
  });
  const { options, flags } = await service.registration({ userId: '7' });
  assert.deepEqual(options, [{ value: Array(1000).fill('vegan') }, ...Array(999).fill({})]);
  assert.deepEqual(flags, Array(1000).fill({ id: '1' }));

  const { service: listing } = await startWithAnswer(t, long({ id: '4' }));
  assert.equal((await listing.departments()).length, 1000);
});

test('a dealer’s answer may have any shape, up to a certain depth', async (t) => {
  const address = { city: 'Springfield', lines: ['1 Main Street'] };
  const options = `[{"id":1,"value":${JSON.stringify(address)}},{"id":2,"value":${'['.repeat(9)}${']'.repeat(9)}}]`;
  const { service } = await startScriptedPlatform(t, (response) =>
    response.end(`{"data":[{"id":9,"user":{"id":7},"options":${options}}]}`),
  );
  const [dealer] = await listAll(service.dealers({ userIds: ['7'] }));
  assert.deepEqual(dealer?.options, [
    { id: '1', value: address },
    { id: '2', value: unreadable },
  ]);
});

test('records in a list without a user are left out, and the others stay', async (t) => {
  const data = [
    { user: {} },
    { badgeName: 'Foxy', user: robin },
    null,
    { user: { id: 8 }, badgeName: {} },
  ];
  const { service } = await startWithAnswer(t, { data });
  assert.deepEqual(await listAll(service.registrations()), [
    { badgeName: 'Foxy', user: minimalRobin },
    { user: { id: '8' }, badgeName: unreadable },
  ]);
});
