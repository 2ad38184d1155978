// Two conventions on one server must not interfere with each other
// (docs/operate/several-conventions.md).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { checkRedis } from '../../src/checks/redis.ts';
import { runPeopleCommand } from '../../src/commands/people-command.ts';
import { readConfig } from '../../src/settings/config.ts';
import { goodSettings } from '../support/app/good-settings.ts';
import { startApp } from '../support/app/start-app.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import { secondConvention } from '../support/machine/operate-guide.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';
import { keysOfRequests, startRedis } from '../support/redis/redis.ts';

const { ENCRYPTION_KEYS } = goodSettings;

test('P39 with a shared Redis, a person who is erased at one convention stays logged in at the other', async (t) => {
  // Even the encryption keys are the same. Only the key prefix in Redis differs.
  const settings = (REDIS_PREFIX: string) => ({ ENCRYPTION_KEYS, REDIS_PREFIX });
  const [foxcon, wolfcon] = [
    await startApp(t, { settings: settings('foxcon') }),
    await startApp(t, { settings: settings('wolfcon') }),
  ];
  const [atFoxcon, atWolfcon] = [visitor(), visitor()];
  await logIn(atFoxcon, `${foxcon.url}/profile`, { as: 'robin' });
  await logIn(atWolfcon, `${wolfcon.url}/profile`, { as: 'robin' });
  for (const key of await keysOfRequests(foxcon.redis)) assert.match(key, /^(fox|wolf)con:\w:/);

  const printed: string[] = [];
  const exitCode = await runPeopleCommand(['erase', '1001'], {
    readSettings: () =>
      readConfig({ ...goodSettings, ...settings('foxcon'), REDIS_URL: foxcon.redis.url }),
    print: (line) => printed.push(line),
    printError: (line) => printed.push(line),
  });
  assert.deepEqual([exitCode, printed], [0, ['1 session of this person ended, on every device.']]);
  assert.equal((await atFoxcon.request(`${foxcon.url}/profile`)).status, 303);
  assert.equal((await atWolfcon.request(`${wolfcon.url}/profile`)).status, 200);
});

const notHere = 'adduser cd certbot chgrp curl nginx redis-cli runuser systemctl'
  .split(' ')
  .map((program) => `${program}() { :; }`)
  .join('\n');

function deploySecond(t: { after(end: () => unknown): void }): string {
  const root = temporaryFolder(t);
  for (const folder of ['etc/redis', 'etc/nginx/conf.d', 'etc/systemd/system'])
    mkdirSync(join(root, folder), { recursive: true });
  const [settings = '', start = ''] = secondConvention;
  const script = `${notHere}\n${settings}${start}`.replace(
    /(?<=[ >])(?=\/etc\/(?!foxcon\|))/g,
    root,
  );
  execFileSync('bash', ['-eu', '-c', script]);
  return join(root, 'etc');
}

const namesIn = (nginx: string) =>
  [
    /^map \S+ (\S+) /gm,
    /\(\?<(\w+)>/g,
    /^upstream (\S+) /gm,
    /^log_format (\S+) /gm,
    /shared:(\w+):/g,
    /(?:access|error)_log (\/\S+)/g,
    /^ *server_name (\S+);/gm,
    /server (127\S+) /g,
    /ssl_certificate(?:_key)? (\S+);/g,
  ].flatMap((pattern) => [...nginx.matchAll(pattern)].map(([, name]) => name));

test('the files of a second convention share no name, port, user or folder with those of the first', (t) => {
  const etc = deploySecond(t);
  const first = readFileSync('deploy/nginx.conf', 'utf8').replaceAll(
    'YOUR-SITE',
    'lanyard.example',
  );
  const second = readFileSync(join(etc, 'nginx/conf.d/foxcon.conf'), 'utf8');
  const [names, others] = [namesIn(first), namesIn(second)];
  assert.equal(names.length, 13, names.join());
  assert.equal(others.length, names.length);
  assert.deepEqual(
    others.filter((name) => names.includes(name)),
    [],
  );
  const unit = readFileSync(join(etc, 'systemd/system/foxcon@.service'), 'utf8');
  assert.match(unit, /^User=foxcon\nGroup=foxcon\nWorkingDirectory=\S*\/etc\/foxcon\n/m);
  assert.match(
    unit,
    /^ExecStart=\/usr\/local\/bin\/node( --\S+)+ \/opt\/lanyard\/dist\/server\.js$/m,
  );
  assert.match(unit, /^Environment=NODE_ENV=production PORT=%i METRICS_PORT=1%i$/m);
  const settings = readFileSync(join(etc, 'foxcon/.env'), 'utf8');
  assert.match(settings, /^PUBLIC_URL=https:\/\/foxcon\.example$/m);
  assert.match(settings, /^REDIS_URL=redis:\/\/foxcon:[0-9a-f]{64}@127\.0\.0\.1:6379$/m);
  assert.match(settings, /^REDIS_PREFIX=foxcon$/m);
});

test('the Redis user of a second convention may access only its own keys', async (t) => {
  const etc = deploySecond(t);
  const [, name = '', rights = ''] =
    /^user (\w+) (.*)$/m.exec(readFileSync(join(etc, 'redis/users.acl'), 'utf8')) ?? [];
  assert.equal(name, 'foxcon');
  const redis = await startRedis(t);
  const ownPassword = rights.replace(/#[0-9a-f]{64}/, '>the-password');
  await redis.command('ACL', 'SETUSER', name, ...ownPassword.split(' '));
  const find = async (REDIS_PREFIX: string) => {
    const REDIS_URL = redis.url.replace('//', '//foxcon:the-password@');
    const config = readConfig({ ...goodSettings, REDIS_URL, REDIS_PREFIX });
    const findings = await checkRedis({ config, deadlineMs: 5000, now: Date.now });
    return findings.filter(({ level }) => level !== 'ok').map(({ what }) => what);
  };
  assert.deepEqual(await find('foxcon'), []);
  assert.deepEqual(await find('wolfcon'), [
    'Redis denies the user in REDIS_URL a command or a key',
  ]);
});
