import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import session, { type SessionData } from 'express-session';
import type { LoginError } from '../../../src/login/login-error.ts';
import { ownStoreSessions } from '../../../src/login/sessions/own-store-sessions.ts';
import { createMemoryKeys } from '../../../src/login/store/memory-keys.ts';
import { loggedIn, startSessionApp } from '../../support/app/session-app.ts';

const limits = { idleSeconds: 1800, absoluteSeconds: 1800 };

type Shop = Awaited<ReturnType<typeof startShop>>;

/** Logs in, which replaces the session, then restores the old session in the host's store. */
async function endByLogin(
  app: Shop['app'],
  cookie: string,
  { stored, store }: Pick<Shop, 'stored' | 'store'>,
): Promise<void> {
  const [[sid, before] = ['', undefined]] = await stored();
  await loggedIn(app, { userId: 'robin', cookie });
  assert.ok(before);
  await new Promise<void>((resolve) => store.set(sid, before, () => resolve()));
}

async function startShop(t: TestContext, { meanwhile }: { meanwhile?: () => Promise<void> } = {}) {
  const clock = { now: 1e12 };
  const now = () => clock.now;
  const encryptionKeys = [{ id: 'k1', key: randomBytes(32) }] as const;
  const store = new session.MemoryStore();
  const app = await startSessionApp(t, {
    keys: createMemoryKeys(now),
    encryptionKeys,
    limits,
    now,
    ownStore: store,
    ...(meanwhile && { meanwhile }),
  });
  const { cookie } = await loggedIn(app, { userId: 'robin' });
  const stored = () =>
    new Promise<[string, session.SessionData][]>((resolve, reject) => {
      store.all((error, all) => (error ? reject(error) : resolve(Object.entries(all ?? {}))));
    });
  return { app, cookie, store, stored, clock };
}

test('P28 a session that a late write restores after its log-out logs nobody in, neither now nor when its end mark expires', async (t) => {
  const { app, cookie, store, stored, clock } = await startShop(t);
  await app.write(cookie, { cart: 1 });
  const [[sid, before] = ['', undefined]] = await stored();
  assert.ok(before);
  await app.logOut(cookie);
  assert.deepEqual(await stored(), []);

  await new Promise<void>((resolve) => store.set(sid, before, () => resolve()));
  const broughtBack = await app.read(cookie);
  assert.deepEqual([broughtBack.userId, broughtBack.session.cart], [undefined, undefined]);

  // A store may restore an old copy of the session at any time, so each read must remove the person
  // again.
  for (const seconds of [59, 2, limits.absoluteSeconds - 61, 59]) {
    clock.now += seconds * 1000;
    await new Promise<void>((resolve) => store.set(sid, before, () => resolve()));
    assert.equal((await app.read(cookie)).userId, undefined, `${seconds} seconds later`);
  }
});

test('a login in place of a restored session starts a new one at once', async (t) => {
  const { app, cookie, store, stored } = await startShop(t);
  const [[sid, before] = ['', undefined]] = await stored();
  assert.ok(before);
  await app.logOut(cookie);
  await new Promise<void>((resolve) => store.set(sid, before, () => resolve()));
  const again = await loggedIn(app, { userId: 'robin', cookie, beganAt: 1e12 });
  assert.equal((await app.read(again.cookie)).userId, 'robin');
});

test('P24 a login in place of another session ends that one', async (t) => {
  const { app, cookie } = await startShop(t);
  const again = await loggedIn(app, { userId: 'sam', cookie });
  assert.equal((await app.read(cookie)).userId, undefined);
  assert.equal((await app.read(again.cookie)).userId, 'sam');
});

test('P34 a log-out everywhere also ends the sessions in the host’s own store', async (t) => {
  const { app, cookie } = await startShop(t);
  await app.endAllOf('robin');
  assert.equal((await app.read(cookie)).userId, undefined);
});

test('values that a login carries over stay with the same person, and somebody else starts without them', async (t) => {
  const { app, cookie } = await startShop(t);
  await app.write(cookie, { cart: 1, other: 2 });
  const again = await loggedIn(app, { userId: 'robin', cookie });
  const { session: kept } = await app.read(again.cookie);
  assert.deepEqual([kept.cart, kept.other], [1, undefined]);
  const sam = await loggedIn(app, { userId: 'sam', cookie: again.cookie });
  assert.equal((await app.read(sam.cookie)).session.cart, undefined);
});

test('nobody gets the content of a session that was ended elsewhere', async (t) => {
  for (const readsAPage of [false, true]) {
    const { app, cookie } = await startShop(t);
    await app.write(cookie, { cart: 1 });
    await app.endAllOf('robin');
    if (readsAPage) await app.read(cookie);
    const sam = await loggedIn(app, { userId: 'sam', cookie, beganAt: 1e12 });
    assert.equal((await app.read(sam.cookie)).session.cart, undefined);
  }
});

