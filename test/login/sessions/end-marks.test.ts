import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MemoryStore, type Store } from 'express-session';
import { createEndMarks } from '../../../src/login/sessions/end-marks.ts';
import type { KeyStore } from '../../../src/login/store/key-store.ts';
import { createMemoryKeys } from '../../../src/login/store/memory-keys.ts';
import { copyBrowser } from '../../support/app/login-steps.ts';
import { type LoggedIn, loggedIn, startSessionApp } from '../../support/app/session-app.ts';
import { sessionCookieName } from '../../support/app/session-cookie.ts';
import { type RunningApp, startApp } from '../../support/app/start-app.ts';
import { logIn, visitor } from '../../support/app/visitor.ts';
import { isProof } from '../../support/machine/rounds.ts';
import { reachRedisKeys } from '../../support/redis/reach-redis-keys.ts';
import { sharedRedis } from '../../support/redis/redis.ts';
import { holdable } from '../holdable-keys.ts';

const limits = { idleSeconds: 1800, absoluteSeconds: 43_200 };
const encryptionKeys = [{ id: 'k', key: randomBytes(32) }] as const;
const start = (t: Parameters<typeof startSessionApp>[0], keys: KeyStore) =>
  startSessionApp(t, { keys, encryptionKeys, limits, now: Date.now });

test('P28 a log-out while two logins share more at one instance ends both, at any step of each', async (t) => {
  const { keys, runUntil } = holdable(createMemoryKeys());
  const app = await start(t, keys);
  let moments = 0;
  // `npm test` tries every second pair of moments, in a chequerboard pattern.
  const step = isProof ? 1 : 2;
  // The first call reads the session. If the log-out came before that call, the login would simply
  // start a new session.
  for (let first = 2, isFirstOver = false; !isFirstOver; first += 1) {
    const start = isProof ? 2 : 2 + (first % 2);
    for (let second = start, isSecondOver = false; !isSecondOver; second += step) {
      const before = await loggedIn(app);
      const one = await runUntil(first, () => app.logIn(before));
      const other = await runUntil(second, () => app.logIn(before));
      [isFirstOver, isSecondOver] = [one.isOver, other.isOver];
      assert.equal(await app.logOut(before.cookie), 200);
      const answers = [before, await one.finish(), await other.finish()];
      const begun = answers.filter((answer): answer is LoggedIn => 'cookie' in answer);
      for (const { cookie } of begun) {
        const { userId } = await app.read(cookie);
        assert.equal(userId, undefined, `held at ${first} and ${second}`);
      }
      moments += 1;
    }
  }
  assert.ok(moments > (isProof ? 50 : 25), `${moments} moments were tried`);
});

test('P28 a log-out with the cookie of a login that another one has overtaken ends the other', async (t) => {
  const { keys, runUntil } = holdable(createMemoryKeys());
  const app = await start(t, keys);
  const before = await loggedIn(app);
  const slow = await runUntil(5, () => app.logIn(before));
  const overtaken = await loggedIn(app, before);
  const last = await slow.finish();
  assert.ok('cookie' in last);
  assert.equal((await app.read(overtaken.cookie)).userId, undefined);
  assert.ok((await app.read(last.cookie)).userId);
  await app.logOut(overtaken.cookie);
  assert.equal((await app.read(last.cookie)).userId, undefined);
});

const someKey = (number: number) => `s:${String(number).padStart(43, 'x')}`;
const foreignKey = 'of-another-app';
const markKey = (key: string) => key.replace('s:', 'x:');

const marks: Record<string, (app: RunningApp, key: string) => Promise<unknown>> = {
  'a circle of three': async ({ redis }, key) => {
    const circle = [key, someKey(1), someKey(2), key];
    for (const [index, one] of circle.slice(0, -1).entries())
      await redis.command('SET', markKey(one), circle[index + 1] ?? '');
  },
  'a session that replaced itself': ({ redis }, key) => redis.command('SET', markKey(key), key),
  'the key of something else': ({ redis }, key) => redis.command('SET', markKey(key), foreignKey),
  '20 MB of garbage': ({ redis }, key) => redis.command('SETRANGE', markKey(key), '20000000', 'x'),
  'a list': ({ redis }, key) => redis.command('RPUSH', markKey(key), key),
};

async function logRobinIn(app: RunningApp) {
  const robin = visitor();
  const page = await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const copy = copyBrowser(robin, app.url);
  const key = (await app.redis.dump()).find(({ key }) => key.startsWith('s:'))?.key ?? '';
  return { robin, copy, page, key };
}

async function costsOf({ redis }: RunningApp, act: () => Promise<unknown>) {
  await redis.command('CONFIG', 'RESETSTAT');
  await act();
  const stats = String(await redis.command('INFO', 'stats'));
  const [, commands] = /total_commands_processed:(\d+)/.exec(stats) ?? [];
  const [, bytes] = /total_net_output_bytes:(\d+)/.exec(stats) ?? [];
  return { commands: Number(commands), bytes: Number(bytes) };
}

for (const [what, plant] of Object.entries(marks)) {
  test(`P28 a mark in Redis that is ${what} makes a log-out neither slow nor less final`, async (t) => {
    const app = await startApp(t, { ownRedis: true });
    const { robin, copy, page, key } = await logRobinIn(app);
    await plant(app, key);
    await app.redis.command('SET', foreignKey, '1', 'EX', '60');
    let path = '';
    const { commands, bytes } = await costsOf(app, async () => {
      path = (await robin.press(page, 'Log out')).url.pathname;
    });
    assert.equal(path, '/logged-out');
    assert.ok(commands < 30, `${commands} commands`);
    assert.ok(bytes < 2_500_000, `${bytes} bytes`);
    assert.equal((await copy.request(`${app.url}/profile`)).status, 303);
    assert.equal(await app.redis.command('EXISTS', key), 0);
    assert.equal(await app.redis.command('EXISTS', foreignKey), 1);
  });
}

