import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { SessionData } from 'express-session';
import { createClient } from 'redis';
import { decrypt, encrypt, type KeyRing } from '../../../src/login/crypto.ts';
import type { KeyStore } from '../../../src/login/login.ts';
import {
  createEncryptedSessions,
  type EncryptedSessions,
} from '../../../src/login/sessions/encrypted-sessions.ts';
import { sessionKey } from '../../../src/login/store/key-names.ts';
import { createMemoryKeys } from '../../../src/login/store/memory-keys.ts';
import { daytime } from '../../support/app/clocks.ts';
import { loggedIn, type SessionApp, startSessionApp } from '../../support/app/session-app.ts';
import { sessionCookieName } from '../../support/app/session-cookie.ts';
import { startApp } from '../../support/app/start-app.ts';
import { logIn, visitor } from '../../support/app/visitor.ts';
import { rounds } from '../../support/machine/rounds.ts';
import { seededRandom } from '../../support/machine/seeded-random.ts';
import { reachRedisKeys } from '../../support/redis/reach-redis-keys.ts';
import { sharedRedis, type TestRedis } from '../../support/redis/redis.ts';

const limits = { idleSeconds: 1800, absoluteSeconds: 12 * 3600 };

interface TestStore {
  redis: TestRedis;
  keys: KeyStore;
  encryptionKeys: KeyRing;
  clock: { now: number };
  warnings: string[];
  sessions(options?: { encryptionKeys?: KeyRing; limits?: typeof limits }): EncryptedSessions;
  startApp(options?: { encryptionKeys?: KeyRing; keys?: KeyStore }): Promise<SessionApp>;
}

async function startStore(t: TestContext): Promise<TestStore> {
  const redis = await sharedRedis();
  const clock = { now: daytime };
  const encryptionKeys: KeyRing = [{ id: 'k1', key: randomBytes(32) }];
  const keys = await reachRedisKeys(redis.url);
  t.after(() => keys.close());
  const warnings: string[] = [];
  const warn = (what: string) => void warnings.push(what);
  const now = () => clock.now;
  return {
    redis,
    keys,
    encryptionKeys,
    clock,
    warnings,
    sessions: (options = {}) =>
      createEncryptedSessions({ keys, encryptionKeys, limits, now, warn, ...options }),
    startApp: (options = {}) =>
      startSessionApp(t, { keys, encryptionKeys, limits, now, ...options }),
  };
}

const read = ({ store }: EncryptedSessions, sid: string) =>
  new Promise<SessionData | null | undefined>((resolve, reject) => {
    void store.get(sid, (error: unknown, session: SessionData) =>
      error ? reject(error) : resolve(session),
    );
  });
const write = ({ store }: EncryptedSessions, sid: string, session: SessionData) =>
  new Promise<void>((resolve, reject) => {
    session.storedAs ??= sessionKey(sid);
    void store.set(sid, session, (error: unknown) => (error ? reject(error) : resolve()));
  });

function newSession({ userId = 'CANARY-user' } = {}): SessionData {
  const token = { grantedScopes: ['pii:basic'], accessToken: 'CANARY-token', expiresAt: 4e12 };
  const cookie = { originalMaxAge: null, path: '/' } as SessionData['cookie'];
  return { cookie, attendee: { userId, ...token } } as Partial<SessionData> as SessionData;
}

const newSid = () => randomBytes(24).toString('base64url');

test('P43 a session in Redis is one encrypted key with a TTL, and nothing in it can be read', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const keys = await app.redis.dump();
  // Besides the session, Redis stores a hash of the used `state`, and the list of the person's
  // sessions under a keyed hash.
  assert.deepEqual(
    keys.map(({ key }) => key.slice(0, 2)),
    ['i:', 's:', 'u:'],
  );
  const limitOf = { 's:': 1800, 'u:': 600, 'i:': 12 * 3600 } as Record<string, number>;
  for (const { key, ttl } of keys)
    assert.ok(ttl > 0 && ttl <= (limitOf[key.slice(0, 2)] ?? 0), `TTL ${ttl}`);
  const members = String(await app.redis.command('ZRANGE', keys[0]?.key ?? '', '0', '-1'));
  assert.equal(members, keys[1]?.key);
  const text = JSON.stringify(keys);
  const sid = decodeURIComponent(
    robin.cookies(app.url).get(sessionCookieName(app.url)) ?? '',
  ).slice(2, 34);
  for (const secret of ['robin', 'Robin', 'pii:', 'attendee', '1001', sid])
    assert.ok(!text.includes(secret), secret);
});

