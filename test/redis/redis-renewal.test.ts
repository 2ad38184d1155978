import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyStore, LoginError } from '../../src/login/login.ts';
import { openRedisKeys } from '../../src/redis/open-redis-keys.ts';
import { createRedisClient, type RedisClient } from '../../src/redis/redis-client.ts';
import { createRenewal, isWrongServer } from '../../src/redis/redis-renewal.ts';
import { startApp } from '../support/app/start-app.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import { freePort } from '../support/machine/free-port.ts';
import { listen } from '../support/machine/listen.ts';
import { isProof } from '../support/machine/rounds.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';
import { startRedis, type TestRedis } from '../support/redis/redis.ts';

/**
 * Starts a TCP proxy whose target can be changed, like a managed Redis's address after a failover.
 */
async function startAddress(t: TestContext, first: TestRedis) {
  let port = Number(new URL(first.url).port);
  const server = createServer((socket) => {
    const redis = connect(port, '127.0.0.1');
    socket.pipe(redis).pipe(socket);
    for (const one of [socket, redis]) {
      one.on('error', () => {});
      one.on('close', () => [socket, redis].forEach((end) => void end.destroy()));
    }
    t.after(() => socket.destroy());
  });
  const url = (await listen(t, server, '127.0.0.1')).replace('http:', 'redis:');
  return {
    url,
    leadTo(redis: TestRedis) {
      port = Number(new URL(redis.url).port);
    },
  };
}

/**
 * `npm run proof` uses the production deadline. `npm test` uses a longer one, because the machine
 * may be busy.
 */
const deadlineMs = isProof ? undefined : 10_000;

function openKeys(t: TestContext, url: string) {
  const states: string[] = [];
  const keys = openRedisKeys(url, {
    deadlineMs,
    onStateChange: (isUp, reason) =>
      void states.push(
        isUp ? 'up' : String(Object(Object(reason).cause).message).replace(/[ :].*/s, ''),
      ),
  });
  t.after(() => keys.close());
  const isReady = () =>
    keys.ready().then(
      () => true,
      () => false,
    );
  return { keys, states, isReady };
}

const follow = (redis: TestRedis, { url }: TestRedis) =>
  redis.command('REPLICAOF', '127.0.0.1', new URL(url).port);

async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  for (let waits = 0; waits < 300; waits += 1) {
    if (await condition()) return;
    await sleep(50);
  }
  assert.fail(`not in 15 s: ${what}`);
}

const writes: Record<string, (keys: KeyStore) => Promise<unknown>> = {
  setIfAbsent: (keys) => keys.setIfAbsent('x:a', Buffer.from('2'), 60),
  setIfPresent: (keys) => keys.setIfPresent('x:a', Buffer.from('2'), 60),
  expire: (keys) => keys.expire('x:a', 60),
  del: (keys) => keys.del(['x:a']),
  addToSet: (keys) => keys.addToSet('i:a', 'member', 60),
  removeFromSet: (keys) => keys.removeFromSet('i:a', 'member'),
};

for (const [name, write] of Object.entries(writes)) {
  test(`P96 after a failover behind one address the first command reaches the new master, and none fails: ${name}`, async (t) => {
    const [old, fresh] = [await startRedis(t), await startRedis(t)];
    const address = await startAddress(t, old);
    const { keys, isReady } = openKeys(t, address.url);
    await until('connected', isReady);
    await follow(old, fresh);
    address.leadTo(fresh);
    await Promise.all([write(keys), keys.setIfAbsent('x:b', Buffer.from('2'), 60), write(keys)]);
    assert.equal(String(await keys.get('x:b')), '2');
    assert.equal(await fresh.command('GET', 'x:b'), '2');
  });
}

test('P96 while the address still reaches a replica, nothing is ready; later it is, without a restart', async (t) => {
  const [redis, master] = [await startRedis(t), await startRedis(t)];
  const { keys, states, isReady } = openKeys(t, redis.url);
  await until('connected', isReady);
  await follow(redis, master);
  await assert.rejects(keys.setIfAbsent('x:a', Buffer.from('1'), 60));
  assert.equal(await isReady(), false);
  assert.equal(await keys.get('x:a'), null, 'the replica can be read');
  await sleep(2500);
  assert.equal(await isReady(), false);
  assert.deepEqual(states, ['up', 'READONLY'], 'each state is reported once');
  await redis.command('REPLICAOF', 'NO', 'ONE');
  await until('ready again', isReady);
  assert.equal(await keys.setIfAbsent('x:a', Buffer.from('1'), 60), true);
  assert.deepEqual(states, ['up', 'READONLY', 'up']);
});

test('P96 for a replica that has lost its master, and also refuses reads, the client waits', async (t) => {
  const redis = await startRedis(t, undefined, { args: ['--replica-serve-stale-data', 'no'] });
  const { keys, states, isReady } = openKeys(t, redis.url);
  await until('connected', isReady);
  await redis.command('REPLICAOF', '127.0.0.1', String(await freePort()));
  await assert.rejects(keys.get('x:a'));
  assert.equal(await isReady(), false);
  assert.ok(['MASTERDOWN', 'READONLY'].includes(states.at(-1) ?? ''), states.join());
  await redis.command('REPLICAOF', 'NO', 'ONE');
  await until('ready again', isReady);
  assert.equal(await keys.get('x:a'), null);
});

