import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { daytime } from '../support/app/clocks.ts';
import { startLoginUntilCallback, visitorWithSandboxLogin } from '../support/app/login-steps.ts';
import { startApp } from '../support/app/start-app.ts';
import { logIn, visitor } from '../support/app/visitor.ts';

async function startWithClock(t: TestContext) {
  const clock = { now: daytime };
  const app = await startApp(t, { now: () => clock.now });
  return { app, clock };
}

test('P2 a login that comes back after 600 seconds succeeds, and a millisecond later it fails', async (t) => {
  const { app, clock } = await startWithClock(t);
  const robin = await visitorWithSandboxLogin({ url: app.url, as: 'robin' });
  for (const [ms, status] of [
    [600_000, 303],
    [600_001, 400],
  ] as const) {
    const callback = await startLoginUntilCallback(robin, { url: app.url, returnTo: '/profile' });
    clock.now += ms;
    assert.equal((await robin.request(callback)).status, status, `${ms} ms`);
    robin.cookies(app.url).clear();
  }
});

test('P2 a used state is known for as long as its pending login would live', async (t) => {
  const { app } = await startWithClock(t);
  const robin = await visitorWithSandboxLogin({ url: app.url, as: 'robin' });
  const callback = await startLoginUntilCallback(robin, { url: app.url, returnTo: '/profile' });
  await robin.request(callback);
  const [mark] = (await app.redis.dump()).filter(({ key }) => key.startsWith('u:'));
  assert.ok(mark && mark.ttl > 590 && mark.ttl <= 600, `${mark?.ttl} seconds`);
});

test('P27 a session lives for 30 minutes without a page, and for 12 hours in all', async (t) => {
  const { app, clock } = await startWithClock(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const [session] = (await app.redis.dump()).filter(({ key }) => key.startsWith('s:'));
  assert.ok(session && session.ttl > 1790 && session.ttl <= 1800, `${session?.ttl} seconds`);
  const isIn = async () => (await robin.request(`${app.url}/profile`)).status === 200;
  clock.now += 12 * 3_600_000 - 5000;
  // The access token has expired by now, but the home page does not use it.
  assert.notEqual((await robin.request(`${app.url}/`)).status, 500);
  const stored = async () => (await app.redis.dump()).some(({ key }) => key === session.key);
  assert.ok(await stored());
  clock.now += 5001;
  assert.equal(await isIn(), false);
  assert.equal(await stored(), false, 'Redis no longer stores the session');
});
