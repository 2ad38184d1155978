// A Redis that loses its data while the site runs: one line in the log says so.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createLog } from '../../src/log/log.ts';
import { watchRedis } from '../../src/server/redis-watch.ts';
import { reachRedisKeys } from '../support/reach-redis-keys.ts';
import { startRedis } from '../support/redis.ts';

test('when Redis was emptied, each instance says so in one line, and no more', async (t) => {
  const redis = await startRedis(t);
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const watchers = await Promise.all([1, 2].map(startInstance));
  const lookAll = async () => {
    for (const look of watchers) await look();
  };
  await lookAll();
  await redis.command('DEL', 's:a-session');
  await lookAll();
  assert.deepEqual(lines, [], 'all is well');

  await redis.command('FLUSHALL');
  await lookAll();
  assert.equal(lines.length, 2);
  for (const line of lines) assert.match(line, /"level":50.*"msg":"Redis has lost its data: /);
  await lookAll();
  assert.equal(lines.length, 2, 'once');

  await redis.command('CONFIG', 'SET', 'maxmemory', '1');
  await redis.command('FLUSHALL');
  await lookAll();
  assert.equal(lines.length, 2, 'a full Redis is told elsewhere');
  await redis.command('CONFIG', 'SET', 'maxmemory', '0');
  await lookAll();
  assert.equal(lines.length, 4);

  async function startInstance(): Promise<() => Promise<void>> {
    const keys = await reachRedisKeys(redis.url);
    t.after(() => keys.close());
    return watchRedis(keys, log);
  }
});
