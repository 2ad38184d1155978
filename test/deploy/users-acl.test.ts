import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import test from 'node:test';
import { createClient } from 'redis';
import type { Finding } from '../../src/checks/finding.ts';
import { checkRedis } from '../../src/checks/redis.ts';
import { keyPrefixes } from '../../src/login/login.ts';
import { readConfig } from '../../src/settings/config.ts';
import { goodSettings } from '../support/app/good-settings.ts';
import { startRedisWithUsers } from '../support/machine/deployment-files.ts';
import { freePort } from '../support/machine/free-port.ts';

const file = 'deploy/users.acl';
const [, ofTheSite = ''] = /^user lanyard (.*)$/m.exec(readFileSync(file, 'utf8')) ?? [];
const commands = [...ofTheSite.matchAll(/ \+(\S+)/g)].map(([, command = '']) => command);

/** Uses a database other than 0, so that SELECT is also tested. */
async function findWrong(redisUrl: string): Promise<Finding[]> {
  const config = readConfig({ ...goodSettings, REDIS_URL: `${redisUrl}/1` });
  const findings = await checkRedis({ config, deadlineMs: 5000, now: Date.now });
  return findings.filter(({ level }) => level !== 'ok');
}

test('Redis does not start with users.acl before its passwords are filled in', async () => {
  const port = String(await freePort());
  const { status, stdout } = spawnSync(
    'redis-server',
    ['--port', port, '--aclfile', resolve(file)],
    {
      encoding: 'utf8',
    },
  );
  assert.equal(status, 1);
  assert.match(stdout, /ACL errors: \S+users\.acl:2: The password hash must be exactly 64/);
});

test('with users.acl the doctor finds nothing wrong, and notices each command that is removed', async (t) => {
  const redis = await startRedisWithUsers(t);
  assert.deepEqual(await findWrong(redis.siteUrl), []);
  assert.equal(commands.length, 12);
  for (const command of commands) {
    await redis.command('ACL', 'SETUSER', 'lanyard', `-${command}`);
    assert.notDeepEqual(await findWrong(redis.siteUrl), [], `the site does not need ${command}`);
    await redis.command('ACL', 'SETUSER', 'lanyard', `+${command}`);
  }
  assert.deepEqual(await redis.dump(), [], 'the checks leave nothing in Redis');
});

test('the keys in users.acl are those of the login', () => {
  const patterns = [...ofTheSite.matchAll(/ ~(\S+)/g)].map(([, pattern]) => pattern);
  assert.deepEqual(
    patterns.sort(),
    Object.values(keyPrefixes)
      .map((prefix) => `${prefix}*`)
      .sort(),
  );
});

test('with users.acl the site’s password allows neither exploring nor stopping Redis, and nobody gets in without a password', async (t) => {
  const redis = await startRedisWithUsers(t);
  const site = createClient({ url: redis.siteUrl });
  // This client emits an error, because Redis stops before the client disconnects.
  site.on('error', () => {});
  await site.connect();
  t.after(() => site.destroy());
  for (const words of [
    ['KEYS', '*'],
    ['SCAN', '0'],
    ['GET', 's:x'],
    ['MONITOR'],
    ['FLUSHALL'],
    ['CONFIG', 'GET', '*'],
    ['ACL', 'LIST'],
    ['EVAL', 'return 1', '0'],
    ['SAVE'],
    ['REPLICAOF', '127.0.0.1', '1'],
    ['SHUTDOWN'],
    ['SET', 'other:x', '1'],
    ['PUBLISH', 's:x', '1'],
  ])
    await assert.rejects(site.sendCommand(words), /NOPERM/, words.join(' '));

  const anybody = createClient({
    url: redis.url.replace(/operator:[^@]+@/, ''),
    socket: { reconnectStrategy: false },
  });
  anybody.on('error', () => {});
  t.after(() => anybody.isOpen && anybody.destroy());
  await assert.rejects(
    anybody.connect().then(() => anybody.ping()),
    /NOAUTH/,
  );
});