test('P43 a dump of Redis and the master key open no session without the cookie', async (t) => {
  const { redis, keys, encryptionKeys, sessions } = await startStore(t);
  const sid = newSid();
  await write(sessions(), sid, newSession());
  const kept = (await redis.dump()).find(({ key }) => key.startsWith('s:'));
  assert.equal(kept?.key, sessionKey(sid));

  // The attacker has the source, the dump and the encryption keys, and guesses session ids,
  // including values from the dump.
  const encrypted = await keys.get(sessionKey(sid));
  assert.ok(encrypted);
  const label = { purpose: 'session v4', format: 4, place: sessionKey(sid) };
  for (const guess of [undefined, '', sessionKey(sid), sessionKey(sid).slice(2), newSid()]) {
    const attempt = { ...label, ...(guess !== undefined && { secret: Buffer.from(guess) }) };
    assert.equal(decrypt(encrypted, encryptionKeys, attempt), undefined, guess);
  }
  assert.ok(
    decrypt(encrypted, encryptionKeys, { ...label, secret: Buffer.from(sid) })?.includes(
      'CANARY-token',
    ),
  );
});

test('P44 an encrypted session moved to another session id opens there for nobody and is removed', async (t) => {
  const { redis, sessions } = await startStore(t);
  const [ownSid, otherSid] = [newSid(), newSid()];
  await write(sessions(), ownSid, newSession());
  await write(sessions(), otherSid, newSession());
  await redis.command('COPY', sessionKey(otherSid), sessionKey(ownSid), 'REPLACE');
  assert.equal(await read(sessions(), ownSid), null);
  assert.equal(await redis.command('EXISTS', sessionKey(ownSid)), 0);
  assert.notEqual(await read(sessions(), otherSid), null);
});

test('P33 a corrupt or foreign value counts as no session, is removed, and causes one warning', async (t) => {
  const { redis, sessions, warnings } = await startStore(t);
  const client = await createClient({ url: redis.url }).connect();
  t.after(() => client.destroy());
  const variants = ['{', '"text"', '{"cookie":{}}', 'null', '\u0001', 'x'.repeat(100_000)].map(
    (text) => Buffer.from(text),
  );
  for (const variant of variants) {
    const sid = newSid();
    await client.set(sessionKey(sid), variant);
    warnings.length = 0;
    assert.equal(await read(sessions(), sid), null);
    assert.equal(await client.exists(sessionKey(sid)), 0, String(variant).slice(0, 40));
    assert.deepEqual(warnings, ['removed a session that cannot be decrypted']);
  }
});

test('P33 a session in another format, or under an unknown key, counts as no session, stays unchanged, and causes one warning', async (t) => {
  const { redis, clock, keys, encryptionKeys, sessions, warnings } = await startStore(t);
  const otherKeys: KeyRing = [{ id: 'k2', key: randomBytes(32) }];
  const others = [
    { format: 1, ring: encryptionKeys },
    { format: 5, ring: encryptionKeys },
    { format: 4, ring: otherKeys },
  ];
  for (const { format, ring } of others) {
    const sid = newSid();
    const key = sessionKey(sid);
    const label = {
      purpose: `session v${format}`,
      format,
      place: key,
      secret: Buffer.from(sid),
    };
    const content = JSON.stringify({ ...newSession(), startedAt: clock.now });
    const value = encrypt(Buffer.from(content), ring, label);
    await keys.setIfAbsent(key, value, 100);
    warnings.length = 0;
    const session = await read(sessions(), sid);
    assert.ok(session);
    assert.equal(session.attendee, undefined);
    assert.deepEqual(warnings, [
      'cannot read a session from another version, or with an unknown key: left unchanged',
    ]);

    await write(sessions(), sid, Object.assign(session, { cart: 1 }));
    await sessions().store.touch(sid, session);
    assert.deepEqual(await keys.get(key), value);
    const ttl = Number(await redis.command('TTL', key));
    assert.ok(ttl > 0 && ttl <= 100, `TTL ${ttl}`);
  }
});

test('P33 a key with a foreign type counts as no session and is removed', async (t) => {
  const { redis, sessions, warnings } = await startStore(t);
  const sid = newSid();
  await redis.command('RPUSH', sessionKey(sid), 'foreign');
  assert.equal(await read(sessions(), sid), null);
  assert.deepEqual(await redis.dump(), []);
  assert.equal(warnings.length, 1);
});

