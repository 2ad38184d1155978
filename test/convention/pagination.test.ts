import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { z } from 'zod';
import type { ConventionError } from '../../src/convention/convention-error.ts';
import { walkPages } from '../../src/convention/pagination.ts';
import type { ApiResponse } from '../../src/convention/send-call.ts';
import { listAll, sendJson, startScriptedPlatform } from '../support/platform/scripted-platform.ts';

interface SearchBody {
  limit?: number;
  nextPage?: string;
  filter?: { userIds: string[] };
}

async function startSearch(t: TestContext, reply: (body: SearchBody, count: number) => unknown) {
  const bodies: SearchBody[] = [];
  const { service } = await startScriptedPlatform(t, (response, request) => {
    const body = JSON.parse(request.body);
    bodies.push(body);
    sendJson(response, reply(body, bodies.length));
  });
  return { service, bodies };
}

const recordsOf = (...userIds: (string | number)[]) =>
  userIds.map((id) => ({ id: `of-${id}`, user: { id } }));
const userIdsOf = (records: { user: { id: string } }[]) => records.map(({ user }) => user.id);
const isInvalidAnswer = ({ kind }: ConventionError) => kind === 'invalid-answer';

test('a list is read page by page until the cursor is null or missing', async (t) => {
  for (const end of [null, undefined]) {
    const pages = [
      { data: recordsOf(1, 2), nextPage: 'two' },
      { data: [], nextPage: 'three' },
      { data: null, nextPage: 'four' },
      { data: recordsOf(3), nextPage: end },
    ];
    const { service, bodies } = await startSearch(t, (_body, count) => pages[count - 1]);
    assert.deepEqual(userIdsOf(await listAll(service.registrations({ limit: 2 }))), [
      '1',
      '2',
      '3',
    ]);
    assert.deepEqual(bodies, [
      { limit: 2 },
      { limit: 2, nextPage: 'two' },
      { limit: 2, nextPage: 'three' },
      { limit: 2, nextPage: 'four' },
    ]);
  }
});

test('a page is requested only after the one before has been read', async (t) => {
  const { service, bodies } = await startSearch(t, () => ({
    data: recordsOf(1, 2),
    nextPage: 'two',
  }));
  for await (const _registration of service.registrations()) break;
  assert.equal(bodies.length, 1);
});

test('hasMore false ends the list even with a cursor, and hasMore true does not continue without one', async (t) => {
  for (const end of [
    { nextPage: 'two', hasMore: false },
    { nextPage: null, hasMore: true },
    { nextPage: '', hasMore: true },
  ]) {
    const { service, bodies } = await startSearch(t, () => ({ data: recordsOf(1), ...end }));
    await listAll(service.registrations());
    assert.equal(bodies.length, 1);
  }
});

test('a repeated cursor ends the list, even if it returns later', async (t) => {
  const cursors = ['a', 'b', 'a'];
  const { service, bodies } = await startSearch(t, (_body, count) => ({
    data: recordsOf(count),
    nextPage: cursors[count - 1],
  }));
  assert.equal((await listAll(service.volunteers())).length, 3);
  assert.equal(bodies.length, 3);
});

test('a page with any invalid part is an invalid answer, not the end of the list', async (t) => {
  for (const page of [
    { data: 'none' },
    { data: {} },
    { data: recordsOf(...Array(1001).keys()) },
    { data: [], nextPage: 7 },
    { nextPage: 'x'.repeat(4097) },
    [],
  ]) {
    const { service } = await startSearch(t, () => page);
    await assert.rejects(
      listAll(service.registrations()),
      isInvalidAnswer,
      JSON.stringify(page).slice(0, 50),
    );
  }
});

test('a list of 10,000 pages is read, and one more is an invalid answer', async () => {
  for (const [pages, isRead] of [
    [10_000, true],
    [10_001, false],
  ] as const) {
    let asked = 0;
    const requestPage = async (): Promise<ApiResponse> => {
      asked += 1;
      const nextPage = asked < pages ? String(asked) : null;
      return { operation: 'List', body: { data: [], nextPage }, reportInvalid() {} };
    };
    const walk = listAll(walkPages({ record: z.unknown(), requestPage }));
    if (isRead) assert.deepEqual(await walk, []);
    else await assert.rejects(walk, isInvalidAnswer);
    assert.equal(asked, 10_000);
  }
});

