// Tests the contract of a key store, in memory and in Redis. The Redis client is created as the
// documentation shows.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import test, { type TestContext } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';
import type { KeyStore } from '../../../src/login/store/key-store.ts';
import { createMemoryKeys } from '../../../src/login/store/memory-keys.ts';
import { redisKeys } from '../../../src/login/store/redis-keys.ts';
import { daytime } from '../../support/app/clocks.ts';
import { startRedis } from '../../support/redis/redis.ts';

type ClientOptions = Parameters<typeof createClient>[0];

async function connect(t: TestContext, options: ClientOptions = { disableOfflineQueue: true }) {
  const redis = await startRedis(t);
  const client = createClient({ url: redis.url, ...options }).on('error', () => {});
  await client.connect();
  t.after(() => client.destroy());
  return { redis, client };
}

/** A long deadline, so that tests of other properties do not fail on a busy machine. */
async function openKeys(t: TestContext): Promise<KeyStore> {
  const { client } = await connect(t);
  return redisKeys(client, { deadlineMs: 10_000, prefix: 'convention:' });
}

type Open = (
  t: TestContext,
) => Promise<{ keys: KeyStore; now: () => number; wait: (ms: number) => Promise<void> }>;
const stores: Record<string, Open> = {
  Redis: async (t) => ({ keys: await openKeys(t), now: Date.now, wait: (ms) => sleep(ms) }),
  async memory() {
    let now = daytime;
    const wait = async (ms: number) => {
      now += ms;
    };
    return { keys: createMemoryKeys(() => now), now: () => now, wait };
  },
};
for (const [name, open] of Object.entries(stores)) {
  test(`${name}: a value is kept byte for byte until it is deleted`, async (t) => {
    const { keys } = await open(t);
    const value = Buffer.from([0, 255, 128, 10, 13, 0]);
    assert.equal(await keys.get('a'), null);
    assert.equal(await keys.setIfAbsent('a', value, 60), true);
    assert.deepEqual(await keys.get('a'), value);
    await keys.del(['a', 'b']);
    assert.equal(await keys.get('a'), null);
  });

  test(`${name}: its clock returns the milliseconds since 1970`, async (t) => {
    const { keys, now } = await open(t);
    for (let times = 0; times < 5; times += 1) {
      const before = now();
      const said = await keys.now();
      assert.ok(said >= before && said <= now(), `${before}, ${said}`);
    }
  });

  test(`${name}: an existing key is not set again`, async (t) => {
    const { keys } = await open(t);
    assert.equal(await keys.setIfAbsent('a', Buffer.from('1'), 60), true);
    assert.equal(await keys.setIfAbsent('a', Buffer.from('2'), 60), false);
    assert.equal(String(await keys.get('a')), '1');
  });

  test(`${name}: only an existing key is overwritten, and lives as long as the last write says`, async (t) => {
    const { keys, wait } = await open(t);
    assert.equal(await keys.setIfPresent('a', Buffer.from('1'), 60), false);
    assert.equal(await keys.get('a'), null);
    await keys.setIfAbsent('a', Buffer.from('1'), 2);
    assert.equal(await keys.setIfPresent('a', Buffer.from('2'), 60), true);
    await wait(2100);
    assert.equal(String(await keys.get('a')), '2');
    await keys.del(['a']);
    assert.equal(await keys.setIfPresent('a', Buffer.from('3'), 60), false);
    assert.equal(await keys.get('a'), null);
  });

  test(`${name}: a key expires after its seconds, and lives longer when it is extended`, async (t) => {
    const { keys, wait } = await open(t);
    await keys.setIfAbsent('short', Buffer.from('1'), 2);
    await keys.setIfAbsent('prolonged', Buffer.from('1'), 2);
    await keys.expire('prolonged', 60);
    await keys.expire('unknown', 60);
    await wait(2100);
    assert.equal(await keys.get('short'), null);
    assert.equal(String(await keys.get('prolonged')), '1');
    assert.equal(await keys.get('unknown'), null);
    assert.equal(await keys.setIfAbsent('short', Buffer.from('2'), 60), true);
  });

  test(`${name}: a set has the members that were added and not removed, each for its seconds, and is deleted like any key`, async (t) => {
    const { keys, now, wait } = await open(t);
    const members = async () => [...(await keys.membersOf('set')).keys()];
    assert.deepEqual(await members(), []);
    await keys.addToSet('set', 'short', 4);
    await keys.addToSet('set', 'long', 60);
    await keys.addToSet('set', 'removed', 60);
    await keys.addToSet('set', 'long', 60);
    await keys.removeFromSet('set', 'removed');
    await keys.removeFromSet('unknown', 'removed');
    assert.deepEqual((await members()).sort(), ['long', 'short']);
    await wait(5100);
    await keys.addToSet('set', 'another', 60);
    assert.deepEqual((await members()).sort(), ['another', 'long']);
    const endsAt = (await keys.membersOf('set')).get('another') ?? 0;
    assert.ok(endsAt > now() + 50_000 && endsAt <= now() + 61_000);
    await keys.del(['set', 'unknown']);
    assert.deepEqual(await members(), []);
  });
}

