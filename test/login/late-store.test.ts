// Even with a slow key store, the next step must wait for each write, and the response must wait
// for all of them. Otherwise a failed write would go unnoticed.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import session from 'express-session';
import { createMemoryKeys } from '../../src/login/login.ts';
import { encryptionKeys } from '../support/app/login-host.ts';
import {
  copyBrowser,
  startLoginUntilCallback,
  visitorWithSandboxLogin,
} from '../support/app/login-steps.ts';
import { loggedIn, startSessionApp } from '../support/app/session-app.ts';
import { startApp } from '../support/app/start-app.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import { setFaults } from '../support/platform/set-faults.ts';
import { createLateKeys } from './late-keys.ts';

async function startLateApp(t: TestContext, settings: Record<string, string> = {}) {
  const { keysBetween, hasty } = createLateKeys(t);
  return { app: await startApp(t, { settings, keysBetween }), hasty };
}

test('a login, a repeated one, one that shares more and the log-out from the tab before wait for all their writes', async (t) => {
  const { app, hasty } = await startLateApp(t);
  const robin = await visitorWithSandboxLogin({ url: app.url, as: 'robin' });
  const callback = await startLoginUntilCallback(robin, { url: app.url, returnTo: '/profile' });
  const twin = copyBrowser(robin, app.url);
  assert.equal((await robin.request(callback)).headers.get('location'), '/profile');
  assert.match((await twin.request(callback)).headers.get('location') ?? '', /\/authorize\?/);
  const sam = visitor();
  const before = await logIn(sam, `${app.url}/sharing`, { as: 'sam', untick: ['pii:email'] });
  const otherTab = copyBrowser(sam, app.url);
  const share = `${app.url}/login?scope=pii:email&return_to=/sharing`;
  const shared = await sam.press(await sam.open(share, app.url), 'Allow');
  assert.match(shared.text, /e-?mail/);
  const { url } = await otherTab.press(before, 'Log out everywhere');
  assert.equal(url.pathname, '/logged-out');
  assert.deepEqual(hasty, []);
});

test('every kind of log-out waits for everything that it ends', async (t) => {
  const { app, hasty } = await startLateApp(t);
  for (const button of ['Log out', 'Log out everywhere']) {
    const robin = visitor();
    const page = await logIn(robin, `${app.url}/sharing`, { as: 'robin' });
    const { url } = await robin.press(page, button);
    assert.equal(url.pathname, '/logged-out', button);
  }
  const robin = visitor();
  const question = await logIn(robin, `${app.url}/sharing/stop?scope=pii:phone`, { as: 'robin' });
  assert.equal((await robin.press(question, 'Stop sharing')).url.pathname, '/logged-out');
  await robin.open(`${app.url}/login?return_to=/sharing`, app.url);
  await setFaults(app.sandbox, [{ fault: 'expired-token', route: 'GET /api/users/current' }]);
  await robin.open(`${app.url}/profile`);
  assert.deepEqual(hasty, []);
});

const mostSessions = 20;

for (const [where, ownStore] of [
  ['encrypted', undefined],
  ['in the host’s own store', new session.MemoryStore()],
] as const) {
  test(`a session that is ${where} is replaced, rejected and ended before any response`, async (t) => {
    const { keysBetween, hasty } = createLateKeys(t);
    let meanwhile = async () => {};
    const app = await startSessionApp(t, {
      ...{ keys: keysBetween(createMemoryKeys()), now: Date.now, encryptionKeys },
      ...(ownStore && { ownStore }),
      meanwhile: () => meanwhile(),
      limits: { idleSeconds: 600, absoluteSeconds: 600 },
    });
    const first = await loggedIn(app);
    const second = await loggedIn(app, { cookie: first.cookie });
    meanwhile = async () => void (await app.logOut(second.cookie));
    assert.deepEqual(await app.logIn({ cookie: second.cookie }), { problem: 'login-again' });
    meanwhile = async () => {};
    for (let count = 0; count <= mostSessions; count += 1) await loggedIn(app);
    await app.endAllOf('CANARY-user');
    assert.deepEqual(await app.logIn({ beganAt: 1 }), { problem: 'login-again' });
    assert.deepEqual(hasty, []);
  });
}
