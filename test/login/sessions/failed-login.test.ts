// Whichever store command fails during a login, the store must not keep a session whose cookie no
// browser has.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { KeyStore } from '../../../src/login/login.ts';
import { startLoginUntilCallback, visitorWithSandboxLogin } from '../../support/app/login-steps.ts';
import { startApp } from '../../support/app/start-app.ts';

/**
 * Makes one command of a key store fail: either before it runs, or afterwards, as if the reply were
 * lost.
 */
function createFailingKeys() {
  const fault = { callsLeft: 0, isReplyLost: false };
  function failing<Args extends unknown[], Result>(method: (...args: Args) => Promise<Result>) {
    return async (...args: Args) => {
      fault.callsLeft -= 1;
      if (fault.callsLeft !== 0) return method(...args);
      if (fault.isReplyLost) await method(...args);
      throw new Error('the store failed');
    };
  }
  const keysBetween = (keys: KeyStore): KeyStore => {
    const all = Object.entries(keys).filter(([name]) => name !== 'close' && name !== 'ready');
    const wrapped = all.map(([name, method]) => [name, failing(method.bind(keys))]);
    return { ...keys, ...Object.fromEntries(wrapped) };
  };
  return { fault, keysBetween };
}

for (const isReplyLost of [false, true]) {
  test(`P31 a login that fails leaves no session without a browser, if a command ${isReplyLost ? 'loses its reply' : 'fails'}`, async (t) => {
    const { fault, keysBetween } = createFailingKeys();
    const app = await startApp(t, { keysBetween });
    const sessionsInRedis = async () =>
      (await app.redis.dump()).filter(({ key }) => key.startsWith('s:')).length;
    let failures = 0;
    const robin = await visitorWithSandboxLogin({ url: app.url, as: 'robin' });
    for (let call = 1; ; call += 1) {
      robin.cookies(app.url).clear();
      const start = { url: app.url, returnTo: '/profile' };
      const callback = await startLoginUntilCallback(robin, start);
      const later = await startLoginUntilCallback(robin, start);
      // Meanwhile, the attendee logs in from another tab, so this login replaces a session.
      await robin.open(`${app.url}/login?return_to=/profile`);
      const before = await sessionsInRedis();
      Object.assign(fault, { callsLeft: call, isReplyLost });
      const { status } = await robin.request(callback);
      const isOver = fault.callsLeft > 0;
      fault.callsLeft = 0;
      if (status >= 400) {
        failures += 1;
        const left = (await sessionsInRedis()) - before;
        assert.ok(left <= 0, `command ${call}: ${left} sessions without a browser`);
        const { headers } = await robin.request(later);
        assert.equal(headers.get('location'), '/profile', `command ${call}: the next login works`);
      }
      if (isOver) break;
    }
    assert.ok(failures > 5, `${failures} commands made the login fail`);
  });
}
