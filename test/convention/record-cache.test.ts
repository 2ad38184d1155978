import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { ConventionError } from '../../src/convention/convention-error.ts';
import type { CurrentUser } from '../../src/convention/current-user.ts';
import type { OwnRecords } from '../../src/convention/own-records.ts';
import {
  createRecordCache,
  type RecordCacheOptions,
  type RecordOwner,
} from '../../src/convention/record-cache.ts';

const ada: RecordOwner = {
  sessionKey: 's:of-ada',
  userId: '1',
  grantedScopes: ['pii:basic', 'pii:email'],
};

function startCache(t: TestContext, options: Partial<RecordCacheOptions> = {}) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
  const cache = createRecordCache({ seconds: 60, now: Date.now, ...options });
  const calls: string[] = [];
  let response = async (operation: string): Promise<unknown> => ({ operation, call: calls.length });
  const recordsOf = ({ userId }: RecordOwner) => {
    const call = (operation: string) => () => {
      calls.push(`${operation} of ${userId}`);
      return response(operation);
    };
    const names = 'currentUser registration volunteer dealers roles publicDepartments'.split(' ');
    return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as OwnRecords;
  };
  return {
    calls,
    forget: cache.forget,
    size: cache.size,
    badgeSize: cache.badgeSize,
    sessionsWithViews: cache.sessionsWithViews,
    answerWith(other: typeof response) {
      response = other;
    },
    answerLater() {
      let arrive = (_record: unknown) => {};
      const record = new Promise((resolve) => {
        arrive = resolve;
      });
      response = () => record;
      return arrive;
    },
    passSeconds: (seconds: number) => t.mock.timers.tick(1000 * seconds),
    page: (owner: RecordOwner = ada, isReload = false) =>
      cache.keep(recordsOf(owner), owner, { isReload }),
  };
}

test('owners without a session or a user share no record', (t) => {
  const { page, calls } = startCache(t);
  for (const missing of ['sessionKey', 'userId'] as const)
    for (const value of [undefined, ''])
      assert.throws(() => page({ ...ada, [missing]: value } as RecordOwner), RangeError);
  assert.deepEqual(calls, []);
});

test('within 60 seconds of the last call there is no other call, then there is one', async (t) => {
  const { page, calls, passSeconds } = startCache(t);
  const first = await page().currentUser();
  passSeconds(59.999);
  assert.equal(await page().currentUser(), first);
  assert.equal(calls.length, 1);
  passSeconds(0.001);
  assert.notEqual(await page().currentUser(), first);
  assert.equal(calls.length, 2);
});

test('each record is cached separately', async (t) => {
  const { page, calls } = startCache(t);
  for (let view = 0; view < 2; view += 1)
    await Promise.all([page().currentUser(), page().registration(), page().publicDepartments()]);
  assert.deepEqual(calls, ['currentUser of 1', 'registration of 1', 'publicDepartments of 1']);
});

test('with 0 seconds each page calls the platform', async (t) => {
  const { page, calls } = startCache(t, { seconds: 0 });
  await Promise.all([page().currentUser(), page().currentUser()]);
  assert.equal(calls.length, 2);
});

test('a reload calls the platform, at most once in 5 seconds, and its result is cached', async (t) => {
  const { page, calls, passSeconds } = startCache(t);
  await page().currentUser();
  passSeconds(4.999);
  await page(ada, true).currentUser();
  assert.equal(calls.length, 1, 'a record younger than 5 s is not read again');
  passSeconds(0.001);
  const anew = await page(ada, true).currentUser();
  assert.equal(calls.length, 2);
  assert.equal(await page(ada, true).currentUser(), anew);
  passSeconds(59);
  assert.equal(await page().currentUser(), anew);
  assert.equal(calls.length, 2);
});

test('pages that wait for the same record share one call, even if they are reloaded meanwhile', async (t) => {
  const { page, calls, answerLater, passSeconds } = startCache(t);
  const arrive = answerLater();
  const pages = Array.from({ length: 20 }, () => page().currentUser());
  passSeconds(7);
  pages.push(page(ada, true).currentUser());
  assert.equal(calls.length, 1);
  const user = { id: '1' } as CurrentUser;
  arrive(user);
  for (const each of await Promise.all(pages)) assert.equal(each, user);
});

