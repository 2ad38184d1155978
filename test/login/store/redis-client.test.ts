// The key store where there is more than one Redis: a real cluster, and a real master with sentinels.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { KeyStore } from '../../../src/login/store/key-store.ts';
import { reachRedisKeys } from '../../support/reach-redis-keys.ts';
import { type RedisGroup, startCluster, startSentinels } from '../../support/redis-groups.ts';
import { shared } from '../../support/shared.ts';

const password = 'the-password';
const sharedCluster = shared(Array(3).fill('ProcessWrap'), (lifetime) =>
  startCluster(lifetime, { password }),
);
const groups: Record<string, (t: TestContext) => Promise<RedisGroup>> = {
  'in a cluster': sharedCluster,
  'with sentinels': (t) => startSentinels(t, { password }),
};

for (const [where, start] of Object.entries(groups)) {
  test(`${where} each verb of the key store works, with a password and without HELLO (RESP3), also about keys of several servers`, async (t) => {
    const group = await start(t);
    for (const server of group.servers) await server.command('ACL', 'SETUSER', 'default', '-hello');
    const keys = await reach(t, group);
    const names = Array.from({ length: 12 }, (_, number) => `s:${number}`);
    const value = Buffer.from([0, 255, 10, 13]);
    for (const key of names) assert.equal(await keys.setIfAbsent(key, value, 60), true);
    assert.equal(await keys.setIfAbsent('s:0', value, 60), false);
    assert.equal(await keys.setIfPresent('s:0', Buffer.from('new'), 60), true);
    assert.equal(String(await keys.get('s:0')), 'new');
    assert.deepEqual(await keys.get('s:1'), value);
    await keys.expire('s:1', 600);

    await keys.addToSet('i:a', 'first', 60);
    await keys.addToSet('i:a', 'second', 600);
    await keys.removeFromSet('i:a', 'first');
    const [[member, endsAt = 0] = []] = await keys.membersOf('i:a');
    assert.equal(member, 'second');
    assert.ok(Math.abs(endsAt - Date.now() - 600_000) < 30_000);
    assert.ok(Math.abs((await keys.now()) - Date.now()) < 30_000);

    const filled = await Promise.all(
      group.servers.map(async (server) => (await server.dump()).length),
    );
    assert.ok(
      filled.every((count) => count > 0),
      `keys on each server: ${filled}`,
    );
    await keys.del([...names, 'i:a', 's:unknown']);
    for (const server of group.servers) assert.deepEqual(await server.dump(), []);
  });
}

test('in a cluster all instances have the clock of the same server', async (t) => {
  const group = await sharedCluster();
  const counts = async () =>
    Promise.all(
      group.servers.map(async (server) => {
        const calls = /cmdstat_time:calls=(\d+)/.exec(
          String(await server.command('INFO', 'commandstats')),
        );
        return Number(calls?.[1] ?? 0);
      }),
    );
  const before = await counts();
  for (const keys of [await reach(t, group), await reach(t, group)])
    for (let time = 0; time < 5; time += 1) await keys.now();
  const since = (await counts()).map((count, server) => count - (before[server] ?? 0));
  assert.deepEqual(since.sort(), [0, 0, 10]);
});

async function reach(t: TestContext, { url }: RedisGroup): Promise<KeyStore> {
  const keys = await reachRedisKeys(url);
  t.after(() => keys.close());
  return keys;
}
