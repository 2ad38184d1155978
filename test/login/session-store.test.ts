// Sessions at rest: sealed to the visitor's cookie, with an end in time, and never alive again.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SessionData } from 'express-session';
import { createClient } from 'redis';
import type { KeyStore } from '../../src/login/login.ts';
import { type KeyRing, open, seal } from '../../src/login/sealing.ts';
import { createSessionStore } from '../../src/login/session-store.ts';
import { openRedisStore } from '../../src/redis-store.ts';
import { sharedRedis, type TestRedis } from '../support/redis.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { sessionCookieName } from '../support/session-cookie.ts';
import { startApp } from '../support/start-app.ts';
import { logIn, visitor } from '../support/visitor.ts';

const limits = { idleSeconds: 1800, absoluteSeconds: 12 * 3600 };

type Sessions = ReturnType<typeof createSessionStore>;

interface Rig {
  redis: TestRedis;
  keys: KeyStore;
  encryptionKeys: KeyRing;
  clock: { now: number };
  warnings: string[];
  sessions(options?: { encryptionKeys?: KeyRing; keys?: KeyStore; limits?: typeof limits }): Sessions;
}

async function startStore(t: TestContext): Promise<Rig> {
  const redis = await sharedRedis();
  const clock = { now: Date.now() };
  const encryptionKeys: KeyRing = [{ id: 'k1', key: randomBytes(32) }];
  const keys = await new Promise<KeyStore>((resolve) => {
    const opened = openRedisStore(redis.url, (up) => up && resolve(opened));
  });
  t.after(() => keys.close());
  const warnings: string[] = [];
  const warn = (what: string) => void warnings.push(what);
  const sessions: Rig['sessions'] = (options = {}) =>
    createSessionStore({ keys, encryptionKeys, limits, now: () => clock.now, warn, ...options });
  return { redis, keys, encryptionKeys, clock, warnings, sessions };
}

const read = ({ store }: Sessions, sid: string) =>
  new Promise<SessionData | null | undefined>((resolve, reject) => {
    void store.get(sid, (error: unknown, session) => (error ? reject(error) : resolve(session)));
  });

function session(startedAt: number, { id = newSid(), userId = 'CANARY-user' } = {}) {
  const attendee = {
    userId,
    grantedScopes: ['pii:basic'],
    accessToken: 'CANARY-token',
    expiresAt: startedAt + 3_600_000,
  };
  return { id, startedAt, begunAt: startedAt - 1000, attendee, cookie: { originalMaxAge: null, path: '/' } };
}

const keyOf = (sid: string) => `s:${createHash('sha256').update(sid).digest('base64url')}`;
const newSid = () => randomBytes(24).toString('base64url');

test('P33 a session in Redis is one sealed key with a TTL, and nothing in it can be read', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const keys = await app.redis.dump();
  // Beside it only the guard against a replayed callback, which holds nothing, and the list of a person's sessions under a name
  // that tells nothing.
  assert.deepEqual(
    keys.map(({ key }) => key.slice(0, 2)),
    ['i:', 's:', 'u:'],
  );
  const limitOf = { 's:': 1800, 'u:': 600, 'i:': 12 * 3600 } as Record<string, number>;
  for (const { key, ttl } of keys) assert.ok(ttl > 0 && ttl <= (limitOf[key.slice(0, 2)] ?? 0), `TTL ${ttl}`);
  const members = String(await app.redis.command('ZRANGE', keys[0]?.key ?? '', '0', '-1'));
  assert.equal(members, keys[1]?.key);
  const text = JSON.stringify(keys);
  const sid = decodeURIComponent(robin.cookies(app.url).get(sessionCookieName(app.url)) ?? '').slice(2, 34);
  for (const secret of ['robin', 'Robin', 'pii:', 'attendee', '1001', sid]) assert.ok(!text.includes(secret), secret);
});

test('P33 a dump of Redis and the master key open no session without the cookie', async (t) => {
  const { redis, keys, encryptionKeys, clock, sessions } = await startStore(t);
  const sid = newSid();
  await sessions().create(session(clock.now, { id: sid }));
  const kept = (await redis.dump()).find(({ key }) => key.startsWith('s:'));
  assert.equal(kept?.key, keyOf(sid));

  // A thief who knows our source, holds the dump and the key ring, and tries whatever the dump offers in place of the session id.
  const sealed = await keys.get(keyOf(sid));
  assert.ok(sealed);
  const label = { purpose: 'session v2', place: keyOf(sid) };
  for (const guess of [undefined, '', keyOf(sid), keyOf(sid).slice(2), newSid()]) {
    const attempt = { ...label, ...(guess !== undefined && { heldElsewhere: Buffer.from(guess) }) };
    assert.equal(open(sealed, encryptionKeys, attempt), undefined, guess);
  }
  assert.ok(open(sealed, encryptionKeys, { ...label, heldElsewhere: Buffer.from(sid) })?.includes('CANARY-token'));
});

