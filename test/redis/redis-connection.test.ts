import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { connect, createServer, Socket } from 'node:net';
import test, { type TestContext } from 'node:test';
import timers, { setTimeout as sleep } from 'node:timers/promises';
import { openRedisKeys } from '../../src/redis/open-redis-keys.ts';
import { freePort } from '../support/machine/free-port.ts';
import { listen } from '../support/machine/listen.ts';
import { reachRedisKeys } from '../support/redis/reach-redis-keys.ts';
import { sharedRedis, startRedis } from '../support/redis/redis.ts';
import { startCluster, startSentinels } from '../support/redis/redis-groups.ts';
import { startRedisWithTls } from '../support/redis/redis-with-tls.ts';

/**
 * In milliseconds. The sentinels still report the lost master for longer than one connection
 * attempt takes (3 s), so the first attempt fails.
 */
const lostAfterMs = 4000;
/** The number of polls. Sentinels need a few more seconds to elect a new master. */
const longestWaits = 600;

test('P90 when the master that sentinels watch is killed, its replica takes over with its data, and nothing is restarted', async (t) => {
  const group = await startSentinels(t, { sentinels: 1, replicas: 1, lostAfterMs });
  const states: boolean[] = [];
  const keys = openRedisKeys(group.url, {
    deadlineMs: 10_000,
    onStateChange: (isUp) => void states.push(isUp),
  });
  t.after(() => keys.close());
  const storedValue = () => keys.get('a').then(String, () => 'unavailable');

  await waitFor(async () => states.includes(true));
  await keys.setIfAbsent('a', Buffer.from('1'), 600);
  const [master, replica] = group.servers;
  assert.ok(master && replica);
  await waitFor(async () => (await replica.command('GET', 'a')) === '1');

  master.process.kill('SIGKILL');
  await waitFor(async () => (await storedValue()) === 'unavailable');
  await waitFor(async () => (await storedValue()) === '1');
  assert.equal(
    await keys.setIfPresent('a', Buffer.from('2'), 600),
    true,
    'the new master accepts writes',
  );
  assert.equal(await storedValue(), '2');
  await waitFor(async () => states.at(-1) === true);
  assert.ok(states.includes(false), 'both the loss and the recovery are reported');
});

test('Redis has 800 ms to connect, gets a ping every three seconds, and is lost after eight without a response', async (t) => {
  const { url } = await sharedRedis();
  const timeouts = t.mock.method(Socket.prototype, 'setTimeout');
  const timers = t.mock.method(globalThis, 'setTimeout');
  const keys = openRedisKeys(url, { deadlineMs: 60_000 });
  t.after(() => keys.close());
  await waitFor(async () => keys.now().then(Boolean, () => false));
  const socketTimes = new Set(timeouts.mock.calls.map(({ arguments: [ms] }) => ms));
  assert.deepEqual(socketTimes, new Set([800, 8000]));
  // Connections of earlier tests in this process may also start timers.
  const deadlines = timers.mock.calls.map(({ arguments: [, ms] }) => ms);
  for (const ms of [60_000, 3000]) assert.ok(deadlines.includes(ms), `${ms} ms`);
});

test('a lost Redis is tried again after 50 ms, then with doubled pauses of up to two seconds', async (t) => {
  t.mock.method(Math, 'random', () => 0);
  const asked: unknown[] = [];
  const enough = new Promise<void>((resolve) => {
    t.mock.method(timers, 'setTimeout', async (ms: number) => {
      if (asked.push(ms) < 8) return;
      resolve();
      await new Promise(() => {});
    });
  });
  const keys = openRedisKeys(`redis://127.0.0.1:${await freePort()}`);
  t.after(() => keys.close());
  await enough;
  assert.deepEqual(asked, [50, 100, 200, 400, 800, 1600, 2000, 2000]);
});

test('a lost group of servers is tried again after half a second to a second', async (t) => {
  const random = t.mock.method(Math, 'random', () => 0);
  const asked: unknown[] = [];
  let resolve = () => {};
  const enough = new Promise<void>((reached) => (resolve = reached));
  const { setTimeout: wait } = timers;
  const { mock: sleeps } = t.mock.method(timers, 'setTimeout', async (ms: number) => {
    // A platform request from an earlier test may also be waiting for its retry.
    if (!new Error().stack?.includes('/src/redis/')) return wait(ms);
    // Longer waits are connect timeouts, which must not end here.
    if (ms > 1100) return new Promise(() => {});
    random.mock.mockImplementation(() => 1);
    if (asked.push(ms) < 2) return;
    resolve();
    await new Promise(() => {});
  });
  syncBuiltinESMExports();
  t.after(() => {
    sleeps.restore();
    syncBuiltinESMExports();
  });
  const [one, other] = [await freePort(), await freePort()];
  const keys = openRedisKeys(`redis://127.0.0.1:${one},redis://127.0.0.1:${other}`);
  t.after(() => keys.close());
  await enough;
  assert.deepEqual(asked, [500, 1000]);
});