test('P27 a session ends after its idle time and after its absolute time, by the clock of the server', async (t) => {
  const { redis, clock, sessions } = await startStore(t);
  const sid = newSid();
  const started = clock.now;
  const ttl = () => redis.command('TTL', sessionKey(sid));
  const session = newSession();
  await write(sessions(), sid, session);
  assert.equal(await ttl(), limits.idleSeconds);

  clock.now = started + (limits.absoluteSeconds - 100) * 1000;
  assert.notEqual(await read(sessions(), sid), null);
  await sessions().store.touch(sid, session);
  assert.equal(await ttl(), 100);
  await write(sessions(), sid, Object.assign(session, { cart: 1 }));
  assert.equal(await ttl(), 100);

  clock.now = started + limits.absoluteSeconds * 1000;
  assert.equal(await read(sessions(), sid), null);
  assert.equal(await redis.command('EXISTS', sessionKey(sid)), 0);
});

test('a session is extended at most once a minute', async (t) => {
  const { redis, clock, sessions } = await startStore(t);
  const sid = newSid();
  const used = sessions();
  const session = newSession();
  await write(used, sid, session);
  const ttlAfterTouch = async () => {
    await redis.command('EXPIRE', sessionKey(sid), '50');
    await used.store.touch(sid, session);
    await read(used, sid);
    return redis.command('TTL', sessionKey(sid));
  };
  assert.equal(await ttlAfterTouch(), limits.idleSeconds);
  clock.now += 59_000;
  assert.equal(await ttlAfterTouch(), 50);
  clock.now += 2_000;
  assert.equal(await ttlAfterTouch(), limits.idleSeconds);
});

test('P27 a session in use lives on, even if it may be idle for a minute only', async (t) => {
  const { redis, clock, sessions } = await startStore(t);
  const sid = newSid();
  const used = sessions({ limits: { ...limits, idleSeconds: 60 } });
  const session = newSession();
  await write(used, sid, session);
  for (let seconds = 0; seconds < 200; seconds += 20) {
    await redis.command('EXPIRE', sessionKey(sid), '30');
    await used.store.touch(sid, session);
    // `touch` does not wait for Redis. The next read uses the same connection, so it runs after
    // `touch`.
    await read(used, sid);
    assert.equal(await redis.command('TTL', sessionKey(sid)), 60, `after ${seconds} s`);
    clock.now += 20_000;
    assert.ok(await read(used, sid), `after ${seconds} s`);
  }
});

test('P32 the attendee is written once: a later write by the host does not change that', async (t) => {
  const { startApp } = await startStore(t);
  const app = await startApp();
  const { cookie } = await loggedIn(app, { userId: 'robin' });
  const { session: before } = await app.read(cookie);
  const intruder = {
    userId: 'sam',
    accessToken: 'CANARY',
    expiresAt: 5e12,
    grantedScopes: ['pii:email'],
  };
  for (const fields of [{ cart: 1 }, { attendee: intruder }, { attendee: null, startedAt: 5e12 }]) {
    assert.equal(await app.write(cookie, fields), 200);
    const { session, userId } = await app.read(cookie);
    assert.equal(userId, 'robin');
    for (const field of ['attendee', 'startedAt'])
      assert.deepEqual(session[field], before[field], field);
    assert.equal(session.cart, 1, 'the fields of the host are stored');
  }
});

test('P32 parallel writes by the host lose no part of the login', async (t) => {
  const { startApp } = await startStore(t);
  const app = await startApp();
  const { cookie } = await loggedIn(app, { userId: 'robin' });
  const { session: before } = await app.read(cookie);
  await Promise.all(
    Array.from({ length: 50 }, (_, index) => app.write(cookie, { [`item${index % 5}`]: index })),
  );
  const { session, userId } = await app.read(cookie);
  assert.equal(userId, 'robin');
  assert.deepEqual(session.attendee, before.attendee);
});

test('P28 P32 a write in progress when its session ends does not restore the session', async (t) => {
  const { redis, keys, startApp } = await startStore(t);
  const random = seededRandom(28);
  const app = await startApp({ keys: withPauses(keys, random) });
  for (let round = 0; round < 20; round += 1) {
    const { cookie } = await loggedIn(app, {});
    const writes = Array.from({ length: 5 }, (_, index) => app.write(cookie, { item: index }));
    await sleep(random() * 10);
    await app.logOut(cookie);
    await Promise.all(writes);
    assert.equal(await app.write(cookie, { item: 'late' }), 200);
    assert.equal((await app.read(cookie)).userId, undefined);
    assert.deepEqual(await storedKeys(redis), [], `round ${round}`);
  }
});

