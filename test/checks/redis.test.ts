import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from '../../src/checks/finding.ts';
import { checkRedis } from '../../src/checks/redis.ts';
import { readConfig } from '../../src/settings/config.ts';
import { goodSettings } from '../support/app/good-settings.ts';
import { resultOf, runProgram } from '../support/machine/program.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';
import { startProtectedServer } from '../support/redis/protected-redis.ts';
import { startRedis } from '../support/redis/redis.ts';
import { recordRedisCommands } from '../support/redis/redis-commands.ts';
import { startCluster, startSentinels } from '../support/redis/redis-groups.ts';
import { startRedisWithTls } from '../support/redis/redis-with-tls.ts';

function check(redisUrl: string) {
  const config = readConfig({ ...goodSettings, REDIS_URL: redisUrl });
  return checkRedis({ config, deadlineMs: 5000, now: Date.now });
}

async function find(redisUrl: string): Promise<string[]> {
  return (await check(redisUrl)).map(
    ({ level, what }) => `${level}: ${what.replace(/\d[\d.]*/g, '0')}`,
  );
}

const isWell = ['ok: permits every command that Lanyard uses'];

test('in a cluster the doctor checks each server, and sees those that REDIS_URL leaves out', async (t) => {
  const { url, servers } = await startCluster(t);
  assert.deepEqual(await find(url), isWell);

  await servers[2]?.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
  assert.ok((await find(url)).includes('warning: maxmemory-policy is allkeys-lru'));
  for (const server of servers) assert.deepEqual(await server.dump(), [], 'no key is left');

  const [oneOfThem = ''] = url.split(',');
  assert.ok((await find(oneOfThem)).includes('error: REDIS_URL names only one node of a cluster'));

  for (const server of servers) {
    const rights = ['resetkeys', '~*', '+@all', '-cluster|slots'];
    await server.command('ACL', 'SETUSER', 'lanyard', 'on', '>the-password', ...rights);
  }
  assert.deepEqual(await find(url.replaceAll('//', '//lanyard:the-password@')), [
    'error: Redis denies the user in REDIS_URL a command or a key',
  ]);
});

test('with sentinels the doctor checks the master, and names each problem on the way to it', async (t) => {
  const { url } = await startSentinels(t, { password: 'the-password' });
  // On a busy machine, the sentinels may be replacing the master.
  for (let attempt = 1; attempt < 10 && (await find(url)).join() !== isWell.join(); attempt += 1)
    await sleep(500);
  assert.deepEqual(await find(url), isWell);
  assert.deepEqual(await find(url.replace('the-password', 'another-password')), [
    'error: Redis rejects the user name or password in REDIS_URL',
  ]);
  assert.deepEqual(await find(url.replace('mymaster', 'another')), [
    'error: the sentinels do not know the master in REDIS_URL',
  ]);
});

test('snapshots without an append-only file are a warning, with and without the right to read how Redis saves', async (t) => {
  const warning = 'warning: Redis saves snapshots but no append-only file';
  const redis = await startRedis(t, undefined, { args: ['--dir', temporaryFolder(t)] });
  const save = (points: string) => redis.command('CONFIG', 'SET', 'save', points);
  assert.ok(!(await find(redis.url)).includes(warning), 'no warning if Redis saves nothing');
  await save('3600 1');
  assert.ok((await find(redis.url)).includes(warning));
  await redis.command('CONFIG', 'SET', 'appendonly', 'yes');
  assert.ok(!(await find(redis.url)).includes(warning));

  await redis.command('CONFIG', 'SET', 'appendonly', 'no');
  const rights = ['resetkeys', '~*', '+@all', '-config'];
  await redis.command('ACL', 'SETUSER', 'lanyard', 'on', '>the-password', ...rights);
  const asUser = redis.url.replace('//', '//lanyard:the-password@');
  while (
    /rdb_bgsave_in_progress:1|aof_rewrite_in_progress:1/.test(String(await redis.command('INFO')))
  )
    await sleep(10);
  await redis.command('BGSAVE');
  while (/rdb_last_bgsave_time_sec:-1/.test(String(await redis.command('INFO')))) await sleep(10);
  assert.ok((await find(asUser)).includes(warning), 'a warning if Redis has saved its data');
});

test('the reason for a failed connection is named, with the fix', async (t) => {
  const redis = await startRedis(t);
  const secure = await startRedisWithTls(t);
  await redis.command('CONFIG', 'SET', 'maxclients', '1');
  const fixOf = async (url: string) => {
    const findings = await check(url);
    assert.equal(findings.length, 1);
    return findings.map(({ what, fix }) => `${what}: ${fix}`)[0] ?? '';
  };
  assert.match(await fixOf(redis.url), /connection limit: .* maxclients/);
  await redis.command('CONFIG', 'SET', 'maxclients', '100');
  const wrongWay = (url: string) =>
    url.startsWith('rediss:') ? url.replace('rediss', 'redis') : url.replace('redis', 'rediss');
  assert.match(
    await fixOf(wrongWay(redis.url)),
    /does not use TLS on the port in REDIS_URL: .* redis:\/\//,
  );
  assert.match(
    await fixOf(wrongWay(secure.tlsUrl)),
    /only TLS connections: Begin REDIS_URL with rediss:/,
  );
  assert.match(await fixOf(secure.tlsUrl), /is self-signed: .* NODE_EXTRA_CA_CERTS/);
  assert.match(await fixOf(await startProtectedServer(t)), /protected mode.*: .*Give it a user/);
});

test('a Redis that requires a client certificate is named, with the setting that is on by default', async (t) => {
  const { tlsUrl, certificate } = await startRedisWithTls(t, { clients: 'yes' });
  const env = {
    ...{ PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: certificate },
    ...{ ...goodSettings, REDIS_URL: tlsUrl },
  };
  const { stdout } = await resultOf(runProgram('src/doctor.ts', ['--json'], { env }));
  const findings: Finding[] = JSON.parse(stdout);
  const [found] = findings.filter(({ about, level }) => about === 'Redis' && level === 'error');
  assert.equal(found?.what, 'Redis requires a client certificate');
  assert.match(found.fix ?? '', /set tls-auth-clients no/);
});

test('memory that is more than 80 % full is a warning', async (t) => {
  const redis = await startRedis(t);
  const used = Number(/used_memory:(\d+)/.exec(String(await redis.command('INFO')))?.[1]);
  for (const [part, isWarning] of [
    [0.5, false],
    [0.9, true],
  ] as const) {
    await redis.command('CONFIG', 'SET', 'maxmemory', String(Math.round(used / part)));
    const found = await find(redis.url);
    const warning = "warning: 0 % of Redis's memory is used";
    assert.equal(found.includes(warning), isWarning, String(part));
  }
});

test('keys that the doctor writes expire after ten seconds', async (t) => {
  const redis = await startRedis(t);
  const commands = await recordRedisCommands(redis);
  await find(redis.url);
  await commands.end();
  const lives = commands.heard().matchAll(/"(?:EX|EXPIRE)" (?:"[^"]*:probe-[^"]*" )?"(\d+)"/gi);
  const seconds = [...lives].map(([, life]) => life);
  assert.ok(seconds.length >= 3, commands.heard());
  assert.deepEqual(new Set(seconds), new Set(['10']));
});
