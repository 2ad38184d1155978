// Sessions at rest: sealed to the visitor's cookie, with an end in time, and never alive again.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import type { SessionData } from 'express-session';
import { createClient } from 'redis';
import type { KeyStore } from '../../src/login/key-store.ts';
import { openRedisStore } from '../../src/login/login.ts';
import { type KeyRing, open, seal } from '../../src/login/sealing.ts';
import { SessionStore } from '../../src/login/session-store.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { startApp } from '../support/start-app.ts';
import { logIn, visitor } from '../support/visitor.ts';

const limits = { idleSeconds: 1800, absoluteSeconds: 12 * 3600 };

interface Rig {
  redis: TestRedis;
  keys: KeyStore;
  keyRing: KeyRing;
  clock: { now: number };
  store(options?: { keyRing?: KeyRing }): SessionStore;
}

async function startStore(t: TestContext): Promise<Rig> {
  const redis = await startRedis(t);
  const clock = { now: Date.now() };
  const keyRing: KeyRing = [{ id: 'k1', key: randomBytes(32) }];
  const keys = await new Promise<KeyStore>((resolve) => {
    const opened = openRedisStore(redis.url, (up) => up && resolve(opened));
  });
  t.after(() => keys.close());
  const store = (options: { keyRing?: KeyRing } = {}) =>
    new SessionStore({ keys, keyRing: options.keyRing ?? keyRing, limits, now: () => clock.now });
  return { redis, keys, keyRing, clock, store };
}

const write = (store: SessionStore, sid: string, session: SessionData) =>
  new Promise<void>((resolve, reject) => {
    void store.set(sid, session, (error) => (error ? reject(error) : resolve()));
  });
const read = (store: SessionStore, sid: string) =>
  new Promise<SessionData | undefined>((resolve, reject) => {
    void store.get(sid, (error, session) => (error ? reject(error) : resolve(session)));
  });
const destroy = (store: SessionStore, sid: string) =>
  new Promise<void>((resolve, reject) => {
    void store.destroy(sid, (error) => (error ? reject(error) : resolve()));
  });

function session(startedAt: number): SessionData {
  const attendee = {
    userId: 'CANARY-user',
    grantedScopes: ['pii:basic'],
    accessToken: 'CANARY-token',
    accessTokenExpiresAt: startedAt + 3_600_000,
  };
  return { version: 1, startedAt, attendee, cookie: { originalMaxAge: null, path: '/' } };
}

const newSid = () => randomBytes(24).toString('base64url');

test('P33 a session in Redis is one sealed key with a TTL, and nothing in it can be read', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const keys = await app.redis.dump();
  const sessions = keys.filter(({ key }) => key.startsWith('s:'));
  assert.equal(sessions.length, 1);
  // Beside it only the guard against a replayed callback, which holds nothing and ends by itself.
  assert.deepEqual(
    keys.map(({ key }) => key.slice(0, 2)),
    ['s:', 'u:'],
  );
  for (const { ttl } of keys) assert.ok(ttl > 0 && ttl <= 1800, `TTL ${ttl}`);
  const text = JSON.stringify(keys);
  const sid = decodeURIComponent([...robin.cookies(app.url).values()][0] ?? '').slice(2, 34);
  for (const secret of ['robin', 'Robin', 'pii:', 'attendee', sid]) assert.ok(!text.includes(secret), secret);
});

test('P33 a dump of Redis and the master key open no session without the cookie', async (t) => {
  const { redis, keys, keyRing, clock, store } = await startStore(t);
  const sid = newSid();
  await write(store(), sid, session(clock.now));
  const [kept] = await redis.dump();
  const handle = kept?.key.slice('s:'.length) ?? '';
  assert.equal(handle, `{${createHash('sha256').update(sid).digest('base64url')}}`);

  // A thief who knows our source, holds the dump and the key ring, and tries whatever the dump offers in place of the session id.
  const sealed = await keys.get(kept?.key ?? '');
  assert.ok(sealed);
  const label = { purpose: 'session', place: handle };
  for (const guess of [undefined, '', handle, handle.slice(1, -1), kept?.key, newSid()]) {
    const attempt = { ...label, ...(guess !== undefined && { heldElsewhere: Buffer.from(guess) }) };
    assert.equal(open(sealed, keyRing, attempt), undefined, guess);
  }
  assert.ok(open(sealed, keyRing, { ...label, heldElsewhere: Buffer.from(sid) })?.includes('CANARY-token'));
});

test('P34 a sealed session moved to another session id opens there for nobody and is removed', async (t) => {
  const { redis, clock, store } = await startStore(t);
  const [mine, theirs] = [newSid(), newSid()];
  await write(store(), mine, session(clock.now));
  await write(store(), theirs, session(clock.now));
  const client = await createClient({ url: redis.url }).connect();
  t.after(() => client.destroy());
  const key = (sid: string) => `s:{${createHash('sha256').update(sid).digest('base64url')}}`;
  await client.copy(key(theirs), key(mine), { REPLACE: true });
  assert.equal(await read(store(), mine), undefined);
  assert.equal(await client.exists(key(mine)), 0);
  assert.ok(await read(store(), theirs));
});