test('a failure is not cached: waiting pages get it, and the next page calls again', async (t) => {
  const { page, calls, answerWith } = startCache(t);
  answerWith(() => Promise.reject(new ConventionError('busy', 'Retrieve current user: busy')));
  const [first, second] = [page().currentUser(), page().currentUser()];
  await assert.rejects(first, { kind: 'busy' });
  await assert.rejects(second, { kind: 'busy' });
  assert.equal(calls.length, 1);
  answerWith(async () => ({ id: '1' }));
  assert.deepEqual(await page().currentUser(), { id: '1' });
  assert.equal(calls.length, 2);
});

function startViews(t: TestContext, options: Partial<RecordCacheOptions> = {}) {
  const cache = startCache(t, options);
  let created = 0;
  const create = (given: object) => {
    created += 1;
    return { given };
  };
  const openPage = async (owner = ada) => {
    const records = cache.page(owner);
    const read = await Promise.all([records.currentUser(), records.registration()]);
    return records.viewOf(create, { read, locale: 'en' });
  };
  return { ...cache, openPage, create, created: () => created };
}

test('the view of a page is created once while its records are cached', async (t) => {
  const { openPage, created, sessionsWithViews, passSeconds } = startViews(t);
  const first = await openPage();
  passSeconds(59.999);
  assert.equal(await openPage(), first);
  passSeconds(0.001);
  assert.equal(sessionsWithViews(), 0, 'the view expires even if nobody requests it');
  assert.notEqual(await openPage(), first);
  assert.equal(created(), 2);
});

test('P28 a view is dropped with the first of its records, for any reason', async (t) => {
  const { page, openPage, sessionsWithViews, forget, passSeconds, answerWith } = startViews(t);
  await openPage();
  assert.equal(sessionsWithViews(), 1);
  forget([ada.sessionKey]);
  assert.equal(sessionsWithViews(), 0, 'the end of the session drops the view');

  const grace = { ...ada, sessionKey: 's:of-grace' };
  await page(grace).currentUser();
  passSeconds(30);
  await openPage(grace);
  passSeconds(30);
  assert.equal(sessionsWithViews(), 0, 'the expiry of the older record drops the view');

  await openPage(grace);
  passSeconds(5);
  const reloaded = page(grace, true).registration();
  assert.equal(sessionsWithViews(), 0, 'a new call for one record drops the view');
  await reloaded;

  await openPage(grace);
  passSeconds(5);
  answerWith(() => Promise.reject(new ConventionError('login-needed', 'Registration: over')));
  await assert.rejects(page(grace, true).registration(), { kind: 'login-needed' });
  assert.equal(sessionsWithViews(), 0, 'a rejected token drops the view');
});

test('P28 no view is cached for a session that has ended meanwhile, or without cached records', async (t) => {
  const { page, create, created, sessionsWithViews, forget } = startViews(t);
  const late = page();
  const user = await late.currentUser();
  forget([ada.sessionKey]);
  late.viewOf(create, { user });
  late.viewOf(create, { user });
  page({ ...ada, sessionKey: 's:of-grace' }).viewOf(create, {});
  assert.deepEqual([created(), sessionsWithViews()], [3, 0]);
});

test('with 0 seconds no view is cached', async (t) => {
  const { openPage, created, sessionsWithViews } = startViews(t, { seconds: 0 });
  await openPage();
  await openPage();
  assert.deepEqual([created(), sessionsWithViews()], [2, 0]);
});

test('P79 when the platform says that the login has ended, all records of the session are dropped', async (t) => {
  const { page, calls, answerWith, passSeconds } = startCache(t);
  await page().currentUser();
  await page().registration();
  passSeconds(5);
  answerWith(() => Promise.reject(new ConventionError('login-needed', 'Registration: over')));
  await assert.rejects(page(ada, true).currentUser(), { kind: 'login-needed' });
  await assert.rejects(page().registration(), { kind: 'login-needed' });
  assert.equal(calls.length, 4);
});