test('P28 a chain of 50,000 sessions in Redis takes few commands, and nobody is told that all of it has ended', async (t) => {
  const app = await startApp(t, { ownRedis: true });
  const { robin, copy, page, key } = await logRobinIn(app);
  const plant = `
    local at = KEYS[1]
    for number = 1, 50000 do
      local to = string.format('s:%043d', number)
      redis.call('SET', 'x:' .. string.sub(at, 3), to)
      at = to
    end`;
  await app.redis.command('EVAL', plant, '1', key);
  let status = 0;
  const { commands } = await costsOf(app, async () => {
    const answer = await robin.press(page, 'Log out');
    status = answer.status;
  });
  assert.equal(status, 503);
  // Allows four commands for each of the 20 sessions in the chain that the log-out ends.
  assert.ok(commands <= 80, `${commands} commands`);
  assert.ok(!robin.cookies(app.url).has(sessionCookieName(app.url)));
  assert.equal((await copy.request(`${app.url}/profile`)).status, 303);
});

test('P28 of sessions that replaced each other twenty are ended, and with more nobody is told that all have ended', async () => {
  const keys = createMemoryKeys();
  const endMarks = createEndMarks({ keys, lifeSeconds: 60, deleteSessions: async () => {} });
  const replace = (from: number) =>
    endMarks.replace(someKey(from), { after: someKey(from + 1), beganAt: 0 });
  for (let number = 1; number < 20; number += 1) await replace(number);
  assert.equal((await endMarks.end(someKey(1))).length, 20);

  for (let number = 101; number < 121; number += 1) await replace(number);
  await assert.rejects(endMarks.end(someKey(101)), { problem: 'service-unavailable' });
});

test('a mark that was written twice, because its first reply was lost, replaces the session once', async () => {
  const keys = createMemoryKeys();
  const removed: string[] = [];
  const deleteSessions = async (ended: string[]) => void removed.push(...ended);
  const endMarks = createEndMarks({ keys, lifeSeconds: 60, deleteSessions });
  const sentTwice = createEndMarks({
    keys: {
      ...keys,
      setIfAbsent: async (...written) => {
        await keys.setIfAbsent(...written);
        return keys.setIfAbsent(...written);
      },
    },
    lifeSeconds: 60,
    deleteSessions,
  });
  assert.deepEqual(await sentTwice.replace(someKey(1), { after: someKey(2), beganAt: 0 }), [
    someKey(1),
  ]);
  assert.deepEqual(removed, [someKey(1)]);
  assert.equal(await endMarks.endOf(someKey(2)), undefined, 'the new session has not ended');
});

async function redisOfTest(t: TestContext): Promise<KeyStore> {
  const keys = await reachRedisKeys((await sharedRedis()).url);
  t.after(() => keys.close());
  return keys;
}

const stores: Record<string, (t: TestContext) => Promise<{ keys: KeyStore; ownStore?: Store }>> = {
  'encrypted in memory': async () => ({ keys: createMemoryKeys() }),
  'encrypted in Redis': async (t) => ({ keys: await redisOfTest(t) }),
  'in the app’s own store': async (t) => ({
    keys: await redisOfTest(t),
    ownStore: new MemoryStore(),
  }),
};

for (const [where, open] of Object.entries(stores)) {
  test(`P28 a login that began before the log-out from a session ${where} fails, even if it arrives afterwards`, async (t) => {
    const { keys, ...options } = await open(t);
    const app = await startSessionApp(t, {
      ...{ keys, encryptionKeys, limits, now: Date.now },
      ...options,
    });
    for (const endsSession of [
      (cookie: string) => app.logOut(cookie),
      () => app.endAllOf('CANARY-user'),
    ]) {
      const { cookie } = await loggedIn(app, { beganAt: await keys.now() });
      const beganAt = (await keys.now()) - 1;
      // The browser still has the cookie, because the response has not arrived or was lost.
      await endsSession(cookie);
      const early = await app.logIn({ cookie, beganAt });
      assert.deepEqual(early, { problem: 'login-again' });
      await sleep(2);
      const { cookie: again } = await loggedIn(app, { cookie, beganAt: await keys.now() });
      assert.equal((await app.read(again)).userId, 'CANARY-user');
      await sleep(2);
    }
  });
}

for (const [where, ownStore] of [
  ['an encrypted session', undefined],
  ['a session of the host’s own store', new MemoryStore()],
] as const)
  test(`P28 after a lost response of a login and a log-out everywhere, the next login in place of ${where} succeeds`, async (t) => {
    const clock = { now: 1e12 };
    const now = () => clock.now;
    const keys = createMemoryKeys(now);
    const app = await startSessionApp(t, {
      ...{ keys, encryptionKeys, limits, now },
      ...(ownStore && { ownStore }),
    });
    const { cookie } = await loggedIn(app, { userId: 'robin' });
    await loggedIn(app, { userId: 'robin', cookie });
    await app.endAllOf('robin');
    assert.deepEqual(await app.logIn({ userId: 'robin', cookie, beganAt: clock.now - 1 }), {
      problem: 'login-again',
    });
    clock.now += 1000;
    const last = await loggedIn(app, { userId: 'robin', cookie, beganAt: clock.now });
    assert.equal((await app.read(last.cookie)).userId, 'robin');
  });
