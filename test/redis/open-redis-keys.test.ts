import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import test, { type TestContext } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { openRedisKeys } from '../../src/redis/open-redis-keys.ts';
import { startRedis } from '../support/redis/redis.ts';

async function openStore(t: TestContext) {
  const redis = await startRedis(t);
  const states: boolean[] = [];
  const reasons: string[] = [];
  let resolveNextState = () => {};
  const nextState = () => new Promise<void>((resolve) => (resolveNextState = resolve));
  const reached = nextState();
  const onStateChange = (isUp: boolean, reason?: unknown) => {
    states.push(isUp);
    if (!isUp) reasons.push(String(Object(reason).cause));
    resolveNextState();
  };
  const keys = openRedisKeys(redis.url, { onStateChange });
  t.after(() => keys.close());
  await reached;
  return { redis, keys, states, reasons, nextState };
}

const unavailable = { problem: 'service-unavailable', status: 503, retryAfterSeconds: 5 };

test('P89 while Redis is frozen or gone no commands pile up: those over a thousand fail at once, and so do all later ones', async (t) => {
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
  assert.equal(failed, 2000, 'commands over a thousand fail at once');
  t.mock.timers.tick(500);
  await asked;
  await ask(100);
  assert.equal(failed, 3100, 'expired commands remain in the full queue, so all new ones fail');

  const lost = nextState();
  redis.process.kill('SIGKILL');
  await lost;
  await ask(3000);
  assert.equal(failed, 6100);
  t.mock.timers.reset();
});

test('P88 a killed Redis is an error at once, and its loss and the reason are reported once each', async (t) => {
  const { redis, keys, states, reasons, nextState } = await openStore(t);
  const lost = nextState();
  redis.process.kill('SIGKILL');
  await Promise.all([once(redis.process, 'exit'), lost]);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  await assert.rejects(
    keys.setIfAbsent('a', Buffer.from('1'), 60),
    unavailable,
    'the command fails before its deadline',
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
  // The killed Redis resets or closes the connection, or both. After that, each attempt to
  // reconnect is refused.
  while (!reasons.some((reason) => reason.includes('ECONNREFUSED'))) await sleep(20);
  // Meanwhile, the client tries to reconnect again, and must not report the same reason twice.
  await sleep(500);
  assert.deepEqual(reasons, [...new Set(reasons)]);
  assert.deepEqual(states, [true, ...reasons.map(() => false)]);
});

test('P87 a store may be opened before Redis is there: it throws until then, and never gives up', async (t) => {
  let attempts = 0;
  const notYetRedis = createServer((socket) => {
    attempts += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  t.after(() => void notYetRedis.close());
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
  const givenUp = sleep(10_000, 'given up', { ref: false });
  assert.equal(await Promise.race([reached, givenUp]), undefined);
  assert.equal(await keys.get('a'), null);
});

test('P87 an app that takes long to be created does not report Redis as down', async (t) => {
  const redis = await startRedis(t);
  const firstState = await new Promise<boolean>((resolve) => {
    const keys = openRedisKeys(redis.url, { onStateChange: resolve });
    t.after(() => keys.close());
    // Blocks the thread for longer than the connect timeout.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
  });
  assert.equal(firstState, true);
});
