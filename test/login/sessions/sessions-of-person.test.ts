import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import type { KeyRing } from '../../../src/login/crypto.ts';
import { createEncryptedSessions } from '../../../src/login/sessions/encrypted-sessions.ts';
import { createSessionLife } from '../../../src/login/sessions/session-life.ts';
import {
  createSessionsOfPerson,
  personHashes,
} from '../../../src/login/sessions/sessions-of-person.ts';
import { personKey, sessionKey } from '../../../src/login/store/key-names.ts';
import { createMemoryKeys } from '../../../src/login/store/memory-keys.ts';
import { type LoggedIn, loggedIn, startSessionApp } from '../../support/app/session-app.ts';
import { type RunningApp, startApp } from '../../support/app/start-app.ts';
import { logIn, type Visitor, visitor } from '../../support/app/visitor.ts';

const limits = { idleSeconds: 1800, absoluteSeconds: 43_200 };
const encryptionKeys = [{ id: 'k', key: randomBytes(32) }] as const;

async function statusOf(app: RunningApp, who: Visitor): Promise<number> {
  return (await who.request(`${app.url}/profile`)).status;
}

async function logRobinInTwice(app: RunningApp) {
  const [phone, desk] = [visitor(), visitor()];
  const page = await logIn(phone, `${app.url}/sharing`, { as: 'robin' });
  await logIn(desk, `${app.url}/profile`, { as: 'robin' });
  const list = (await app.redis.dump()).find(({ key }) => key.startsWith('i:'))?.key ?? '';
  return { phone, desk, page, list };
}

async function commandsOf({ redis }: RunningApp, act: () => Promise<unknown>): Promise<number> {
  await redis.command('CONFIG', 'RESETSTAT');
  await act();
  const stats = String(await redis.command('INFO', 'stats'));
  return Number(/total_commands_processed:(\d+)/.exec(stats)?.[1]);
}

for (const [form, path] of [
  ['Log out everywhere', '/logout/everywhere'],
  ['Delete your data', '/sharing/forget'],
]) {
  test(`P34 a list of 50,000 sessions that somebody wrote into Redis does not make ${path} slow, and nobody is told that all ended`, async (t) => {
    const app = await startApp(t, { ownRedis: true });
    const { phone, desk, page, list } = await logRobinInTwice(app);
    const plant = `
      for number = 1, 50000 do
        redis.call('ZADD', KEYS[1], 9000000000, string.format('s:%043d', number))
      end`;
    await app.redis.command('EVAL', plant, '1', list);
    const question = await phone.follow(page, 'Delete your data here');
    let status = 0;
    const commands = await commandsOf(app, async () => {
      const answer = await phone.press(form === 'Delete your data' ? question : page, String(form));
      status = answer.status;
    });
    assert.equal(status, 503);
    assert.ok(commands < 400, `${commands} commands`);
    assert.equal(await statusOf(app, desk), 200, 'the session has not ended');
  });
}

