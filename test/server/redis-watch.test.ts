import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { SocketClosedUnexpectedlyError } from 'redis';
import { createLog } from '../../src/log/log.ts';
import { createMemoryKeys, LoginError, redisCodeOf } from '../../src/login/login.ts';
import { openRedisKeys } from '../../src/redis/open-redis-keys.ts';
import { markerKey, watchRedis } from '../../src/server/redis-watch.ts';
import { startRedis, type TestRedis } from '../support/redis/redis.ts';

const unavailable = (cause: Error) =>
  new LoginError('service-unavailable', { cause, code: redisCodeOf(cause) });

async function startInstance(t: TestContext, redis: TestRedis, lines: string[]) {
  const log = createLog('error', { write: (line) => void lines.push(line) });
  const isWritable: boolean[] = [];
  const onWritable = (is: boolean) => void isWritable.push(is);
  let reached = () => {};
  const isReached = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const keys = openRedisKeys(redis.url, {
    deadlineMs: 10_000,
    onStateChange(isUp, reason) {
      watch.onStateChange(isUp, reason);
      if (isUp) reached();
    },
  });
  let losses = 0;
  const watch = watchRedis(keys, { log, onWritable, onDataLoss: () => void losses++ });
  t.after(() => keys.close());
  await isReached;
  await watch.check();
  return { look: watch.check, isWritable: () => isWritable.at(-1), losses: () => losses };
}

test('when Redis was emptied, each instance reports it in one line', async (t) => {
  const redis = await startRedis(t);
  const lines: string[] = [];
  const instances = [await startInstance(t, redis, lines), await startInstance(t, redis, lines)];
  const lookAll = async () => {
    for (const { look } of instances) await look();
  };
  await redis.command('DEL', 's:a-session');
  await lookAll();
  assert.deepEqual(lines, [], 'nothing is logged while Redis has its data');

  await redis.command('FLUSHALL');
  await lookAll();
  assert.equal(lines.length, 2);
  for (const line of lines) assert.match(line, /"level":50.*"msg":"Redis has lost its data: /);
  await lookAll();
  assert.equal(lines.length, 2, 'once');
  for (const { losses } of instances) assert.equal(losses(), 1);
  assert.deepEqual(
    await redis.command('KEYS', '*'),
    ['x:marker'],
    'the check deletes its test keys',
  );
});

test('a new cause is reported while the connection still counts as lost, and each cause once until Redis accepts writes again', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const memory = createMemoryKeys();
  let failure: Error | undefined;
  const watch = watchRedis(
    {
      ...memory,
      setIfAbsent: (...words) => (failure ? Promise.reject(failure) : memory.setIfAbsent(...words)),
    },
    { log },
  );
  const refuse = (message: string, code = '') => {
    failure = unavailable(Object.assign(new Error(message), { code }));
  };
  const causes = async () => {
    for (const _ of [1, 2, 3]) await watch.check();
    return lines.splice(0).map((line) => JSON.parse(line).cause ?? JSON.parse(line).msg);
  };

  const full = 'MISCONF Redis is configured to save RDB snapshots';
  watch.onStateChange(false, unavailable(new Error(full)));
  refuse(full);
  const cannotSave = 'Redis cannot save to disk and accepts no writes';
  assert.deepEqual(
    await causes(),
    [cannotSave],
    'the cause is only in the line that says that Redis is lost',
  );

  failure = undefined;
  assert.deepEqual(await causes(), []);
  refuse('Redis did not answer within 500 ms', 'redis-timeout');
  const isFrozen = 'Redis does not respond in time';
  assert.deepEqual(await causes(), [isFrozen]);
  refuse(full);
  assert.deepEqual(await causes(), [cannotSave]);
  refuse('Redis did not answer within 500 ms', 'redis-timeout');
  assert.deepEqual(await causes(), [], 'causes that were already logged are not logged again');

  failure = undefined;
  assert.deepEqual(await causes(), ['Redis accepts writes again']);
  refuse(full);
  assert.deepEqual(await causes(), [cannotSave]);
});

test('the reason for losing Redis is reported once, whatever detects it, until Redis accepts writes again', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const memory = createMemoryKeys();
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  let isAway = true;
  const setIfAbsent: typeof memory.setIfAbsent = (...words) =>
    isAway ? Promise.reject(unavailable(refused)) : memory.setIfAbsent(...words);
  const watch = watchRedis({ ...memory, setIfAbsent }, { log });
  const lose = async () => {
    watch.onStateChange(false, unavailable(new SocketClosedUnexpectedlyError()));
    await watch.check();
    watch.onStateChange(false, unavailable(refused));
    return lines.splice(0).map((line) => JSON.parse(line).cause ?? JSON.parse(line).msg);
  };
  assert.deepEqual(await lose(), ['Redis cannot be reached']);
  watch.onStateChange(true);
  // A new connection alone does not reset the cause, because commands may still fail, for example
  // after a password change.
  assert.deepEqual(await lose(), ['connected to Redis']);

  for (const text of ['an error', 'an error', 'another error'])
    watch.onStateChange(false, new Error(text));
  assert.equal(lines.splice(0).length, 2, 'unknown errors are distinguished by their message');

  isAway = false;
  await watch.check();
  isAway = true;
  assert.deepEqual(await lose(), ['Redis cannot be reached']);
});

test('the marker outlives 400 days without an instance', async (t) => {
  const keys = createMemoryKeys();
  const { mock: sets } = t.mock.method(keys, 'setIfAbsent');
  const { mock: extended } = t.mock.method(keys, 'expire');
  await watchRedis(keys, { log: createLog('silent') }).check();
  const set = sets.calls.filter(({ arguments: [key] }) => key === markerKey);
  const lives = [
    ...set.map(({ arguments: [, , seconds] }) => seconds),
    ...extended.calls
      .filter(({ arguments: [key] }) => key === markerKey)
      .map(({ arguments: [, seconds] }) => seconds),
  ];
  assert.deepEqual(lives, Array(2).fill(400 * 24 * 3600));
});
