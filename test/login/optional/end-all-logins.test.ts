// All logins of a person: which sessions are listed, what ends them, and a list that somebody else
// has written into.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import { createMemoryKeys } from '../../../src/login/store/memory-keys.ts';
import { type LoggedIn, loggedIn, startSessionApp } from '../../support/session-app.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import { logIn, type Visitor, visitor } from '../../support/visitor.ts';

const limits = { idleSeconds: 1800, absoluteSeconds: 43_200 };
const encryptionKeys = [{ id: 'k', key: randomBytes(32) }] as const;

async function statusOf(app: RunningApp, who: Visitor): Promise<number> {
  return (await who.request(`${app.url}/profile`)).status;
}

/** Logs robin in with two browsers. Returns them, the page of the first, and robin's list. */
async function logRobinInTwice(app: RunningApp) {
  const [phone, desk] = [visitor(), visitor()];
  const page = await logIn(phone, `${app.url}/sharing`, { as: 'robin' });
  await logIn(desk, `${app.url}/profile`, { as: 'robin' });
  const list = (await app.redis.dump()).find(({ key }) => key.startsWith('i:'))?.key ?? '';
  return { phone, desk, page, list };
}

/** Counts the commands that Redis runs while `act` runs. */
async function commandsOf({ redis }: RunningApp, act: () => Promise<unknown>): Promise<number> {
  await redis.command('CONFIG', 'RESETSTAT');
  await act();
  const stats = String(await redis.command('INFO', 'stats'));
  return Number(/total_commands_processed:(\d+)/.exec(stats)?.[1]);
}

for (const [form, path] of [
  ['Log out everywhere', '/logout/everywhere'],
  ['Delete my data', '/sharing/forget'],
]) {
  test(`P31 a list of 50,000 sessions that somebody wrote into Redis makes ${path} no long work, and nobody is told that all ended`, async (t) => {
    const app = await startApp(t, { ownRedis: true });
    const { phone, desk, page, list } = await logRobinInTwice(app);
    const plant = `
      for number = 1, 50000 do
        redis.call('ZADD', KEYS[1], 9000000000, string.format('s:%043d', number))
      end`;
    await app.redis.command('EVAL', plant, '1', list);
    const question = await phone.follow(page, 'Delete my data here');
    let status = 0;
    const commands = await commandsOf(app, async () => {
      const answer = await phone.press(form === 'Delete my data' ? question : page, String(form));
      status = answer.status;
    });
    assert.equal(status, 503);
    assert.ok(commands < 400, `${commands} commands`);
    assert.equal(await statusOf(app, desk), 200, 'it had not ended indeed');
  });
}

test('P31 entries of a list that are no sessions are thrown out, touch no other key, and hide no session', async (t) => {
  const app = await startApp(t);
  const { phone, desk, page, list } = await logRobinInTwice(app);
  const entries = ['', 'u:another', 's:short', `s:${'x'.repeat(100_000)}`, `e:${'x'.repeat(43)}`];
  for (const entry of entries) await app.redis.command('ZADD', list, '9000000000', entry);
  await app.redis.command('SET', 'u:another', '1', 'EX', '60');
  const goodbye = await phone.press(page, 'Log out everywhere');
  assert.equal(goodbye.url.pathname, '/logged-out');
  for (const who of [phone, desk]) assert.equal(await statusOf(app, who), 303);
  assert.equal(await app.redis.command('EXISTS', 'u:another'), 1);
  assert.equal(await app.redis.command('EXISTS', list), 0);
});

test('P24 P31 of twenty sessions the oldest one may share more: it is replaced, and no other ends', async (t) => {
  let clock = 1e12;
  const now = () => clock;
  const keys = createMemoryKeys(now);
  const app = await startSessionApp(t, { keys, encryptionKeys, limits, now });
  const logins: LoggedIn[] = [];
  for (let login = 0; login < 20; login += 1) {
    clock += 1000;
    logins.push(await loggedIn(app));
  }
  const [oldest, ...others] = logins;
  clock += 1000;
  const more = await loggedIn(app, { cookie: oldest?.cookie });
  for (const { cookie } of [more, ...others]) assert.ok((await app.read(cookie)).userId);
});

test('P31 a login that began eleven minutes ago comes to nothing: what ended it may be forgotten', async (t) => {
  let clock = 1e12;
  const now = () => clock;
  const app = await startSessionApp(t, {
    keys: createMemoryKeys(now),
    encryptionKeys,
    limits,
    now,
  });
  for (const [minutes, ends] of [
    [10, 'cookie'],
    [11, 'problem'],
  ] as const) {
    const beganAt = clock;
    clock += minutes * 60_000;
    assert.ok(ends in (await app.logIn({ beganAt })), `${minutes} minutes`);
  }
});
