import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import test, { type TestContext } from 'node:test';
import { ConnectionTimeoutError } from 'redis';
import type { KeyStore } from '../../src/login/store/key-store.ts';
import {
  connectInTime,
  createRedisClient,
  type RedisClient,
} from '../../src/redis/redis-client.ts';
import { wallClock } from '../support/app/clocks.ts';
import { shared } from '../support/machine/shared.ts';
import { stopTime } from '../support/machine/stop-time.ts';
import { reachRedisKeys } from '../support/redis/reach-redis-keys.ts';
import { type RedisGroup, startCluster, startSentinels } from '../support/redis/redis-groups.ts';

const password = 'the-password';
const sharedCluster = shared(Array(3).fill('ProcessWrap'), (lifetime) =>
  startCluster(lifetime, { password }),
);
const groups: Record<string, (t: TestContext) => Promise<RedisGroup>> = {
  'in a cluster': sharedCluster,
  'with sentinels': (t) => startSentinels(t, { password }),
};

for (const [where, start] of Object.entries(groups)) {
  test(`${where} each verb of the key store works, with a password and without HELLO (RESP3), also for keys on several servers`, async (t) => {
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
    assert.ok(Math.abs(endsAt - wallClock('Redis') - 600_000) < 30_000);
    assert.ok(Math.abs((await keys.now()) - wallClock('Redis')) < 30_000);

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

test('in a cluster all instances use the clock of the same server', async (t) => {
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

test('a group of servers has three seconds until all of it is connected', async (t) => {
  const pass = stopTime(t);
  const destroy = t.mock.fn();
  const client = { connect: () => new Promise(() => {}), destroy } as unknown as RedisClient;
  let isOver = false;
  const connecting = assert
    .rejects(connectInTime(client), ConnectionTimeoutError)
    .finally(() => (isOver = true));
  await pass(2999);
  assert.equal(isOver, false);
  await pass(1);
  await connecting;
  assert.equal(destroy.mock.callCount(), 1);
});

test('a server in a group has 800 ms to connect, gets a ping each second, and is lost after three without a response', async (t) => {
  const { url } = await sharedCluster();
  const timeouts = t.mock.method(Socket.prototype, 'setTimeout');
  const timers = t.mock.method(globalThis, 'setTimeout');
  const client = createRedisClient(url);
  await client.connect();
  await client.destroy();
  const asked = (calls: readonly { arguments: readonly unknown[] }[], index: number) =>
    new Set(calls.map(({ arguments: all }) => all[index]).filter((ms) => Number(ms) > 0));
  assert.deepEqual(asked(timeouts.mock.calls, 0), new Set([800, 3000]));
  assert.deepEqual(asked(timers.mock.calls, 1), new Set([1000]));
});