test('a Redis that closes the first connection is asked for the reason, which is not reported after the next connection', async (t) => {
  const { port } = new URL((await sharedRedis()).url);
  let [connections, open] = [0, 0];
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    if (connections === 1) return void socket.resetAndDestroy();
    open += 1;
    const redis = connect(Number(port), '127.0.0.1');
    socket.pipe(redis).pipe(socket);
    redis.on('error', () => {});
    socket.on('close', () => {
      open -= 1;
      redis.destroy();
    });
    t.after(() => socket.destroy());
  });
  const states: boolean[] = [];
  const keys = openRedisKeys((await listen(t, server, '127.0.0.1')).replace('http:', 'redis:'), {
    onStateChange: (isUp) => void states.push(isUp),
  });
  t.after(() => keys.close());
  // Four connections: the first is reset, one reads the server's error, one tries TLS, and one
  // stays open.
  await waitFor(async () => connections === 4 && open === 1);
  assert.deepEqual(states, [true]);
});

test('a connection that is closed while its server is asked reports nothing afterwards', async (t) => {
  let asked = 0;
  const server = createServer((socket) => {
    asked += 1;
    socket.on('error', () => {});
    if (asked === 1) socket.resetAndDestroy();
    t.after(() => socket.destroy());
  });
  const states: boolean[] = [];
  const keys = openRedisKeys((await listen(t, server, '127.0.0.1')).replace('http:', 'redis:'), {
    onStateChange: (isUp) => void states.push(isUp),
  });
  await waitFor(async () => asked > 1);
  keys.close();
  await sleep(100);
  assert.deepEqual(states, []);
});

const onBoth = ['--bind', '127.0.0.1', '::1'];
const password = 'p@ss/w#rd:%';
const encoded = encodeURIComponent(password);

for (const [form, args, address] of [
  ['[::1]', [], (port: string) => `redis://[::1]:${port}`],
  [
    '[::1] with a password',
    ['--requirepass', password],
    (port) => `redis://:${encoded}@[::1]:${port}`,
  ],
  [
    '[::1] with a user and a database, without HELLO',
    ['--user', 'lanyard', 'on', `>${password}`, '~*', '+@all', '-hello'],
    (port) => `redis://lanyard:${encoded}@[::1]:${port}/3`,
  ],
  ['a name', [], (port) => `redis://localhost:${port}/0`],
  ['IPv6 in full', [], (port) => `redis://[0:0:0:0:0:0:0:1]:${port}`],
  [
    'an address without HELLO',
    ['--rename-command', 'HELLO', ''],
    (port) => `redis://127.0.0.1:${port}`,
  ],
] as [string, string[], (port: string) => string][]) {
  test(`P90 Redis is reached at each form of REDIS_URL that the settings accept: ${form}`, async (t) => {
    const port = await freePort();
    await startRedis(t, port, { args: [...onBoth, ...args] });
    await checkKeys(t, address(String(port)));
  });
}

test('P90 Redis is reached at IPv6 addresses over TLS, in a list and at sentinels', async (t) => {
  const { tlsPort } = await startRedisWithTls(t, { args: onBoth });
  const told = await firstReason(t, `rediss://[::1]:${tlsPort}`);
  assert.equal(told.code, 'redis-certificate-self-signed', 'the client has reached the server');

  const cluster = await startCluster(t, { args: onBoth });
  await checkKeys(t, cluster.url.replaceAll('127.0.0.1', '[::1]'));
  const sentinels = await startSentinels(t, { args: onBoth });
  await checkKeys(t, sentinels.url.replaceAll('127.0.0.1', '[::1]'));
});

async function checkKeys(t: TestContext, url: string): Promise<void> {
  const keys = await reachRedisKeys(url);
  t.after(() => keys.close());
  assert.equal(await keys.setIfAbsent('x:form', Buffer.from([0, 255]), 60), true);
  assert.deepEqual(await keys.get('x:form'), Buffer.from([0, 255]));
}

async function firstReason(t: TestContext, url: string): Promise<NodeJS.ErrnoException> {
  return new Promise((resolve) => {
    const keys = openRedisKeys(url, {
      onStateChange: (isUp, reason) => void (isUp || resolve(reason as Error)),
    });
    t.after(() => keys.close());
  });
}

async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  for (let waits = 0; waits < longestWaits; waits += 1) {
    if (await condition()) return;
    await sleep(50);
  }
  assert.fail(`not true after ${longestWaits} polls: ${condition}`);
}