test('a cursor of 4,096 characters is followed', async (t) => {
  const nextPage = 'x'.repeat(4096);
  const { service, bodies } = await startSearch(t, (_body, count) => ({
    data: [],
    nextPage: count === 1 ? nextPage : null,
  }));
  await listAll(service.registrations());
  assert.deepEqual(bodies, [{}, { nextPage }]);
});

test('a limit outside 1 to 100 or not whole is refused before anything is sent', async (t) => {
  const { service, bodies } = await startSearch(t, () => ({ data: [] }));
  for (const limit of [0, -1, 101, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    await assert.rejects(listAll(service.registrations({ limit })), RangeError);
    await assert.rejects(listAll(service.volunteers({ limit })), RangeError);
    await assert.rejects(listAll(service.dealers({ userIds: ['7'], limit })), RangeError);
    await assert.rejects(listAll(service.roles({ limit })), RangeError);
  }
  assert.equal(bodies.length, 0);
  for (const limit of [1, 100]) await listAll(service.registrations({ limit }));
  assert.deepEqual(bodies, [{ limit: 1 }, { limit: 100 }]);
});

test('users are requested as lists of 100 id strings, without duplicates', async (t) => {
  const { service, bodies } = await startSearch(t, ({ filter }) => ({
    data: recordsOf(...(filter?.userIds ?? [])),
  }));
  const userIds = Array.from({ length: 250 }, (_, index) => String(index + 1));
  const found = await listAll(service.registrations({ userIds: [...userIds, '1', '250'] }));
  assert.deepEqual(userIdsOf(found), userIds);
  assert.deepEqual(
    bodies.map(({ filter }) => filter?.userIds.length),
    [100, 100, 50],
  );
  assert.equal(bodies[0]?.filter?.userIds[0], '1');
});

test('nobody is requested when the list of users is empty', async (t) => {
  const { service, bodies } = await startSearch(t, () => ({ data: recordsOf(1) }));
  assert.deepEqual(await listAll(service.registrations({ userIds: [] })), []);
  assert.deepEqual(await listAll(service.dealers({ userIds: [] })), []);
  assert.equal(bodies.length, 0);
});

test('with a server that ignores the filter, no other user’s record is returned', async (t) => {
  const { service, bodies } = await startSearch(t, () => ({
    data: recordsOf(1, 6, 7, 8),
    nextPage: 'more of them',
  }));
  assert.deepEqual(userIdsOf(await listAll(service.dealers({ userIds: ['7'] }))), ['7']);
  assert.deepEqual(userIdsOf(await listAll(service.registrations({ userIds: ['7', '8'] }))), [
    '7',
    '8',
  ]);
  assert.equal(bodies.length, 2, 'no further page of other people is requested');
});

test('a user who is missing among other people’s records, or among invalid ones, is an error and not “none”', async (t) => {
  const others = recordsOf(1, 6);
  for (const data of [others, [{ user: 'unreadable' }], [null], [...recordsOf(8), ...others]]) {
    const { service, bodies } = await startSearch(t, () => ({ data, nextPage: null }));
    const criteria = { userIds: ['7', '8'] };
    await assert.rejects(listAll(service.dealers(criteria)), isInvalidAnswer);
    await assert.rejects(listAll(service.registrations(criteria)), isInvalidAnswer);
    assert.equal(bodies.length, 2);
  }
});

test('a filtered list that does not end is abandoned, because the filter is being ignored', async (t) => {
  const { service, bodies } = await startSearch(t, (_body, count) => ({
    data: recordsOf(7),
    nextPage: `${count}`,
  }));
  await assert.rejects(listAll(service.dealers({ userIds: ['7'] })), isInvalidAnswer);
  assert.equal(bodies.length, 2);
});

test('roles are paged by query, with the cursor escaped', async (t) => {
  const pages = [{ data: [{ id: 1 }], nextPage: 'a&b=c d' }, { data: [{ id: 2 }] }];
  const { service, requests } = await startScriptedPlatform(t, (response) =>
    sendJson(response, pages.shift()),
  );
  assert.deepEqual(await listAll(service.roles({ limit: 1 })), [{ id: '1' }, { id: '2' }]);
  assert.deepEqual(
    requests.map(({ path }) => path),
    ['/api/v0/roles?limit=1', '/api/v0/roles?limit=1&nextPage=a%26b%3Dc+d'],
  );
});