test('P52 records of one session, person or set of scopes are never given to another', async (t) => {
  const { page, calls } = startCache(t);
  const others: RecordOwner[] = [
    ada,
    { ...ada, sessionKey: 's:of-grace' },
    { ...ada, userId: '2' },
    { ...ada, grantedScopes: ['pii:basic'] },
    { ...ada, userId: '1 pii:basic', grantedScopes: ['pii:email'] },
  ];
  const given = await Promise.all(others.map((owner) => page(owner).currentUser()));
  assert.equal(new Set(given).size, others.length);
  assert.equal(calls.length, others.length);
});

test('P28 when a session ends, its records are dropped, and no others', async (t) => {
  const { page, calls, forget } = startCache(t);
  const grace = { ...ada, sessionKey: 's:of-grace', userId: '2' };
  for (const owner of [ada, grace]) await page(owner).currentUser();
  forget([ada.sessionKey]);
  for (const owner of [ada, grace]) await page(owner).currentUser();
  assert.deepEqual(calls, ['currentUser of 1', 'currentUser of 2', 'currentUser of 1']);
});

test('P28 a call in progress when the session ends returns its record, which is not cached', async (t) => {
  const { page, calls, forget, answerLater, answerWith } = startCache(t);
  const arrive = answerLater();
  const waiting = page().currentUser();
  forget([ada.sessionKey]);
  arrive({ id: '1' });
  assert.deepEqual(await waiting, { id: '1' });
  answerWith(async () => ({ id: '1' }));
  await page().currentUser();
  assert.equal(calls.length, 2, 'the response was not cached');
  await page().currentUser();
  assert.equal(
    calls.length,
    3,
    'a response that arrives after the session has ended is not cached',
  );
});

test('P28 for 60 seconds after the end of a session none of its records are cached', async (t) => {
  const { page, calls, forget, passSeconds } = startCache(t);
  forget([ada.sessionKey]);
  passSeconds(59.999);
  await page().currentUser();
  await page().currentUser();
  assert.equal(calls.length, 2);
  passSeconds(0.001);
  await page().currentUser();
  await page().currentUser();
  assert.equal(calls.length, 3, 'the session can be cached again after 60 s');
});

test('a record leaves the memory when it expires, even if nobody requests it', async (t) => {
  const { page, size, passSeconds } = startCache(t);
  await page().currentUser();
  passSeconds(30);
  await page().registration();
  assert.equal(size(), 2);
  passSeconds(30);
  assert.equal(size(), 1);
  passSeconds(30);
  assert.equal(size(), 0);
});

test('10,000 records are cached, and the next one replaces the oldest', async (t) => {
  const { page, calls, size } = startCache(t);
  const read = (userId: number) => page({ ...ada, userId: String(userId) }).currentUser();
  for (let userId = 1; userId <= 10_000; userId += 1) await read(userId);
  assert.equal(size(), 10_000);
  await read(1);
  assert.equal(calls.length, 10_000, 'the first record is still cached');
  await read(10_001);
  assert.equal(size(), 10_000);
  await read(1);
  assert.equal(calls.length, 10_002);
});

test('16 Mi characters of records as JSON are cached, and beyond that the oldest are dropped', async (t) => {
  const { page, size, answerWith } = startCache(t);
  const read = (userId: number) => page({ ...ada, userId: String(userId) }).currentUser();
  const mebi = 1024 * 1024;
  // In JSON, the quotes take two more characters.
  answerWith(async () => 'x'.repeat(mebi - 2));
  for (let userId = 1; userId <= 16; userId += 1) await read(userId);
  assert.equal(size(), 16);
  answerWith(async () => 1);
  await read(17);
  assert.equal(size(), 16);
});

test('if there are too many records, the oldest are dropped', async (t) => {
  const { page, calls, size } = startCache(t, { mostRecords: 3 });
  const owners = ['1', '2', '3', '4'].map((userId) => ({ ...ada, userId }));
  for (const owner of owners) await page(owner).currentUser();
  assert.equal(size(), 3);
  calls.length = 0;
  for (const owner of owners.toReversed()) await page(owner).currentUser();
  assert.deepEqual(calls, ['currentUser of 1']);
});