test('P28 a late request from a replaced session sets no cookie over that of the new one, and stores nothing', async (t) => {
  const { redis, startApp } = await startStore(t);
  const app = await startApp();
  const before = await loggedIn(app, {});
  const after = await loggedIn(app, { cookie: before.cookie });
  await app.write(before.cookie, { cart: 'late' });
  const late = await app.read(before.cookie);
  assert.deepEqual([late.userId, late.session.cart, late.setCookie], [undefined, undefined, null]);
  assert.equal((await app.read(after.cookie)).userId, 'CANARY-user');
  assert.deepEqual(await storedSessions(redis), [after.key]);
});

test('P28 the list of a person’s sessions loses one that is replaced or logged out', async (t) => {
  const { redis, keys, startApp } = await startStore(t);
  const app = await startApp();
  const before = await loggedIn(app, {});
  const after = await loggedIn(app, { cookie: before.cookie });
  const [list = ''] = await storedKeys(redis);
  assert.deepEqual([...(await keys.membersOf(list)).keys()], [after.key]);
  await app.logOut(after.cookie);
  assert.deepEqual(await storedKeys(redis), []);
});

test('a new session that is saved twice at the same moment is stored as it was saved last', async (t) => {
  const { sessions } = await startStore(t);
  const [used, sid] = [sessions(), newSid()];
  const session = Object.assign(newSession(), { item: 1 });
  const first = write(used, sid, session);
  session.item = 2;
  await Promise.all([first, write(used, sid, session)]);
  assert.equal(((await read(used, sid)) as typeof session).item, 2);
});

test('a new session whose first write fails is stored by the next one', async (t) => {
  const { keys, encryptionKeys } = await startStore(t);
  const failing: KeyStore = { ...keys, setIfAbsent: () => Promise.reject(new Error('away')) };
  const broken = createEncryptedSessions({ keys: failing, encryptionKeys, limits });
  const [sid, session] = [newSid(), newSession()];
  await assert.rejects(write(broken, sid, session), /away/);
  failing.setIfAbsent = keys.setIfAbsent;
  await write(broken, sid, session);
  assert.ok((await read(broken, sid))?.attendee);
});

test('an anonymous session of the host is stored encrypted, and only when the host writes to it', async (t) => {
  const { redis, sessions } = await startStore(t);
  const sid = newSid();
  const { attendee: _, ...session } = newSession();
  const anonymous = session as SessionData & { wish?: string };
  anonymous.wish = 'CANARY-wish';
  await write(sessions(), sid, anonymous);
  await write(sessions(), sid, Object.assign(anonymous, { wish: 'CANARY-other' }));
  const stored = (await read(sessions(), sid)) as typeof anonymous;
  assert.equal(stored.wish, 'CANARY-other');
  assert.doesNotMatch(JSON.stringify(await redis.dump()), /CANARY/);
});

function withPauses(keys: KeyStore, random: () => number): KeyStore {
  return new Proxy(keys, {
    get:
      (target, verb: keyof KeyStore) =>
      async (...args: never[]) => {
        await sleep(random() * 4);
        return (target[verb] as (...given: never[]) => unknown)(...args);
      },
  });
}

async function storedKeys(redis: TestRedis): Promise<string[]> {
  return (await redis.dump()).map(({ key }) => key).filter((key) => /^[si]:/.test(key));
}

async function storedSessions(redis: TestRedis): Promise<string[]> {
  return (await storedKeys(redis)).filter((key) => key.startsWith('s:'));
}

async function logInUnlessTooLate(
  app: SessionApp,
  login: Parameters<SessionApp['logIn']>[0],
): Promise<void> {
  const answer = await app.logIn(login);
  if ('problem' in answer) assert.equal(answer.problem, 'login-again');
}

test('P28 a log-out while three tabs replace the session ends all of them', async (t) => {
  const { redis, keys, startApp } = await startStore(t);
  const random = seededRandom(3);
  const [app, paused] = [await startApp(), await startApp({ keys: withPauses(keys, random) })];
  const count = rounds(t, { short: 10, full: 60, of: 'races' });
  for (let round = 0; round < count; round += 1) {
    const before = await loggedIn(app, {});
    const logOut = async () => {
      await sleep(random() * 30);
      await paused.logOut(before.cookie);
    };
    const tabs = [1, 2, 3].map(() => logInUnlessTooLate(paused, { cookie: before.cookie }));
    await Promise.all([logOut(), ...tabs]);
    assert.deepEqual(await storedSessions(redis), [], `round ${round}`);
  }
});

