import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { parseEnv } from 'node:util';
import { checkRedis } from '../../src/checks/redis.ts';
import { readConfig } from '../../src/settings/config.ts';
import { copyBrowser } from '../support/app/login-steps.ts';
import { type RunningApp, startApp } from '../support/app/start-app.ts';
import { logIn, type Visitor, visitor } from '../support/app/visitor.ts';
import {
  containerStep,
  deploymentStep,
  guide,
  guidePages,
} from '../support/machine/operate-guide.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';
import { startRedis } from '../support/redis/redis.ts';

const [, endAllSessions = ''] = /```sh\n(redis-cli[^`]*)\n```/.exec(guidePages.join()) ?? [];

function runAsOperator(command: string, { redis }: RunningApp): void {
  const env = { ...process.env, REDIS_URL: redis.url };
  execFileSync('sh', ['-c', command], { env, stdio: 'pipe' });
}

const statusOf = async (app: RunningApp, who: Visitor) =>
  (await who.request(`${app.url}/profile`)).status;

async function backUp({ redis }: RunningApp): Promise<() => Promise<void>> {
  const sessions = (await redis.dump()).map(({ key }) => key).filter((key) => /^s:/.test(key));
  for (const key of sessions) await redis.command('COPY', key, `backup of ${key}`);
  return async () => {
    for (const key of sessions) await redis.command('COPY', `backup of ${key}`, key);
  };
}

test('P28 sessions that a restored Redis has brought back are ended by the command in the guide', async (t) => {
  const app = await startApp(t);
  const [robin, sam] = [visitor(), visitor()];
  const page = await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  await logIn(sam, `${app.url}/profile`, { as: 'sam' });
  const copy = copyBrowser(robin, app.url);
  const restore = await backUp(app);
  await robin.press(page, 'Log out');
  assert.equal(await statusOf(app, copy), 303);
  await restore();
  assert.equal(await statusOf(app, copy), 200, 'a restored backup brings the session back');

  runAsOperator(endAllSessions, app);
  for (const who of [copy, sam]) assert.equal(await statusOf(app, who), 303);
  assert.equal((await logIn(visitor(), `${app.url}/profile`, { as: 'sam' })).status, 200);
});

test('the guide’s command that ends all sessions leaves every other key, and may find none', async (t) => {
  const app = await startApp(t);
  await logIn(visitor(), `${app.url}/profile`, { as: 'robin' });
  const kept = async () => (await app.redis.dump()).map(({ key }) => key.slice(0, 2));
  assert.deepEqual(await kept(), ['i:', 's:', 'u:']);
  for (const _ of [1, 2]) runAsOperator(endAllSessions, app);
  assert.deepEqual(await kept(), ['i:', 'u:']);
});

test('the commands in the guide are valid sh, and the first deployment has ten steps', () => {
  const numbers = [...guide.matchAll(/^(\d+)\. \*\*/gm)].map(([, number]) => Number(number));
  assert.deepEqual(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  for (const number of [2, 3, 4, 5, 6, 7, 8, 9]) assert.ok(deploymentStep(number));
  for (const number of [1, 10]) assert.throws(() => deploymentStep(number), /no commands in step/);
  const text = guidePages.join('\n');
  const blocks = [...text.matchAll(/^ *```sh\n([\s\S]*?)```/gm)].map(([, block = '']) => block);
  assert.equal(blocks.length, text.match(/^ *```sh$/gm)?.length);
  for (const block of blocks) execFileSync('sh', ['-n', '-c', block]);
});

test('after steps 4 and 5 of the first deployment, Redis has its users and the settings connect to it', async (t) => {
  const folder = temporaryFolder(t);
  const settingsFile = join(folder, 'lanyard.env');
  const commands = (deploymentStep(4) + deploymentStep(5))
    .replaceAll('/etc/redis', folder)
    .replaceAll('/etc/lanyard.env', settingsFile)
    .replace(/^chgrp .*$/m, '')
    .replace('systemctl restart redis-server', '');
  const printed = execFileSync('sh', ['-eu', '-c', commands], { encoding: 'utf8' });

  const [, user = ''] = /^yours: redis:\/\/(operator:\w+)@/m.exec(printed) ?? [];
  const lines = readFileSync(join(folder, 'redis.conf'), 'utf8').trim().split('\n');
  const args = lines.flatMap((line) => `--${line}`.split(' '));
  const redis = await startRedis(t, undefined, { args, user });
  assert.equal(await redis.command('ACL', 'WHOAMI'), 'operator');

  const written = parseEnv(readFileSync(settingsFile, 'utf8')) as Record<string, string>;
  const config = readConfig({
    ...written,
    CONVENTION_URL: 'https://reg.foxcon.example',
    OAUTH_CLIENT_SECRET: 'the-secret-that-the-platform-gave',
    REDIS_URL: (written.REDIS_URL ?? '').replace('6379', new URL(redis.url).port),
  });
  assert.equal(config.publicUrl.href, 'https://lanyard.example/');
  assert.equal(config.trustProxy, 1);
  assert.deepEqual(config.warnings, []);
  const findings = await checkRedis({ config, deadlineMs: 5000, now: Date.now });
  assert.deepEqual(
    findings.filter(({ level }) => level !== 'ok'),
    [],
  );
});

test('after the commands for containers, Redis of compose.yaml has its users and the settings connect to it', async (t) => {
  const folder = temporaryFolder(t);
  const commands = containerStep(2)
    .replace(/^git clone .*$/m, '')
    .replaceAll('/etc/', `${folder}/`)
    .replace(' .env ', ` ${folder}/.env `);
  assert.doesNotMatch(commands, /npm|node|systemctl/);
  const printed = execFileSync('sh', ['-eu', '-c', commands], { encoding: 'utf8' });
  const [, user = ''] = /^yours: redis:\/\/(operator:\w{64}@)/m.exec(printed) ?? [];
  const aclFile = ['--aclfile', join(folder, 'redis/users.acl')];
  const redis = await startRedis(t, undefined, { args: aclFile, user: user.replace('@', '') });
  assert.equal(await redis.command('ACL', 'WHOAMI'), 'operator');

  const written = parseEnv(readFileSync(join(folder, '.env'), 'utf8')) as Record<string, string>;
  const config = readConfig({
    ...written,
    CONVENTION_URL: 'https://reg.foxcon.example',
    OAUTH_CLIENT_SECRET: 'the-secret-that-the-platform-gave',
    REDIS_URL: (written.REDIS_URL ?? '').replace('6379', new URL(redis.url).port),
  });
  const findings = await checkRedis({ config, deadlineMs: 5000, now: Date.now });
  assert.deepEqual(
    findings.filter(({ level }) => level !== 'ok'),
    [],
  );
  assert.equal(
    statSync(join(folder, '.env')).mode & 0o077,
    0,
    'only the owner may read the settings',
  );
});
