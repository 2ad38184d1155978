import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import test from 'node:test';
import { runPeopleCommand } from '../../src/commands/people-command.ts';
import { readConfig } from '../../src/settings/config.ts';
import { wallClock } from '../support/app/clocks.ts';
import { goodSettings } from '../support/app/good-settings.ts';
import { startApp } from '../support/app/start-app.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import { freePort } from '../support/machine/free-port.ts';
import { resultOf, runProgram } from '../support/machine/program.ts';
import { reachRedisKeys } from '../support/redis/reach-redis-keys.ts';
import { startRedis } from '../support/redis/redis.ts';

const { ENCRYPTION_KEYS } = goodSettings;
const robinsId = '1001';

async function people(words: string[], settings: Record<string, string>) {
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const exitCode = await runPeopleCommand(words, {
    readSettings: () => readConfig({ ...goodSettings, ...settings }),
    print: (line) => stdout.push(`${line}\n`),
    printError: (line) => stderr.push(`${line}\n`),
  });
  return { stdout: stdout.join(''), stderr: stderr.join(''), exitCode };
}

async function peopleProcess(words: string[], settings: Record<string, string>) {
  const env = { PATH: process.env.PATH, ...goodSettings, ...settings };
  return resultOf(runProgram('src/people.ts', words, { cwd: tmpdir(), env }));
}

test('P34 P39 an operator lists where a person has sessions, ends them all, and affects nobody else', async (t) => {
  const app = await startApp(t, { settings: { ENCRYPTION_KEYS } });
  const [phone, laptop, sam] = [visitor(), visitor(), visitor()];
  await logIn(phone, `${app.url}/profile`, { as: 'robin' });
  await logIn(laptop, `${app.url}/profile`, { as: 'robin' });
  const samsPage = await logIn(sam, `${app.url}/profile`, { as: 'sam' });
  const settings = { REDIS_URL: app.redis.url };

  const list = await peopleProcess(['list', robinsId], settings);
  assert.equal(list.exitCode, 0, list.stderr);
  assert.match(list.stdout, /^(s:[\w-]{43} until \d{4}-\d\d-\d\dT[\d:.]+Z\n){2}$/);
  const erased = await people(['erase', robinsId], settings);
  assert.equal(erased.exitCode, 0, erased.stderr);
  assert.match(erased.stdout, /^2 sessions of this person ended/);
  for (const device of [phone, laptop])
    assert.equal((await device.request(`${app.url}/profile`)).status, 303);
  assert.equal((await sam.request(`${app.url}/profile`)).status, 200);
  assert.equal((await people(['list', robinsId], settings)).stdout, '');

  await sam.press(samsPage, 'Log out');
  const ended = await people(['list', '1002'], settings);
  assert.deepEqual([ended.exitCode, ended.stdout], [3, '']);
  assert.match(ended.stderr, /^No session was found for this id\. Either nobody is logged in/);
});

test('P39 an operator who erases a person erases the scopes they stopped sharing, and nobody else’s', async (t) => {
  const app = await startApp(t, { settings: { ENCRYPTION_KEYS } });
  for (const as of ['robin', 'sam']) {
    const who = visitor();
    const question = await logIn(who, `${app.url}/sharing/stop?scope=pii:phone`, { as });
    await who.press(question, 'Stop sharing');
  }
  const marks = async () => (await app.redis.command('KEYS', 'o:*')) as string[];
  assert.equal((await marks()).length, 2);
  await people(['erase', robinsId], { REDIS_URL: app.redis.url });
  assert.equal((await marks()).length, 1);
});

test('the running site learns about a log-out by an operator, and writes it into its log', async (t) => {
  const app = await startApp(t, { settings: { ENCRYPTION_KEYS } });
  await logIn(visitor(), `${app.url}/profile`, { as: 'robin' });
  await people(['erase', robinsId], { REDIS_URL: app.redis.url });
  const keys = await reachRedisKeys(app.redis.url);
  t.after(() => keys.close());
  const [[told, until] = ['', 0]] = await keys.membersOf('x:marker-ends');
  const hours = (until - wallClock('the command')) / 3_600_000;
  assert.ok(hours > 23.9 && hours < 24.1, 'the record lasts a day');
  assert.match(
    told,
    /^[\w-]{36} 1$/,
    'the record has a random id and the number of sessions, but no person',
  );
});

test('an unknown id, other encryption keys, and a person who is logged out are reported: nothing was ended', async (t) => {
  const app = await startApp(t, { settings: { ENCRYPTION_KEYS } });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const REDIS_URL = app.redis.url;
  const otherKeys = { REDIS_URL, ENCRYPTION_KEYS: `k9:${'99'.repeat(32)}` };
  for (const [id, settings] of [
    ['nobody', { REDIS_URL }],
    [robinsId, otherKeys],
  ] as const) {
    const { stdout, stderr, exitCode } = await people(['erase', id], settings);
    assert.deepEqual([stdout, exitCode], ['', 3], id);
    assert.match(stderr, /^No session was found for this id\. Either/);
  }
  assert.equal((await robin.request(`${app.url}/profile`)).status, 200);
  assert.match(
    (await people(['erase', robinsId], { REDIS_URL })).stdout,
    /^1 session of this person ended/,
  );
});

test('an unknown command gets the list of commands; invalid settings and a Redis that is down are reported in a line', async (t) => {
  const misunderstood = [['erase'], ['erase', '1001 '], ['list', '1', '2'], [], ['forget', '1']];
  for (const words of misunderstood) {
    const { stderr, exitCode } = await people(words, {});
    assert.equal(exitCode, 2);
    assert.match(
      stderr,
      /^node dist\/people\.js list USER_ID .*\nnode dist\/people\.js erase USER_ID /,
    );
  }
  const badSettings = await peopleProcess(['list', '1'], { ENCRYPTION_KEYS: 'short' });
  assert.equal(badSettings.exitCode, 1);
  assert.match(badSettings.stderr, /ENCRYPTION_KEYS must be/);
  const away = await people(['erase', '1'], { REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
  assert.equal(away.exitCode, 1);
  assert.match(away.stderr, /does not respond/);
  assert.doesNotMatch(away.stderr, /\bat .*\.ts/);
  const misunderstoodByProcess = await peopleProcess([], {});
  assert.equal(misunderstoodByProcess.exitCode, 2);

  const redis = await startRedis(t);
  await redis.command('CONFIG', 'SET', 'requirepass', 'secret');
  for (const password of ['', ':wrong@']) {
    const REDIS_URL = redis.url.replace('//', `//${password}`);
    const refused = await people(['erase', '1'], { REDIS_URL });
    assert.deepEqual([refused.stdout, refused.exitCode], ['', 1]);
    assert.match(refused.stderr, /^Redis rejects the user name or password in REDIS_URL/);
  }
});