test('a session that was ended elsewhere is empty for each request, and the next login succeeds', async (t) => {
  for (const end of ['everywhere', 'by a login'] as const) {
    const { app, cookie, stored, store } = await startShop(t);
    await app.write(cookie, { cart: 1, address: 'of Robin' });
    if (end === 'everywhere') await app.endAllOf('robin');
    else await endByLogin(app, cookie, { stored, store });
    for (const visit of ['first', 'second']) {
      const { session: seen, userId } = await app.read(cookie);
      const { cookie: _, ...fields } = seen;
      const expected =
        end === 'everywhere' ? { notLive: 'ended', endedAt: 1e12 } : { notLive: 'replaced' };
      assert.deepEqual([userId, fields], [undefined, expected], `${end}, ${visit} visit`);
    }
    assert.doesNotMatch(JSON.stringify(await stored()), /of Robin/, 'the store has nothing of it');
    // Anything that a late request writes is lost, so nobody gets the old cart.
    await app.write(cookie, { cart: 2 });
    assert.equal((await app.read(cookie)).session.cart, undefined);
    const sam = await loggedIn(app, { userId: 'sam', cookie, beganAt: 1e12 });
    assert.equal((await app.read(sam.cookie)).session.cart, undefined);
  }
});

test('P28 the end of a session is known for 60 seconds longer than the store can keep it', async () => {
  let now = 1e12;
  const keys = createMemoryKeys(() => now);
  const store = new session.MemoryStore();
  const { endMarks } = ownStoreSessions({ store, keys, longestSessionSeconds: 1800 });
  const key = `s:${'x'.repeat(43)}`;
  await endMarks.end(key);
  now += 1_860_000 - 1;
  assert.equal((await endMarks.endOf(key))?.state, 'ended');
  now += 1;
  assert.equal(await endMarks.endOf(key), undefined);
});

/** A host's store in which every call fails with this error. */
class FailingStore extends session.Store {
  readonly error: unknown;
  constructor(error: unknown) {
    super();
    this.error = error;
  }
  override get(_id: string, callback: (error: unknown) => void) {
    callback(this.error);
  }
  override set(_id: string, _session: SessionData, callback?: (error: unknown) => void) {
    callback?.(this.error);
  }
  override destroy(_id: string, callback?: (error: unknown) => void) {
    callback?.(this.error);
  }
}

test('whatever a host’s store fails with, the visitor gets 503, and the log gets the cause', async () => {
  for (const cause of [new Error('away'), 'away', 7]) {
    const keys = createMemoryKeys();
    const own = new FailingStore(cause);
    const { store } = ownStoreSessions({ store: own, keys, longestSessionSeconds: 60 });
    const errors = await Promise.all([
      new Promise((resolve) => store.get('id', resolve)),
      new Promise((resolve) => store.set('id', { cookie: {} } as SessionData, resolve)),
      new Promise((resolve) => store.destroy('id', resolve)),
    ]);
    for (const error of errors as LoginError[])
      assert.deepEqual(
        [error.problem, error.retryAfterSeconds, error.cause],
        ['service-unavailable', 5, cause],
      );
  }
});

test('a store that loses its connection is away for express-session, until it is back', () => {
  const own = new session.MemoryStore();
  const { store } = ownStoreSessions({
    store: own,
    keys: createMemoryKeys(),
    longestSessionSeconds: 60,
  });
  const events: string[] = [];
  for (const event of ['connect', 'disconnect']) store.on(event, () => events.push(event));
  own.emit('disconnect');
  own.emit('connect');
  assert.deepEqual(events, ['disconnect', 'connect']);
});

test('ten minutes after its end, a browser with the old cookie gets a new session as soon as the app writes to it', async (t) => {
  const { app, cookie, store, stored, clock } = await startShop(t);
  const [[sid, before] = ['', undefined]] = await stored();
  assert.ok(before);
  await app.endAllOf('robin');
  for (const [ms, notLive] of [
    [599_999, 'ended'],
    [1, undefined],
  ] as const) {
    clock.now += ms;
    await new Promise<void>((resolve) => store.set(sid, before, () => resolve()));
    const { session: seen, userId } = await app.read(cookie);
    assert.deepEqual([userId, seen.notLive], [undefined, notLive]);
  }
});

test('a missing session that a store of files reports as ENOENT is no error', async (t) => {
  const { app, cookie, store } = await startShop(t);
  const missing = Object.assign(new Error('no such file'), { code: 'ENOENT' });
  store.get = (_sid, callback) => callback(missing);
  assert.equal((await app.read(cookie)).session.attendee, undefined);
  await loggedIn(app, { userId: 'robin', cookie });
});

test('without a session store, the error says what is missing', () => {
  const keys = createMemoryKeys();
  for (const store of [undefined, {}])
    assert.throws(
      () => ownStoreSessions({ store: store as session.Store, keys, longestSessionSeconds: 60 }),
      /`store` must be the store of your sessions/,
    );
});