test('P34 a sealed session moved to another session id opens there for nobody and is removed', async (t) => {
  const { redis, clock, sessions } = await startStore(t);
  const [mine, theirs] = [newSid(), newSid()];
  await sessions().create(session(clock.now, { id: mine }));
  await sessions().create(session(clock.now, { id: theirs }));
  await redis.command('COPY', keyOf(theirs), keyOf(mine), 'REPLACE');
  assert.equal(await read(sessions(), mine), null);
  assert.equal(await redis.command('EXISTS', keyOf(mine)), 0);
  assert.ok(await read(sessions(), theirs));
});

test('P29 a corrupt, foreign or outdated value counts as no session, is removed, and is one warning', async (t) => {
  const { redis, clock, encryptionKeys, sessions, warnings } = await startStore(t);
  const client = await createClient({ url: redis.url }).connect();
  t.after(() => client.destroy());
  const variants = ['{', '"text"', '{"cookie":{}}', 'null', '\u0001', 'x'.repeat(100_000)].map((text) =>
    Buffer.from(text),
  );
  // What another version wrote, sealed with the right key: of another shape, so under another label.
  const outdated = ['session', 'session v1', 'session v3'];
  for (const variant of [...variants, ...outdated]) {
    const sid = newSid();
    const label = { purpose: String(variant), place: keyOf(sid), heldElsewhere: Buffer.from(sid) };
    const content = Buffer.from(JSON.stringify(session(clock.now)));
    await client.set(keyOf(sid), Buffer.isBuffer(variant) ? variant : seal(content, encryptionKeys, label));
    warnings.length = 0;
    assert.equal(await read(sessions(), sid), null);
    assert.equal(await client.exists(keyOf(sid)), 0, String(variant).slice(0, 40));
    assert.deepEqual(warnings, ['a session that does not open was removed']);
  }
});

test('P29 a key of a type that is not ours counts as no session and is removed', async (t) => {
  const { redis, sessions, warnings } = await startStore(t);
  const sid = newSid();
  await redis.command('RPUSH', keyOf(sid), 'foreign');
  assert.equal(await read(sessions(), sid), null);
  assert.deepEqual(await redis.dump(), []);
  assert.equal(warnings.length, 1);
});

test('P23 a session ends after its idle time and after its absolute time, by the clock of the server', async (t) => {
  const { redis, clock, sessions } = await startStore(t);
  const sid = newSid();
  const started = clock.now;
  const ttl = () => redis.command('TTL', keyOf(sid));
  await sessions().create(session(started, { id: sid }));
  assert.equal(await ttl(), limits.idleSeconds);

  // Near its absolute end it is prolonged by what is left, not by the idle time.
  clock.now = started + (limits.absoluteSeconds - 100) * 1000;
  assert.ok(await read(sessions(), sid));
  await sessions().store.touch(sid, session(started));
  assert.equal(await ttl(), 100);

  clock.now = started + limits.absoluteSeconds * 1000;
  assert.equal(await read(sessions(), sid), null);
  assert.equal(await redis.command('EXISTS', keyOf(sid)), 0);
});

test('a session is prolonged at most once a minute', async (t) => {
  const { redis, clock, sessions } = await startStore(t);
  const sid = newSid();
  const used = sessions();
  await used.create(session(clock.now, { id: sid }));
  const ttlAfterTouch = async () => {
    await redis.command('EXPIRE', keyOf(sid), '50');
    await used.store.touch(sid, session(clock.now));
    return redis.command('TTL', keyOf(sid));
  };
  assert.equal(await ttlAfterTouch(), limits.idleSeconds);
  clock.now += 59_000;
  assert.equal(await ttlAfterTouch(), 50);
  clock.now += 2_000;
  assert.equal(await ttlAfterTouch(), limits.idleSeconds);
});

test('P23 a session in use lives on, also where it may be idle for a minute only', async (t) => {
  const { redis, clock, sessions } = await startStore(t);
  const sid = newSid();
  const used = sessions({ limits: { ...limits, idleSeconds: 60 } });
  await used.create(session(clock.now, { id: sid }));
  for (let seconds = 0; seconds < 120; seconds += 30) {
    clock.now += 30_000;
    await redis.command('EXPIRE', keyOf(sid), '30');
    await used.store.touch(sid, session(clock.now));
    assert.equal(await redis.command('TTL', keyOf(sid)), 60);
  }
});

