// P40: Redis is killed while it runs with the arguments in compose.yaml and the users in
// deploy/users.acl. People who have logged out stay logged out, and nobody else is logged out.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runPeopleCommand } from '../../src/commands/people-command.ts';
import { readConfig } from '../../src/settings/config.ts';
import { goodSettings } from '../support/app/good-settings.ts';
import {
  copyBrowser,
  startLoginUntilCallback,
  visitorWithSandboxLogin,
} from '../support/app/login-steps.ts';
import { startApp } from '../support/app/start-app.ts';
import { logIn, type Visitor, visitor } from '../support/app/visitor.ts';
import { shippedRedisArgs, startRedisWithUsers } from '../support/machine/deployment-files.ts';
import { rounds } from '../support/machine/rounds.ts';
import { seededRandom } from '../support/machine/seeded-random.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';
import { reachRedisKeys } from '../support/redis/reach-redis-keys.ts';

const { ENCRYPTION_KEYS } = goodSettings;
const robinsId = '1001';

/** Redis saves its data as in compose.yaml. `crash` kills and restarts it. */
async function startCrashingSite(t: TestContext) {
  const debugging = ['--enable-debug-command', 'local'];
  const args = [...shippedRedisArgs(), '--dir', temporaryFolder(t), ...debugging];
  const redis = await startRedisWithUsers(t, args);
  const app = await startApp(t, { redis, settings: { ENCRYPTION_KEYS } });
  return {
    url: app.url,
    redisUrl: redis.siteUrl,
    redis,
    isIn: async (who: Visitor) => (await who.request(`${app.url}/profile`)).status === 200,
    keysWithoutExpiry: async () => (await redis.dump()).filter(({ ttl }) => ttl === -1),
    snapshot: () => redis.command('SAVE'),
    async crash(): Promise<void> {
      redis.process.kill('SIGKILL');
      await once(redis.process, 'exit');
      await redis.startAgain();
      while (!(await fetch(`${app.url}/readyz`)).ok) await sleep(5);
    },
  };
}

type Site = Awaited<ReturnType<typeof startCrashingSite>>;

/**
 * Each way to end a session is prepared before the crash. The returned function ends the session,
 * and resolves to whether the site confirms it.
 */
const ends: Record<string, (who: Visitor, site: Site) => Promise<() => Promise<boolean>>> = {
  'a log-out': (who, { url }) => press(who, `${url}/profile`, 'Log out'),
  'a log-out everywhere': (who, { url }) => press(who, `${url}/sharing`, 'Log out everywhere'),
  'stopping to share': (who, { url }) =>
    press(who, `${url}/sharing/stop?scope=pii:email`, 'Stop sharing'),
  'deleting the data': (who, { url }) => press(who, `${url}/sharing/forget`, 'Delete your data'),
  'an end by an operator':
    async (_who, { redisUrl: REDIS_URL }) =>
    async () => {
      const exitCode = await runPeopleCommand(['erase', robinsId], {
        readSettings: () => readConfig({ ...goodSettings, REDIS_URL, ENCRYPTION_KEYS }),
        print: () => {},
        printError: (line) => assert.fail(line),
      });
      return exitCode === 0;
    },
};

async function press(who: Visitor, address: string, button: string) {
  const page = await who.open(address);
  return async () => {
    const end = await who.press(page, button);
    return end.status === 200 && end.url.pathname === '/logged-out';
  };
}

test('P40 no session comes back after Redis was killed, at any moment, and nobody else is logged out', async (t) => {
  const site = await startCrashingSite(t);
  const sam = visitor();
  await logIn(sam, `${site.url}/profile`, { as: 'sam' });
  const robin = await visitorWithSandboxLogin({ url: site.url, as: 'robin' });
  const count = rounds(t, {
    short: 5,
    full: 250,
    of: 'crashes of Redis during or after a log-out',
  });
  const random = seededRandom(109);
  for (let round = 0; round < count; round += 1) {
    const [what = '', prepare = assert.fail] = Object.entries(ends)[round % 5] ?? [];
    await robin.open(`${site.url}/login?return_to=/profile`);
    const copy = copyBrowser(robin, site.url);
    assert.ok(await site.isIn(copy), what);
    const end = await prepare(robin, site);
    // Writes a dump with the session. After the crash, Redis must not restore the session from it.
    await site.snapshot();
    // In the first five rounds, Redis crashes after the log-out. In later rounds, which only `npm
    // run proof` runs, it crashes during the log-out.
    const isCrashLater = round < 5;
    const ending = isCrashLater ? end() : end().catch(() => false);
    if (isCrashLater) assert.ok(await ending, `${what}: the site confirms it`);
    else await sleep(30 * random());
    await site.crash();
    if (await ending) {
      assert.equal(await site.isIn(copy), false, `${what}: the session has not returned`);
    }
    assert.ok(await site.isIn(sam), `${what}: sam is still logged in`);
    assert.deepEqual(await site.keysWithoutExpiry(), [], what);
    robin.cookies(site.url).clear();
  }
});

test('P40 after Redis was killed, all sessions of a person still end at once', async (t) => {
  const site = await startCrashingSite(t);
  for (const [what, prepare] of Object.entries(ends)) {
    if (what === 'a log-out') continue;
    const [phone, laptop] = [visitor(), visitor()];
    for (const device of [phone, laptop])
      await logIn(device, `${site.url}/profile`, { as: 'robin' });
    await site.crash();
    assert.ok(await site.isIn(laptop));
    const end = await prepare(phone, site);
    assert.ok(await end(), what);
    assert.equal(
      await site.isIn(laptop),
      false,
      `${what}: the session on the other device has ended`,
    );
  }
});

test('P40 a login that started before a log-out everywhere fails, even if Redis was killed meanwhile', async (t) => {
  const site = await startCrashingSite(t);
  const robin = await visitorWithSandboxLogin({ url: site.url, as: 'robin' });
  const callback = await startLoginUntilCallback(robin, { url: site.url, returnTo: '/profile' });
  const phone = visitor();
  await logIn(phone, `${site.url}/profile`, { as: 'robin' });
  const end = await press(phone, `${site.url}/sharing`, 'Log out everywhere');
  assert.ok(await end());
  await site.crash();
  await robin.open(callback);
  assert.equal(await site.isIn(robin), false);
});

test('P40 a value that is written over an expired key is there after Redis was killed', async (t) => {
  const { redis, crash } = await startCrashingSite(t);
  // Redis deletes an expired key only after some seconds. A write to such a key then becomes a
  // transaction that Redis creates itself.
  await redis.command('DEBUG', 'SET-ACTIVE-EXPIRE', '0');
  for (const database of ['/0', '/1']) {
    const keys = await reachRedisKeys(`${redis.siteUrl}${database}`);
    t.after(() => keys.close());
    await keys.addToSet('e:person', 'before', 1);
    await keys.setIfAbsent('x:session', Buffer.from('before'), 1);
    await sleep(1100);
    await keys.addToSet('e:person', 'after', 600);
    await keys.setIfAbsent('x:session', Buffer.from('after'), 600);
  }
  await crash();
  for (const database of ['/0', '/1']) {
    const keys = await reachRedisKeys(`${redis.siteUrl}${database}`);
    t.after(() => keys.close());
    assert.deepEqual([...(await keys.membersOf('e:person')).keys()], ['after'], database);
    assert.equal(String(await keys.get('x:session')), 'after', database);
  }
});