test('P34 entries in a list that are not sessions are removed, touch no other key, and hide no session', async (t) => {
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

async function startWithClock(t: TestContext) {
  const clock = { now: 1e12 };
  const now = () => clock.now;
  const keys = createMemoryKeys(now);
  return { clock, app: await startSessionApp(t, { keys, encryptionKeys, limits, now }) };
}

async function startWithTwenty(t: TestContext) {
  const { clock, app } = await startWithClock(t);
  const logins: LoggedIn[] = [];
  for (let login = 0; login < 20; login += 1) {
    clock.now += 1000;
    logins.push(await loggedIn(app));
  }
  clock.now += 1000;
  const isLoggedIn = async ({ cookie }: LoggedIn) => Boolean((await app.read(cookie)).userId);
  return { app, logins, isLoggedIn };
}

test('P28 P34 of twenty sessions the oldest one may share more: it is replaced, and no other ends', async (t) => {
  const { app, logins, isLoggedIn } = await startWithTwenty(t);
  const [oldest, ...others] = logins;
  const more = await loggedIn(app, { cookie: oldest?.cookie });
  for (const login of [more, ...others]) assert.ok(await isLoggedIn(login));
});

test('P34 the twenty-first login of a person ends the oldest session, and only that one', async (t) => {
  const { app, logins, isLoggedIn } = await startWithTwenty(t);
  logins.push(await loggedIn(app));
  const stillThere = await Promise.all(logins.map(isLoggedIn));
  assert.deepEqual(stillThere, [false, ...Array(20).fill(true)]);
});

test('P34 a login that started eleven minutes ago fails, because the end mark may have expired', async (t) => {
  const { clock, app } = await startWithClock(t);
  for (const [ms, ends] of [
    [659_999, 'cookie'],
    [660_000, 'problem'],
  ] as const) {
    const beganAt = clock.now;
    clock.now += ms;
    assert.ok(ends in (await app.logIn({ beganAt })), `${ms} ms`);
  }
});

function startPerson(keyRing: KeyRing = encryptionKeys) {
  const clock = { now: 1_000_000 };
  const keys = createMemoryKeys(() => clock.now);
  const sessions = createEncryptedSessions({ keys, encryptionKeys: keyRing, limits });
  const ofPerson = createSessionsOfPerson({ keys, encryptionKeys: keyRing });
  const life = createSessionLife({ sessions, encryptionKeys: keyRing });
  return { clock, keys, ofPerson, life };
}

test('if the end of a person whose session was replaced cannot be stored, that is an error', async () => {
  const { keys, ofPerson, life } = startPerson();
  const replaced = sessionKey('replaced');
  assert.equal(await life.endAllOfPast(replaced), undefined, 'nobody');
  await ofPerson.rememberPersonOf(replaced, ofPerson.hashesOf('7'));
  assert.deepEqual(await life.endAllOfPast(replaced), personHashes(encryptionKeys, '7'));
  keys.addToSet = () => Promise.reject(new Error('away'));
  await assert.rejects(life.endAllOfPast(replaced), /away/);
});

test('the person of a replaced session is known for ten minutes, under up to ten keys', async () => {
  const keyRing = Array.from({ length: 10 }, (_, index) => ({
    id: `k${index}`,
    key: randomBytes(32),
  })) as unknown as KeyRing;
  const { clock, ofPerson } = startPerson(keyRing);
  const replaced = sessionKey('replaced');
  await ofPerson.rememberPersonOf(replaced, ofPerson.hashesOf('7'));
  clock.now += 599_999;
  assert.equal((await ofPerson.personOfPast(replaced))?.length, 10);
  clock.now += 1;
  assert.equal(await ofPerson.personOfPast(replaced), undefined);
});

test('a mark that somebody else wrote names nobody', async () => {
  const { keys, ofPerson } = startPerson();
  const hash = 'h'.repeat(43);
  for (const foreign of ['', 'h'.repeat(42), 'h'.repeat(44), Array(11).fill(hash).join(' ')]) {
    const key = sessionKey(foreign);
    await keys.setIfAbsent(personKey(key), Buffer.from(foreign), 60);
    assert.equal(await ofPerson.personOfPast(key), undefined);
  }
});

test('a login counts if it started after each end of the person’s sessions', async () => {
  const { clock, ofPerson, life } = startPerson();
  await life.endAll('7');
  clock.now += 1000;
  await life.endAll('7');
  assert.equal(
    await ofPerson.mayLogIn(ofPerson.hashesOf('7'), 1_000_001),
    false,
    'between the two ends',
  );
  assert.equal(
    await ofPerson.mayLogIn(ofPerson.hashesOf('7'), clock.now),
    false,
    'at the time of the second end',
  );
  assert.equal(await ofPerson.mayLogIn(ofPerson.hashesOf('7'), clock.now + 1), true);
});

test('a session that has ended leaves the list, under any key', async () => {
  const [newest, older] = [
    { id: 'k2', key: randomBytes(32) },
    { id: 'k1', key: randomBytes(32) },
  ];
  const { keys, ofPerson, life } = startPerson([newest, older]);
  const key = sessionKey('one');
  const before = createSessionsOfPerson({ keys, encryptionKeys: [older] });
  await before.add(before.hashesOf('7'), key, 60);
  await ofPerson.add(ofPerson.hashesOf('7'), key, 60);
  assert.deepEqual([...(await life.sessionsOf('7')).keys()], [key]);
  await ofPerson.remove(ofPerson.hashesOf('7'), [key]);
  assert.equal((await life.sessionsOf('7')).size, 0);
});

test('a list that cannot be cleaned up stops nobody from logging out, and ends every session', async () => {
  const { keys, ofPerson, life } = startPerson();
  for (const name of ['one', 'two', 'three']) {
    await ofPerson.add(ofPerson.hashesOf('7'), sessionKey(name), 60);
    await keys.setIfAbsent(sessionKey(name), Buffer.from('a session'), 60);
  }
  keys.removeFromSet = () => Promise.reject(new Error('away'));
  await life.endAll('7');
  for (const name of ['one', 'two', 'three'])
    assert.equal(await keys.get(sessionKey(name)), null, name);
});

test('P34 two logins in place of one session leave one session on the list', async (t) => {
  const keys = createMemoryKeys();
  const app = await startSessionApp(t, { keys, encryptionKeys, limits, now: Date.now });
  const { cookie } = await loggedIn(app, { userId: 'robin' });
  await loggedIn(app, { userId: 'robin', cookie });
  const last = await loggedIn(app, { userId: 'robin', cookie });
  const ofPerson = createSessionsOfPerson({ keys, encryptionKeys });
  assert.deepEqual([...(await ofPerson.list(ofPerson.hashesOf('robin'))).keys()], [last.key]);
});

test('P34 a session that cannot be ended keeps no other session of the person alive', async () => {
  const keys = createMemoryKeys();
  const sessions = createEncryptedSessions({ keys, encryptionKeys, limits });
  const ofPerson = createSessionsOfPerson({ keys, encryptionKeys });
  const person = ofPerson.hashesOf('robin');
  const chain = Array.from({ length: 22 }, (_, number) => sessionKey(`chain ${number}`));
  for (const [index, key] of chain.slice(0, -1).entries())
    await sessions.endMarks.replace(key, { after: chain[index + 1] ?? '', beganAt: 0 });
  const phone = sessionKey('phone');
  await keys.setIfAbsent(phone, Buffer.from('live'), 60);
  for (const key of [chain[0] ?? '', phone]) await ofPerson.add(person, key, 60);
  const { endAll } = createSessionLife({ sessions, encryptionKeys });
  await assert.rejects(endAll('robin'), { problem: 'service-unavailable' });
  assert.equal(await keys.get(phone), null);
});
