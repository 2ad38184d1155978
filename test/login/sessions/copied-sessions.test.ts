// Hosts copy sessions to new ids: Passport with `keepSessionInfo`, or a line such as
// `Object.assign(req.session, before)`.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import type { Express, Request } from 'express';
import session from 'express-session';
import { Passport } from 'passport';
import { createMemoryKeys } from '../../../src/login/store/memory-keys.ts';
import { loggedIn, startSessionApp } from '../../support/app/session-app.ts';
import type { Lifetime } from '../../support/machine/child-app.ts';
import { reachRedisKeys } from '../../support/redis/reach-redis-keys.ts';
import { sharedRedis } from '../../support/redis/redis.ts';

const limits = { idleSeconds: 1800, absoluteSeconds: 1800 };

const stores = {
  'encrypted in memory': async () => ({ keys: createMemoryKeys() }),
  'encrypted in Redis': async (t: Lifetime) => {
    const keys = await reachRedisKeys((await sharedRedis()).url);
    t.after(() => keys.close());
    return { keys };
  },
  'in a store of the app': async () => ({
    keys: createMemoryKeys(),
    ownStore: new session.MemoryStore(),
  }),
};

const copies: Record<string, (req: Request, before: object) => unknown> = {
  '/copy-all': (req, before) => Object.assign(req.session, before),
  '/copy-attendee': (req, { attendee }: { attendee?: object }) =>
    Object.assign(req.session, { attendee }),
  '/copy-req-attendee': (req) => Object.assign(req.session, { attendee: req.attendee }),
};

function addHost(app: Express): void {
  const passport = new Passport();
  passport.serializeUser((user, done) => done(null, user));
  passport.deserializeUser((user: Express.User, done) => done(null, user));
  app.use(passport.session());
  app.post('/staff', (req, res, next) => {
    req.login({ id: 'staff' }, { session: true, keepSessionInfo: true }, (error) =>
      error ? next(error) : res.end(),
    );
  });
  for (const [path, copy] of Object.entries(copies))
    app.post(path, (req, res, next) => {
      const before = { ...req.session };
      req.session.regenerate((error) => {
        copy(req, before);
        Object.assign(req.session, { copied: path });
        error ? next(error) : res.end();
      });
    });
}

for (const [where, open] of Object.entries(stores)) {
  const startHost = async (t: TestContext) => {
    const encryptionKeys = [{ id: 'k1', key: randomBytes(32) }] as const;
    return startSessionApp(t, {
      encryptionKeys,
      limits,
      now: Date.now,
      addHost,
      ...(await open(t)),
    });
  };

  test(`P32 ${where}: a staff login with Passport that keeps the session stores it, without the attendee`, async (t) => {
    const app = await startHost(t);
    const phone = await loggedIn(app, { userId: 'robin' });
    await app.write(phone.cookie, { cart: 1 });
    const staff = await app.renew('/staff', phone.cookie);
    assert.notEqual(staff, phone.cookie);
    for (const cookie of [staff, staff]) {
      const { session, userId } = await app.read(cookie);
      assert.deepEqual(
        [userId, session.attendee, session.cart, session.passport],
        [undefined, undefined, 1, { user: { id: 'staff' } }],
      );
    }
    assert.equal((await app.read(phone.cookie)).userId, undefined);

    // The attendee logs in again in the session in which the staff member is also logged in.
    const both = await loggedIn(app, { userId: 'robin', cookie: staff });
    const { session, userId } = await app.read(both.cookie);
    assert.deepEqual([userId, session.passport], ['robin', { user: { id: 'staff' } }]);
    await app.endAllOf('robin');
    assert.equal((await app.read(both.cookie)).userId, undefined);
  });

  test(`P32 P34 ${where}: a session that the host copies to a new id is stored, but logs nobody in`, async (t) => {
    const app = await startHost(t);
    for (const path of Object.keys(copies)) {
      const phone = await loggedIn(app, { userId: 'robin' });
      const copy = await app.renew(path, phone.cookie);
      const { session, userId } = await app.read(copy);
      assert.deepEqual([userId, session.copied], [undefined, path]);
      await app.write(copy, { cart: 2 });
      assert.equal((await app.read(copy)).session.cart, 2, path);
    }
  });
}
