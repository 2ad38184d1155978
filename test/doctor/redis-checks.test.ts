// The doctor where there is more than one Redis: a real cluster, and a real master with a sentinel.
import assert from 'node:assert/strict';
import test from 'node:test';
import { checkRedis } from '../../src/doctor/redis-checks.ts';
import { readConfig } from '../../src/settings/config.ts';
import { goodSettings } from '../support/good-settings.ts';
import { startCluster, startSentinels } from '../support/redis-groups.ts';

async function find(redisUrl: string): Promise<string[]> {
  const config = readConfig({ ...goodSettings, REDIS_URL: redisUrl });
  const findings = await checkRedis({ config, deadlineMs: 5000, now: Date.now });
  return findings.map(({ level, what }) => `${level}: ${what.replace(/\d[\d.]*/g, '0')}`);
}

const isWell = [
  'ok: version 0',
  'warning: a master has no replica',
  'ok: permits every command on every key that is used',
  'ok: answers in 0 ms',
];

test('in a cluster the doctor looks at each server, and sees what an address leaves out', async (t) => {
  const { url, servers } = await startCluster(t);
  assert.deepEqual(await find(url), isWell);

  await servers[2]?.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
  assert.ok((await find(url)).includes('warning: maxmemory-policy is allkeys-lru'));
  for (const server of servers) assert.deepEqual(await server.dump(), [], 'nothing is left');

  const [oneOfThem = ''] = url.split(',');
  assert.ok((await find(oneOfThem)).includes('error: REDIS_URL leads to one node of a cluster'));

  for (const server of servers) {
    const rights = ['resetkeys', '~*', '+@all', '-cluster|slots'];
    await server.command('ACL', 'SETUSER', 'lanyard', 'on', '>the-password', ...rights);
  }
  assert.deepEqual(await find(url.replaceAll('//', '//lanyard:the-password@')), [
    'error: Redis does not permit the user of REDIS_URL a command or a key',
  ]);
});

test('with sentinels the doctor looks at the master, and names what is wrong on the way to it', async (t) => {
  const { url } = await startSentinels(t, { password: 'the-password' });
  assert.deepEqual(await find(url), isWell);
  assert.deepEqual(await find(url.replace('the-password', 'another-password')), [
    'error: Redis refuses the user name or the password of REDIS_URL',
  ]);
  assert.deepEqual(await find(url.replace('mymaster', 'another')), [
    'error: the sentinels do not know the master of REDIS_URL',
  ]);
});
