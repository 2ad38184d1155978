// A login whose callback request takes more than 50 seconds is rejected, because the request might
// miss the end mark of the session that it replaces.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import session from 'express-session';
import { createMemoryKeys } from '../../../src/login/store/memory-keys.ts';
import { loggedIn, startSessionApp } from '../../support/app/session-app.ts';

async function startSlowLogin(t: TestContext, { isEncrypted }: { isEncrypted: boolean }) {
  const clock = { now: 1e12 };
  let meanwhile = async () => {};
  const app = await startSessionApp(t, {
    keys: createMemoryKeys(() => clock.now),
    encryptionKeys: [{ id: 'k1', key: randomBytes(32) }],
    limits: { idleSeconds: 1800, absoluteSeconds: 1800 },
    now: () => clock.now,
    meanwhile: () => meanwhile(),
    ...(!isEncrypted && { ownStore: new session.MemoryStore() }),
  });
  const { cookie } = await loggedIn(app, { userId: 'robin' });
  return {
    app,
    cookie,
    logIn(ms: number, { endsWithLogOut = false } = {}) {
      meanwhile = async () => {
        meanwhile = async () => {};
        if (endsWithLogOut) await app.logOut(cookie);
        clock.now += ms;
      };
      return app.logIn({ userId: 'robin', cookie });
    },
  };
}

for (const isEncrypted of [true, false]) {
  const where = isEncrypted ? 'an encrypted session' : 'a session of the host’s own store';

  test(`P28 a login in place of ${where} that takes 50 seconds succeeds, and one that takes longer fails`, async (t) => {
    const quick = await startSlowLogin(t, { isEncrypted });
    const { cookie } = (await quick.logIn(50_000)) as { cookie: string };
    assert.equal((await quick.app.read(cookie)).userId, 'robin');

    const slow = await startSlowLogin(t, { isEncrypted });
    assert.deepEqual(await slow.logIn(50_001), { problem: 'login-again' });
  });

  test(`P28 a log-out during a login in place of ${where} ends it, however long it takes`, async (t) => {
    for (const ms of [0, 49_999, 59_999, 60_001, 300_000]) {
      const { app, cookie, logIn } = await startSlowLogin(t, { isEncrypted });
      assert.deepEqual(
        await logIn(ms, { endsWithLogOut: true }),
        { problem: 'login-again' },
        `${ms}`,
      );
      assert.equal((await app.read(cookie)).userId, undefined);
    }
  });
}