for (const [name, open] of Object.entries(stores)) {
  test(`${name}: a hundred members of a set are read, and of more those that expire last`, async (t) => {
    const { keys } = await open(t);
    const add = (number: number) => keys.addToSet('set', `member ${number}`, 60 + number);
    await Promise.all(Array.from({ length: 100 }, (_, index) => add(index)));
    assert.equal((await keys.membersOf('set')).size, 100);
    await add(100);
    const members = [...(await keys.membersOf('set')).keys()];
    assert.deepEqual([members.length, members[0], members.at(-1)], [100, 'member 1', 'member 100']);
  });
}

test('Redis: a value of a million bytes is read, and a longer one, which this app never writes, is corrupt', async (t) => {
  const keys = await openKeys(t);
  const value = Buffer.alloc(1_000_000, 'x');
  await keys.setIfAbsent('a', value, 60);
  assert.deepEqual(await keys.get('a'), value);
  await keys.setIfPresent('a', Buffer.alloc(1_000_001, 'x'), 60);
  assert.equal((await keys.get('a'))?.length, 1);
});

const unavailable = { problem: 'service-unavailable', status: 503, retryAfterSeconds: 5 };

test('P88 a command without a response from Redis fails after half a second', async (t) => {
  const { redis, client } = await connect(t);
  const keys = redisKeys(client);
  redis.process.kill('SIGSTOP');
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let isOver = false;
  const asking = assert.rejects(keys.get('a'), unavailable).finally(() => {
    isOver = true;
  });
  t.mock.timers.tick(499);
  await setImmediate();
  assert.equal(isOver, false);
  t.mock.timers.tick(1);
  await asking;
  t.mock.timers.reset();
  redis.process.kill('SIGCONT');
  assert.equal(await keys.get('a'), null);
});

test('a write that failed while Redis was down is not done later, even with a client that queues commands', async (t) => {
  for (const options of [{}, { disableOfflineQueue: true }]) {
    const { redis, client } = await connect(t, options);
    const keys = redisKeys(client, { deadlineMs: 300 });
    const { port } = new URL(redis.url);
    redis.process.kill('SIGKILL');
    await once(redis.process, 'exit');
    await assert.rejects(keys.setIfAbsent('a', Buffer.from('1'), 60), unavailable);
    await startRedis(t, Number(port));
    for (let waits = 0; !client.isReady && waits < 500; waits += 1) await sleep(20);
    assert.equal(await redisKeys(client, { deadlineMs: 10_000 }).get('a'), null);
  }
});

test('a rejected command is retried once if the host has reacted to the error, otherwise its reason is the cause', async (t) => {
  const { redis, client } = await connect(t);
  const refused: string[] = [];
  let isCured = true;
  await redis.command('CONFIG', 'SET', 'maxmemory', '1');
  const keys = redisKeys(() => client, {
    deadlineMs: 10_000,
    async onFailure(error) {
      refused.push(String(error).slice(0, 10));
      if (!isCured) throw new Error('no other server');
      await redis.command('CONFIG', 'SET', 'maxmemory', '0');
      return true;
    },
  });
  const write = () => keys.setIfAbsent('a', Buffer.from('1'), 60);
  assert.equal(await write(), true);
  isCured = false;
  await redis.command('CONFIG', 'SET', 'maxmemory', '1');
  await assert.rejects(write, { ...unavailable, cause: new Error('no other server') });
  assert.equal(refused.length, 2);
});

test('a rejected command is not retried after its deadline, or if the host returns nothing', async (t) => {
  const { redis, client } = await connect(t);
  await redis.command('CONFIG', 'SET', 'maxmemory', '1');
  const late = redisKeys(client, {
    deadlineMs: 100,
    async onFailure() {
      await sleep(200);
      await redis.command('CONFIG', 'SET', 'maxmemory', '0');
      return true;
    },
  });
  await assert.rejects(late.setIfAbsent('late', Buffer.from('1'), 60), unavailable);
  await sleep(300);
  assert.equal(await redisKeys(client, { deadlineMs: 10_000 }).get('late'), null);

  const said: unknown[] = [];
  const onFailure = ((error: unknown) => void said.push(error)) as never;
  const silent = redisKeys(client, { deadlineMs: 10_000, onFailure });
  await redis.command('CONFIG', 'SET', 'maxmemory', '1');
  await assert.rejects(silent.setIfAbsent('a', Buffer.from('1'), 60), unavailable);
  assert.equal(said.length, 1);
});