test('P29 a corrupt, foreign or outdated value counts as no session and is removed', async (t) => {
  const { redis, clock, keyRing, store } = await startStore(t);
  const client = await createClient({ url: redis.url }).connect();
  t.after(() => client.destroy());
  const variants = ['', '{', '"text"', '{"cookie":{}}', 'null', '\u0001', 'x'.repeat(100_000)].map((text) =>
    Buffer.from(text),
  );
  const outdated = [
    { ...session(clock.now), version: 0 },
    { ...session(clock.now), attendee: undefined },
    'text',
    [],
    null,
  ];
  for (const variant of [...variants, ...outdated]) {
    const sid = newSid();
    const place = `{${createHash('sha256').update(sid).digest('base64url')}}`;
    const label = { purpose: 'session', place, heldElsewhere: Buffer.from(sid) };
    const value = Buffer.isBuffer(variant) ? variant : seal(Buffer.from(JSON.stringify(variant)), keyRing, label);
    await client.set(`s:${place}`, value);
    assert.equal(await read(store(), sid), undefined);
    assert.equal(await client.exists(`s:${place}`), 0, JSON.stringify(variant)?.slice(0, 40));
  }
});

test('P29 a key of a type that is not ours counts as no session and is removed', async (t) => {
  const { redis, store } = await startStore(t);
  const sid = newSid();
  const key = `s:{${createHash('sha256').update(sid).digest('base64url')}}`;
  await redis.command('RPUSH', key, 'foreign');
  assert.equal(await read(store(), sid), undefined);
  assert.deepEqual(await redis.dump(), []);
});

test('P23 a session ends after its idle time and after its absolute time, by the clock of the server', async (t) => {
  const { redis, clock, store } = await startStore(t);
  const sid = newSid();
  const started = clock.now;
  await write(store(), sid, session(started));
  assert.equal((await redis.dump())[0]?.ttl, limits.idleSeconds);

  // Near its absolute end it is prolonged by what is left, not by the idle time.
  clock.now = started + (limits.absoluteSeconds - 100) * 1000;
  assert.ok(await read(store(), sid));
  await new Promise<void>((resolve) => void store().touch(sid, session(started)).then(resolve));
  assert.equal((await redis.dump())[0]?.ttl, 100);

  clock.now = started + limits.absoluteSeconds * 1000;
  assert.equal(await read(store(), sid), undefined);
  assert.deepEqual(await redis.dump(), []);
});

test('a session is prolonged at most once a minute', async (t) => {
  const { redis, clock, store } = await startStore(t);
  const sid = newSid();
  await write(store(), sid, session(clock.now));
  const client = await createClient({ url: redis.url }).connect();
  t.after(() => client.destroy());
  const key = (await redis.dump())[0]?.key ?? '';
  const used = store();
  const ttlAfterTouch = async () => {
    await client.expire(key, 50);
    await used.touch(sid, session(clock.now));
    return client.ttl(key);
  };
  assert.equal(await ttlAfterTouch(), limits.idleSeconds);
  clock.now += 59_000;
  assert.equal(await ttlAfterTouch(), 50);
  clock.now += 2_000;
  assert.equal(await ttlAfterTouch(), limits.idleSeconds);
});

test('P28 a session is written once: a second write is an error and changes nothing', async (t) => {
  const { clock, store } = await startStore(t);
  const sid = newSid();
  await write(store(), sid, session(clock.now));
  const changed = { ...session(clock.now), attendee: { ...session(clock.now).attendee, userId: 'somebody else' } };
  await assert.rejects(write(store(), sid, changed), /written once/);
  assert.equal((await read(store(), sid))?.attendee.userId, 'CANARY-user');
});

test('P24 a session that was logged out does not come back when a request in flight writes it', async (t) => {
  const { clock, store } = await startStore(t);
  for (let round = 0; round < 40; round += 1) {
    const sid = newSid();
    await write(store(), sid, session(clock.now));
    const race = [destroy(store(), sid), write(store(), sid, session(clock.now)).catch(() => undefined)];
    await Promise.all(round % 2 ? race : race.reverse());
    await write(store(), sid, session(clock.now)).catch(() => undefined);
    assert.equal(await read(store(), sid), undefined, `round ${round}`);
  }
});

test('P35 after a rotation sessions under the previous key open; under an unknown key they are no sessions', async (t) => {
  const { clock, keyRing, store } = await startStore(t);
  const [sid, newest] = [newSid(), { id: 'k2', key: randomBytes(32) }];
  await write(store(), sid, session(clock.now));
  assert.ok(await read(store({ keyRing: [newest, ...keyRing] }), sid));
  assert.equal(await read(store({ keyRing: [newest] }), sid), undefined);
});