test('P96 an old master without replicas is left for the one that the address reaches now', async (t) => {
  const [old, next] = [await startRedis(t), await startRedis(t)];
  const address = await startAddress(t, old);
  const { keys, states, isReady } = openKeys(t, address.url);
  await until('ready', isReady);
  await old.command('CONFIG', 'SET', 'min-replicas-to-write', '1');
  address.leadTo(next);
  for (const [name, write] of Object.entries(writes))
    await write(keys).catch(() => assert.fail(name));
  assert.deepEqual(states, ['up', 'NOREPLICAS', 'up']);
  assert.ok(await isReady());
});

test('P96 a server that cannot save is left for the one that the address reaches now, or works again later', async (t) => {
  const folder = temporaryFolder(t);
  const args = ['--dir', folder];
  const [old, next] = [await startRedis(t, undefined, { args }), await startRedis(t)];
  const address = await startAddress(t, old);
  const { keys, states, isReady } = openKeys(t, address.url);
  await until('ready', isReady);
  rmSync(folder, { recursive: true });
  await old.command('CONFIG', 'SET', 'save', '3600 1');
  await old.command('BGSAVE');
  await until('not saved', async () =>
    String(await old.command('INFO', 'persistence')).includes('rdb_last_bgsave_status:err'),
  );
  await assert.rejects(
    keys.setIfAbsent('x:a', Buffer.from('1'), 60),
    ({ code }: LoginError) => code === 'redis-disk',
  );
  assert.equal(await isReady(), true);
  assert.equal(await keys.get('x:a'), null, 'sessions can be read');
  await old.command('CONFIG', 'SET', 'stop-writes-on-bgsave-error', 'no');
  await until('up again', async () => states.length === 3);
  assert.deepEqual(states, ['up', 'MISCONF', 'up']);

  await old.command('CONFIG', 'SET', 'stop-writes-on-bgsave-error', 'yes');
  address.leadTo(next);
  assert.equal(await keys.setIfAbsent('x:b', Buffer.from('1'), 60), true);
  assert.equal(await next.command('GET', 'x:b'), '1');
});