test('if the records are too long together, the oldest are dropped', async (t) => {
  const { page, calls, size, answerWith } = startCache(t, { mostCharacters: 1000 });
  answerWith(async () => ({ text: 'x'.repeat(400) }));
  const owners = ['1', '2', '3'].map((userId) => ({ ...ada, userId }));
  for (const owner of owners) await page(owner).currentUser();
  assert.equal(size(), 2);
  answerWith(async () => ({ text: 'x'.repeat(4000) }));
  await page().registration();
  assert.equal(size(), 0, 'a record over the limit is not cached');
  await page().registration();
  assert.equal(calls.length, 5);
});

test('a record that arrives after its session has ended takes no space', async (t) => {
  const { page, size, forget, answerWith } = startCache(t, { mostCharacters: 1000 });
  answerWith(async () => ({ text: 'x'.repeat(900) }));
  const waiting = page().currentUser();
  forget([ada.sessionKey]);
  await waiting;
  await page({ ...ada, sessionKey: 's:of-grace' }).currentUser();
  assert.equal(size(), 1);
});

test('a clock that is set back does not make records live longer', async (t) => {
  let clock = 1_000_000;
  const { page, calls } = startCache(t, { now: () => clock });
  await page().currentUser();
  clock -= 3_600_000;
  await page().currentUser();
  assert.equal(calls.length, 2);
});

test('a page knows when the oldest of its records was read', async (t) => {
  const { page, passSeconds } = startCache(t);
  await page().registration();
  passSeconds(20);
  const next = page();
  await Promise.all([next.currentUser(), next.registration()]);
  assert.equal(next.readAt(), 1_000_000);
  const third = page();
  await third.currentUser();
  assert.equal(third.readAt(), 1_020_000);
});

async function startWithBadge(t: TestContext) {
  const started = startCache(t, { badgeSeconds: 1800 });
  await Promise.all([started.page().currentUser(), started.page().registration()]);
  return started;
}

test('P56 a badge outlives its records, and is dropped half an hour after it was read, however often it is shown', async (t) => {
  const { page, size, badgeSize, passSeconds } = await startWithBadge(t);
  for (const seconds of [900, 899]) {
    passSeconds(seconds);
    assert.equal((await page().lastBadge())?.readAt, 1_000_000);
  }
  assert.deepEqual([size(), badgeSize()], [0, 2]);
  passSeconds(1);
  assert.equal(await page().lastBadge(), undefined);
  assert.equal(badgeSize(), 0);
});

test('P56 P52 no other person, session or grant gets a badge', async (t) => {
  const { page } = await startWithBadge(t);
  for (const other of [
    { ...ada, userId: '2' },
    { ...ada, sessionKey: 's:another' },
    { ...ada, grantedScopes: ['pii:basic'] },
  ])
    assert.equal(await page(other).lastBadge(), undefined);
  assert.ok(await page().lastBadge());
});

test('P56 P28 the end of a session drops its badge, even one that was still loading', async (t) => {
  const { page, forget, badgeSize, answerLater, passSeconds } = await startWithBadge(t);
  passSeconds(60);
  const arrive = answerLater();
  const late = [page().currentUser(), page().registration()];
  forget([ada.sessionKey]);
  assert.equal(badgeSize(), 0);
  arrive({});
  await Promise.all(late);
  assert.equal(badgeSize(), 0);
  assert.equal(await page().lastBadge(), undefined);
});

test('P56 a badge with a part that was never read is not shown, and a failed read leaves the previous one', async (t) => {
  const { page, answerWith, passSeconds } = startCache(t, { badgeSeconds: 1800 });
  await page().currentUser();
  assert.equal(await page().lastBadge(), undefined);
  await page().registration();
  passSeconds(60);
  answerWith(() => Promise.reject(new ConventionError('unavailable', 'Retrieve: no answer')));
  await assert.rejects(page().registration());
  assert.ok(await page().lastBadge());
  answerWith(() => Promise.reject(new ConventionError('login-needed', 'Retrieve: refused')));
  await assert.rejects(page().currentUser());
  assert.equal(await page().lastBadge(), undefined);
});
