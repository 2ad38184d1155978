import assert from 'node:assert/strict';
import test from 'node:test';
import { logIn, visitor } from '../support/app/visitor.ts';
import { withLifetime } from '../support/machine/child-app.ts';
import { sharedRedis } from '../support/redis/redis.ts';
import { startExample } from './start-example.ts';

test('the example around the core logs in and out, never leaves a visitor without a page, and needs a new login after a restart', async (t) => {
  const redis = await sharedRedis();
  const sessions = async () => (await redis.dump()).filter(({ key }) => key.startsWith('s:'));
  const robin = visitor();
  const url = await withLifetime(async (firstRun) => {
    const address = await startExample(firstRun, 'with-core', { REDIS_URL: redis.url });
    const page = await logIn(robin, address, { as: 'robin' });
    assert.equal(page.url.href, `${address}/`);
    assert.match(page.html, /You are attendee 1001\./);
    assert.equal((await sessions()).length, 1);

    const forged = await robin.request(`${address}/logout`, {
      method: 'POST',
      form: new URLSearchParams(),
    });
    assert.equal(forged.status, 403);
    const foreign = await robin.request(`${address}/login/callback?code=x&state=y`);
    assert.equal(
      foreign.headers.get('location'),
      '/',
      'a foreign callback does not log anybody out',
    );
    const goodbye = await robin.press(page, 'Log out');
    assert.equal(goodbye.status, 200);
    assert.match(goodbye.html, /You are logged out/);
    assert.deepEqual(await sessions(), []);

    const problem = await visitor().open(`${address}/login/callback?code=x&state=y`);
    assert.equal(problem.status, 400);
    assert.match(problem.html, /Sorry: login-again/);
    assert.doesNotMatch(problem.html, /\.ts|node_modules/);

    assert.equal(
      (await robin.open(address)).url.pathname,
      '/goodbye',
      'the app asks before a new login',
    );
    const again = await robin.follow(await robin.open(address), 'Log in again');
    assert.match(again.html, /You are attendee 1001\./);
    return address;
  });

  // This run has new secrets. A cookie from the first run must lead to a login, not to an error.
  const { port } = new URL(url);
  await startExample(t, 'with-core', { REDIS_URL: redis.url, PORT: port });
  const after = await logIn(robin, url, { as: 'robin' });
  assert.match(after.html, /You are attendee 1001\./);
});