async function startClusterNode(t: TestContext): Promise<TestRedis & { busPort: string }> {
  const busPort = String(await freePort());
  const args = ['--cluster-enabled', 'yes', '--cluster-port', busPort];
  const node = await startRedis(t, undefined, { args });
  await node.command('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
  await until('all slots', async () =>
    String(await node.command('CLUSTER', 'INFO')).includes('cluster_state:ok'),
  );
  return { ...node, busPort };
}

test('P96 a node that gave its slots away is left for the one that the address reaches now', async (t) => {
  const [old, next] = [await startClusterNode(t), await startClusterNode(t)];
  const address = await startAddress(t, old);
  const { keys, states, isReady } = openKeys(t, address.url);
  await until('ready', isReady);
  await old.command('CLUSTER', 'DELSLOTSRANGE', '0', '16383');
  await old.command('CLUSTER', 'MEET', '127.0.0.1', new URL(next.url).port, next.busPort);
  await until('moved', () =>
    old.command('GET', 'x:a').then(
      () => false,
      (error) => /^MOVED /.test(error.message),
    ),
  );
  await assert.rejects(keys.get('x:a'), ({ code }: LoginError) => code === 'redis-replica');
  assert.equal(await isReady(), false);
  address.leadTo(next);
  await until('ready again', isReady);
  assert.equal(await keys.setIfAbsent('x:a', Buffer.from('1'), 60), true);
  assert.equal(await next.command('GET', 'x:a'), '1');
  assert.deepEqual(states, ['up', 'MOVED', 'up']);
});

test('a server that refuses only some keys gets no new connection for each command', async () => {
  let connections = 0;
  const renewal = createRenewal({
    async connect() {
      connections += 1;
      return { del: async () => 0 } as unknown as RedisClient;
    },
    report: { up: () => {}, down: () => {} },
    pauseMs: () => 60_000,
    probeKey: 'x:probe',
  });
  for (const _command of [1, 2, 3])
    await renewal.renew(new Error('MOVED 1 127.0.0.1:6379'), performance.now());
  assert.equal(connections, 1);
  renewal.close();
});

test('P96 for a server that has started and still loads its data, the client waits', async (t) => {
  const port = await freePort();
  const args = ['--dbfilename', 'loading.rdb', '--enable-debug-command', 'yes'];
  const redis = await startRedis(t, port, { args });
  const { keys, states, isReady } = openKeys(t, redis.url);
  await until('connected', isReady);
  await redis.command('DEBUG', 'POPULATE', '3000', 'p', '100');
  for (const [name, value] of [
    ['key-load-delay', '700'],
    ['loading-process-events-interval-bytes', '1024'],
  ] as const)
    await redis.command('CONFIG', 'SET', name, value);
  const reloaded = redis.command('DEBUG', 'RELOAD').catch(() => {});
  await until('reported', async () => {
    await keys.get('x:a').catch(() => {});
    return states.includes('LOADING');
  });
  assert.equal(await isReady(), false);
  await reloaded;
  await until('ready again', isReady);
  assert.equal(await keys.setIfAbsent('x:a', Buffer.from('1'), 60), true);
});

test('P96 a server that is a replica, or requires a password, when the process starts is reported as such', async (t) => {
  const redis = await startRedis(t);
  await redis.command('REPLICAOF', '127.0.0.1', String(await freePort()));
  const { states, isReady } = openKeys(t, redis.url);
  await until('reported', async () => states.length > 0);
  assert.deepEqual(states, ['READONLY']);
  assert.equal(await isReady(), false);
  await redis.command('CONFIG', 'SET', 'requirepass', 'secret');
  await redis.command('REPLICAOF', 'NO', 'ONE');
  await until('reported', async () => states.includes('NOAUTH'));
  assert.equal(await isReady(), false);
  await redis.command('CONFIG', 'SET', 'requirepass', '');
  await until('ready', isReady);
  assert.deepEqual(states, ['READONLY', 'NOAUTH', 'up']);
});

test('a command that was sent to the previous server has a second', async (t) => {
  const [first, second] = [await startRedis(t), await startRedis(t)];
  const address = await startAddress(t, first);
  const { keys, isReady } = openKeys(t, address.url);
  await until('connected', isReady);
  const { mock: timers } = t.mock.method(globalThis, 'setTimeout');
  await follow(first, second);
  address.leadTo(second);
  assert.equal(await keys.setIfAbsent('x:a', Buffer.from('1'), 60), true);
  const times = timers.calls.map(({ arguments: [, ms] }) => ms);
  assert.ok(times.includes(1000), `${times}`);
});

test('P96 closing while the client reconnects keeps no connection', async (t) => {
  const client = createRedisClient((await startRedis(t)).url);
  const renewal = createRenewal({
    async connect() {
      await client.connect();
      renewal.close();
      return client;
    },
    report: { up: () => {}, down: () => {} },
    probeKey: 'x:probe',
    pauseMs: () => 0,
  });
  await renewal.renew(new Error('READONLY'), performance.now());
  assert.equal(client.isOpen, false);
});

test('P96 a login after a failover succeeds, and meanwhile the instance says that it is not ready', async (t) => {
  const app = await startApp(t, { ownRedis: true });
  const master = await startRedis(t);
  const ready = async () => (await visitor().request(`${app.url}/readyz`)).status;
  await logIn(visitor(), `${app.url}/profile`, { as: 'robin' });
  await app.redis.command('REPLICAOF', '127.0.0.1', new URL(master.url).port);
  assert.equal((await logIn(visitor(), `${app.url}/profile`, { as: 'robin' })).status, 503);
  assert.equal(await ready(), 503);
  await app.redis.command('REPLICAOF', 'NO', 'ONE');
  await until('ready again', async () => (await ready()) === 200);
  assert.equal((await logIn(visitor(), `${app.url}/profile`, { as: 'robin' })).status, 200);
});

test('P96 a connection that is refused while another one is being tried ends no process', async () => {
  const refused = new Error('NOAUTH Authentication required.');
  let refuse = (_error: Error) => {};
  const response = new Promise<never>((_, reject) => {
    refuse = reject;
  });
  const client = { del: () => response } as unknown as RedisClient;
  const renewal = createRenewal({
    connect: () => Promise.reject(refused),
    report: { up: () => assert.fail('expected no report of a connection'), down: () => {} },
    pauseMs: () => 1,
    probeKey: 'x:probe',
  });
  const reporting = renewal.reportUp(client);
  await assert.rejects(renewal.renew(refused, performance.now()), refused);
  refuse(refused);
  // In production, nothing awaits this promise, so it must not reject.
  await reporting;
  renewal.close();
});

test('only errors that another server may not have lead to another server', () => {
  for (const [said, expected] of [
    ["READONLY You can't write against a read only replica.", true],
    ['LOADING Redis is loading the dataset in memory', true],
    ["MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.", true],
    ['UNBLOCKED force unblock from blocking operation, instance state changed', true],
    ['NOAUTH Authentication required.', true],
    ['NOPERM this user has no permissions', false],
    ['MISCONF Redis is configured to save RDB snapshots', true],
    ['MOVED 3999 127.0.0.1:6381', true],
    ['NOREPLICAS Not enough good replicas to write.', true],
    ['CLUSTERDOWN The cluster is down', true],
    ['OOM command not allowed', false],
    ['ERR READONLY', false],
    ['READONLYX', false],
  ] as const)
    assert.equal(isWrongServer(new Error(said)), expected, said);
});
