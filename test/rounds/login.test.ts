import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { to } from '../support/app/front-proxy.ts';
import { startLoginUntilCallback, visitorWithSandboxLogin } from '../support/app/login-steps.ts';
import { sessionCookieName } from '../support/app/session-cookie.ts';
import { type TwoApps, twoApps } from '../support/app/two-apps.ts';
import { visitor } from '../support/app/visitor.ts';
import { rounds } from '../support/machine/rounds.ts';
import { seededRandom } from '../support/machine/seeded-random.ts';

let apps: TwoApps;

test('P5 the same callback at both instances at once makes one token call, and the browser is logged in after all', async (t) => {
  apps = await twoApps();
  const count = rounds(t, { short: 3, full: 100, of: 'repeated callbacks' });
  const robin = await visitorWithSandboxLogin({ url: apps.url, as: 'robin' });
  const delays = seededRandom(5);
  apps.slowRedis.before = () => sleep(10 * delays());
  const callsOf = (path: string) => apps.sandbox.calls.filter((call) => call.path === path).length;

  for (let round = 0; round < count; round += 1) {
    const callback = await startLoginUntilCallback(robin, { url: apps.url, returnTo: '/profile' });
    const tokenCalls = callsOf('/api/oauth/token');
    const responses = await Promise.all(
      [0, 1].map((instance) => robin.request(callback, { headers: to(instance) })),
    );
    assert.equal(callsOf('/api/oauth/token'), tokenCalls + 1);
    const locations = responses.map(({ headers }) => headers.get('location') ?? '');
    const [again, landed] = locations.sort((a, b) => b.length - a.length);
    assert.equal(landed, '/profile');
    // One of the two responses redirects to a new login. A browser that follows this redirect is
    // then logged in.
    const { pathname } = (await robin.open(again ?? '')).url;
    assert.equal(pathname, '/profile');
    robin.cookies(apps.url).clear();
  }
  apps.slowRedis.before = () => undefined;
});

test('P30 a visitor who follows the response of a login as soon as its headers arrive is logged in at the other instance', async (t) => {
  apps = await twoApps();
  const count = rounds(t, { short: 3, full: 30, of: 'logins with every SET 400 ms late' });
  const robin = await visitorWithSandboxLogin({ url: apps.url, as: 'robin' });
  let followed = 0;
  for (let round = 0; round < count; round += 1) {
    const callback = await startLoginUntilCallback(robin, { url: apps.url, returnTo: '/profile' });
    apps.slowRedis.before = ([command]) => (command === 'SET' ? sleep(400) : undefined);
    const cookie = [...robin.cookies(apps.url)].map((pair) => pair.join('=')).join('; ');
    const response = await request(callback, { headers: { cookie, ...to(round % 2) } });
    const session = [response.headers['set-cookie'] ?? []]
      .flat()
      .find((line) => line.startsWith(sessionCookieName(apps.url)));
    if (session) {
      const headers = { cookie: session.split(';')[0] ?? '', ...to(1 - (round % 2)) };
      assert.equal((await visitor().request(`${apps.url}/profile`, { headers })).status, 200);
      followed += 1;
    }
    // If storing the session times out on a busy machine, the session does not exist.
    assert.equal(response.statusCode, session ? 303 : 503);
    await response.body.dump();
    apps.slowRedis.before = () => undefined;
  }
  assert.ok(followed > 0, `none of ${count} logins came through`);
});