test('P28 P24 a session is written once, at login: express-session cannot write it, neither while it lives nor after its end', async (t) => {
  const { clock, sessions } = await startStore(t);
  const { store, create, end } = sessions();
  const stored = session(clock.now);
  await create(stored);
  const changed = session(clock.now, { userId: 'somebody else' });
  const write = () =>
    new Promise((resolve, reject) => {
      void store.set(stored.id, changed, (error: unknown) => (error ? reject(error) : resolve(undefined)));
    });
  await assert.rejects(write(), /written once/);
  assert.equal((await read(sessions(), stored.id))?.attendee.userId, 'CANARY-user');
  await end(stored);
  await assert.rejects(write(), /written once/);
  assert.equal(await read(sessions(), stored.id), null);
});

/** The verbs of a store with a random pause before each, so that two users of it interleave in every order. */
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

test('P24 a log-out while the session is being replaced by one that shares more ends both', async (t) => {
  const { redis, keys, clock, sessions } = await startStore(t);
  const random = seededRandom(24);
  for (let round = 0; round < 60; round += 1) {
    const paused = () => sessions({ keys: withPauses(keys, random) });
    const before = session(clock.now);
    const after = session(clock.now);
    await sessions().create(before);
    const logOut = async () => {
      await sleep(random() * 12);
      await paused().end(before);
    };
    await Promise.all([logOut(), paused().create(after, before).catch(isOver)]);
    const alive = (await redis.dump()).filter(({ key }) => /^[si]:/.test(key));
    assert.deepEqual(alive, [], `round ${round}`);
  }
});

test('P24 a log-out while three tabs replace the session ends all of them', async (t) => {
  const { redis, keys, clock, sessions } = await startStore(t);
  const random = seededRandom(3);
  for (let round = 0; round < 40; round += 1) {
    const paused = () => sessions({ keys: withPauses(keys, random) });
    const before = session(clock.now);
    await sessions().create(before);
    const logOut = async () => {
      await sleep(random() * 30);
      await paused().end(before);
    };
    const tabs = [1, 2, 3].map(() => paused().create(session(clock.now), before).catch(isOver));
    await Promise.all([logOut(), ...tabs]);
    const left = (await redis.dump()).filter(({ key }) => /^[si]:/.test(key));
    assert.deepEqual(left, [], `round ${round}`);
  }
});

test('P31 whoever is logged out everywhere has no session left, whatever logins are under way', async (t) => {
  const { redis, keys, clock, sessions } = await startStore(t);
  const random = seededRandom(31);
  for (let round = 0; round < 40; round += 1) {
    const paused = () => sessions({ keys: withPauses(keys, random) });
    const logIn = () => paused().create(session(clock.now)).catch(isOver);
    await logIn();
    await Promise.all([logIn(), paused().endAllOf('CANARY-user'), logIn()]);
    const left = (await redis.dump()).filter(({ key }) => /^[si]:/.test(key));
    assert.deepEqual(left, [], `round ${round}`);
  }
  // Somebody else is not concerned, and the person may log in again: a login that was begun afterwards counts.
  await sessions().create(session(clock.now, { userId: 'another' }));
  await sessions().endAllOf('CANARY-user');
  await sessions().create(session(clock.now + 5000));
  assert.equal((await redis.dump()).filter(({ key }) => key.startsWith('s:')).length, 2);
});

test('P31 P35 a log-out everywhere finds sessions under every key of the ring, by whichever instance', async (t) => {
  const { redis, clock, encryptionKeys, sessions } = await startStore(t);
  const rotated: KeyRing = [{ id: 'k2', key: randomBytes(32) }, ...encryptionKeys];
  const [before, after] = [sessions(), sessions({ encryptionKeys: rotated })];
  for (const each of [before, after]) await each.create(session(clock.now));
  await after.endAllOf('CANARY-user');
  assert.deepEqual(
    (await redis.dump()).filter(({ key }) => /^[si]:/.test(key)),
    [],
  );
  // An instance that has not the new key yet hears of it too.
  await assert.rejects(before.create(session(clock.now)), { problem: 'login-again' });
});

test('P35 after a rotation sessions under the previous key open; under an unknown key they are no sessions', async (t) => {
  const { clock, encryptionKeys, sessions } = await startStore(t);
  const [sid, newest] = [newSid(), { id: 'k2', key: randomBytes(32) }];
  await sessions().create(session(clock.now, { id: sid }));
  assert.ok(await read(sessions({ encryptionKeys: [newest, ...encryptionKeys] }), sid));
  assert.equal(await read(sessions({ encryptionKeys: [newest] }), sid), null);
});

function isOver(error: unknown): void {
  assert.equal((error as { problem?: string }).problem, 'login-again');
}
