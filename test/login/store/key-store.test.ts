// The contract of a key store, on a real Redis and on the demo's memory; and a failing Redis.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import test, { type TestContext } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { KeyStore } from '../../../src/login/store/key-store.ts';
import { createMemoryKeys } from '../../../src/login/store/memory-keys.ts';
import { openRedisKeys } from '../../../src/login/store/redis-keys.ts';
import { reachRedisKeys } from '../../support/reach-redis-keys.ts';
import { startRedis } from '../../support/redis.ts';

async function openStore(t: TestContext) {
  const redis = await startRedis(t);
  const states: boolean[] = [];
  const reasons: string[] = [];
  let resolveNextState = () => {};
  const nextState = () => new Promise<void>((resolve) => (resolveNextState = resolve));
  const reached = nextState();
  const onStateChange = (isUp: boolean, reason?: unknown) => {
    states.push(isUp);
    if (!isUp) reasons.push(String(reason));
    resolveNextState();
  };
  const keys = openRedisKeys(redis.url, { onStateChange });
  t.after(() => keys.close());
  await reached;
  return { redis, keys, states, reasons, nextState };
}

/** For tests that are not about the deadline. */
async function openKeys(t: TestContext): Promise<KeyStore> {
  const keys = await reachRedisKeys((await startRedis(t)).url);
  t.after(() => keys.close());
  return keys;
}

/** Opens a store. `now` and `wait` are in milliseconds. */
type Open = (
  t: TestContext,
) => Promise<{ keys: KeyStore; now: () => number; wait: (ms: number) => Promise<void> }>;
const stores: Record<string, Open> = {
  Redis: async (t) => ({ keys: await openKeys(t), now: Date.now, wait: (ms) => sleep(ms) }),
  async memory() {
    let now = Date.now();
    const wait = async (ms: number) => {
      now += ms;
    };
    return { keys: createMemoryKeys(() => now), now: () => now, wait };
  },
};
for (const [name, open] of Object.entries(stores)) {
  test(`${name}: a value is kept as it came, byte for byte, until it is deleted`, async (t) => {
    const { keys } = await open(t);
    const value = Buffer.from([0, 255, 128, 10, 13, 0]);
    assert.equal(await keys.get('a'), null);
    assert.equal(await keys.setIfAbsent('a', value, 60), true);
    assert.deepEqual(await keys.get('a'), value);
    await keys.del(['a', 'b']);
    assert.equal(await keys.get('a'), null);
  });

  test(`${name}: its clock says the milliseconds since 1970`, async (t) => {
    const { keys, now } = await open(t);
    for (let times = 0; times < 5; times += 1) {
      const before = now();
      const said = await keys.now();
      // Its clock is that of this machine, but tells parts of a millisecond.
      assert.ok(said >= before && said < now() + 1, `${before}, ${said}`);
    }
  });

  test(`${name}: a key that is there is not set again`, async (t) => {
    const { keys } = await open(t);
    assert.equal(await keys.setIfAbsent('a', Buffer.from('1'), 60), true);
    assert.equal(await keys.setIfAbsent('a', Buffer.from('2'), 60), false);
    assert.equal(String(await keys.get('a')), '1');
  });

  test(`${name}: only a key that is there is written over, and lives as long as the last write says`, async (t) => {
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

  test(`${name}: a key is gone after its seconds, and lives longer when it is prolonged`, async (t) => {
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

test('Redis: a value of a million bytes is read, and a longer one, which nobody here wrote, is corrupt', async (t) => {
  const keys = await openKeys(t);
  const value = Buffer.alloc(1_000_000, 'x');
  await keys.setIfAbsent('a', value, 60);
  assert.deepEqual(await keys.get('a'), value);
  await keys.setIfPresent('a', Buffer.alloc(1_000_001, 'x'), 60);
  assert.equal((await keys.get('a'))?.length, 1);
});

const unavailable = { problem: 'service-unavailable', status: 503, retryAfterSeconds: 5 };

test('P80 a frozen Redis is an error after 500 ms, and works again once it thaws', async (t) => {
  const { redis, keys } = await openStore(t);
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

test('P81 while Redis is frozen or gone no commands pile up: what is over a thousand fails at once, and so does all that comes later', async (t) => {
  const { redis, keys, nextState } = await openStore(t);
  redis.process.kill('SIGSTOP');
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let failed = 0;
  const ask = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        keys.get('a').catch(() => {
          failed += 1;
        }),
      ),
    );
  const asked = ask(3000);
  await setImmediate();
  assert.equal(failed, 2000, 'no deadline is waited for');
  t.mock.timers.tick(500);
  await asked;
  await ask(100);
  assert.equal(failed, 3100, 'whose time is over is still in the queue, which grows no more');

  const lost = nextState();
  redis.process.kill('SIGKILL');
  await lost;
  await ask(3000);
  assert.equal(failed, 6100);
  t.mock.timers.reset();
});

test('P80 a killed Redis is an error at once, and both its going and the reason are told once', async (t) => {
  const { redis, keys, states, reasons, nextState } = await openStore(t);
  const lost = nextState();
  redis.process.kill('SIGKILL');
  await Promise.all([once(redis.process, 'exit'), lost]);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  await assert.rejects(
    keys.setIfAbsent('a', Buffer.from('1'), 60),
    unavailable,
    'no deadline is waited for',
  );
  const commands = [
    keys.now(),
    keys.get('a'),
    keys.setIfPresent('a', Buffer.from('1'), 60),
    keys.expire('a', 60),
    keys.del(['a']),
    keys.addToSet('set', 'member', 60),
    keys.removeFromSet('set', 'member'),
    keys.membersOf('set'),
  ];
  await Promise.all(commands.map((command) => assert.rejects(command, unavailable)));
  t.mock.timers.reset();
  // The connection is reset or closed, or both, then each try to connect again is refused.
  while (!reasons.some((reason) => reason.includes('ECONNREFUSED'))) await sleep(20);
  // Long enough for two more tries.
  await sleep(500);
  assert.deepEqual(reasons, [...new Set(reasons)]);
  assert.deepEqual(states, [true, ...reasons.map(() => false)]);
});

test('P79 a store may be opened before Redis is there: it throws until then, and never gives up', async (t) => {
  let attempts = 0;
  const notYetRedis = createServer((socket) => {
    attempts += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(notYetRedis, 'listening');
  const { port } = notYetRedis.address() as AddressInfo;
  let up = () => {};
  const reached = new Promise<void>((resolve) => (up = resolve));
  const keys = openRedisKeys(`redis://127.0.0.1:${port}`, {
    onStateChange: (isUp) => isUp && up(),
  });
  t.after(() => keys.close());
  await assert.rejects(keys.get('a'), unavailable);
  for (let waits = 0; attempts < 3 && waits < 500; waits += 1) await sleep(20);
  assert.ok(attempts >= 3, `${attempts} attempts`);
  notYetRedis.close();
  await startRedis(t, port);
  await reached;
  assert.equal(await keys.get('a'), null);
});

test('P79 an app that takes long to be created does not take Redis for away', async (t) => {
  const redis = await startRedis(t);
  const firstState = await new Promise<boolean>((resolve) => {
    const keys = openRedisKeys(redis.url, { onStateChange: resolve });
    t.after(() => keys.close());
    // Longer than a connection may take, and nothing else runs meanwhile.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
  });
  assert.equal(firstState, true);
});