test('P34 after a log-out everywhere no session is left, whatever logins are in progress', async (t) => {
  const { redis, keys, startApp } = await startStore(t);
  const random = seededRandom(31);
  const [app, paused] = [await startApp(), await startApp({ keys: withPauses(keys, random) })];
  const count = rounds(t, { short: 10, full: 60, of: 'races' });
  for (let round = 0; round < count; round += 1) {
    await logInUnlessTooLate(paused, {});
    await Promise.all([
      logInUnlessTooLate(paused, {}),
      paused.endAllOf('CANARY-user'),
      logInUnlessTooLate(paused, {}),
    ]);
    assert.deepEqual(await storedKeys(redis), [], `round ${round}`);
  }
  const another = await loggedIn(app, { userId: 'another' });
  await app.endAllOf('CANARY-user');
  // A login that begins in the same millisecond as the log-out fails.
  await sleep(2);
  const again = await loggedIn(app, { beganAt: await keys.now() });
  for (const { cookie } of [another, again]) assert.ok((await app.read(cookie)).userId);
});

test('P34 P36 a log-out everywhere finds sessions under every key of the ring, at any instance', async (t) => {
  const { redis, encryptionKeys, startApp } = await startStore(t);
  const rotated: KeyRing = [{ id: 'k2', key: randomBytes(32) }, ...encryptionKeys];
  const [before, after] = [await startApp(), await startApp({ encryptionKeys: rotated })];
  for (const app of [before, after]) await loggedIn(app, {});
  await after.endAllOf('CANARY-user');
  assert.deepEqual(await storedKeys(redis), []);
  assert.deepEqual(await before.logIn({}), { problem: 'login-again' });
});

test('P36 after a rotation sessions under the previous key open; under an unknown key they count as no sessions', async (t) => {
  const { encryptionKeys, sessions } = await startStore(t);
  const [sid, newest] = [newSid(), { id: 'k2', key: randomBytes(32) }];
  await write(sessions(), sid, newSession());
  assert.notEqual(await read(sessions({ encryptionKeys: [newest, ...encryptionKeys] }), sid), null);
  const unknown = await read(sessions({ encryptionKeys: [newest] }), sid);
  assert.equal(unknown?.attendee, undefined);
});

test('a process remembers for 10,000 sessions when it extended them, then it starts again', async () => {
  let extended = 0;
  const keys = createMemoryKeys();
  const expire = async () => {
    extended += 1;
  };
  const { store } = createEncryptedSessions({
    keys: { ...keys, expire },
    encryptionKeys: [{ id: 'k1', key: randomBytes(32) }],
    limits,
    now: () => 1e12,
  });
  const session = { cookie: {} } as SessionData;
  const extend = (number: number) => store.touch(`session ${number}`, session);
  for (let number = 1; number <= 10_000; number += 1) await extend(number);
  await extend(1);
  assert.equal(extended, 10_000, 'the first session is still remembered');
  await extend(10_001);
  await extend(1);
  assert.equal(extended, 10_002, 'the process has forgotten all sessions');
});

test('a session that is destroyed is gone at once', async () => {
  const keys = createMemoryKeys();
  const { store } = createEncryptedSessions({
    keys,
    encryptionKeys: [{ id: 'k1', key: randomBytes(32) }],
    limits,
  });
  await promisify(store.set.bind(store))('one', { cookie: {} } as SessionData);
  assert.notEqual(await keys.get(sessionKey('one')), null);
  await promisify(store.destroy.bind(store))('one');
  assert.equal(await keys.get(sessionKey('one')), null);
});

test('P28 a request that read a session before its end does not store it again', async (t) => {
  const { redis, sessions } = await startStore(t);
  const store = sessions();
  const sid = newSid();
  await write(store, sid, newSession());
  const held = await read(store, sid);
  assert.ok(held);
  await promisify(store.store.destroy.bind(store.store))(sid);
  await write(store, sid, Object.assign(held, { cart: 1 }));
  assert.deepEqual(await storedKeys(redis), []);
  assert.equal(await read(store, sid), null);
});

test('a session that JSON cannot hold is an error of its request', async () => {
  const encryptionKeys = [{ id: 'k1', key: randomBytes(32) }] as const;
  const { store } = createEncryptedSessions({ keys: createMemoryKeys(), encryptionKeys, limits });
  const session = { cookie: {}, cart: 1n } as unknown as SessionData;
  const error = await new Promise((resolve) => store.set('one', session, resolve));
  assert.match(String(error), /BigInt/);
});
