// Logins over two instances: no secret repeats, and each login finishes once, on its own page,
// after its session is stored.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { respondingInstance, to } from '../support/front-proxy.ts';
import { startLoginUntilCallback, visitorWithSandboxLogin } from '../support/login-steps.ts';
import { rounds, runConcurrently } from '../support/rounds.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { sessionCookieName } from '../support/session-cookie.ts';
import { type TwoApps, twoApps } from '../support/two-apps.ts';
import { type Visitor, visitor } from '../support/visitor.ts';

let apps: TwoApps;

test('P2 P3 state and code challenge never repeat, whichever instance makes them', async (t) => {
  apps = await twoApps();
  const count = rounds(t, { short: 20, full: 200, of: 'login starts' });
  const secrets = new Set<string>();
  const instances = new Set<number>();
  await runConcurrently({ lanes: 4, count }, async () => {
    const response = await visitor().request(`${apps.url}/login`);
    instances.add(respondingInstance(response));
    const { searchParams } = new URL(response.headers.get('location') ?? '');
    assert.equal(searchParams.get('code_challenge_method'), 'S256');
    for (const name of ['state', 'code_challenge']) secrets.add(searchParams.get(name) ?? '');
  });
  assert.equal(secrets.size, 2 * count);
  assert.equal(instances.size, 2);
});

test('P5 the same callback at both instances at once makes one token call, and the browser is logged in after all', async (t) => {
  apps = await twoApps();
  const count = rounds(t, { short: 3, full: 100, of: 'doubled callbacks' });
  const robin = await visitorWithSandboxLogin({ url: apps.url, as: 'robin' });
  const delays = seededRandom(5);
  apps.slowRedis.before = () => sleep(10 * delays());
  const callsOf = (path: string) => apps.sandbox.calls.filter((call) => call.path === path).length;

  for (let round = 0; round < count; round += 1) {
    const callback = await startLoginUntilCallback(robin, { url: apps.url, returnTo: '/profile' });
    const tokenCalls = callsOf('/api/oauth/token');
    const answers = await Promise.all(
      [0, 1].map((instance) => robin.request(callback, { headers: to(instance) })),
    );
    assert.equal(callsOf('/api/oauth/token'), tokenCalls + 1);
    const locations = answers.map(({ headers }) => headers.get('location') ?? '');
    const [again, landed] = locations.sort((a, b) => b.length - a.length);
    assert.equal(landed, '/profile');
    // The other one starts another login. A browser that followed it is logged in by that.
    const { pathname } = (await robin.open(again ?? '')).url;
    assert.equal(pathname, '/profile');
    robin.cookies(apps.url).clear();
  }
  apps.slowRedis.before = () => undefined;
});

test('P16 of ten tabs that are logging in four are kept and land on their own page, the others at home or on "Log in again"', async (t) => {
  apps = await twoApps();
  const count = rounds(t, { short: 2, full: 50, of: 'orders of ten tabs' });
  const robin = await visitorWithSandboxLogin({ url: apps.url, as: 'robin' });
  for (let round = 0; round < count; round += 1) {
    const tabs = await startTenLogins(robin);
    const pending = [...robin.cookies(apps.url).keys()].filter((name) => name.startsWith('login-'));
    assert.equal(pending.length, 4);

    let isLoggedIn: boolean = false;
    for (const { callback, path, isKept } of shuffled(tabs, seededRandom(round))) {
      const landed = await robin.request(callback);
      const location = landed.headers.get('location');
      if (isKept) {
        assert.equal(location, path);
        isLoggedIn = true;
      } else if (isLoggedIn) {
        assert.equal(location, '/');
      } else {
        assert.equal(location, null);
        assert.match(`${landed.status} ${await landed.text()}`, /^400 .*Log in again/s);
      }
    }
    assert.equal((await robin.request(`${apps.url}/profile`)).status, 200);
    robin.cookies(apps.url).clear();
  }
});

test('P26 whoever follows the answer of a login as soon as its headers are there is logged in at the other instance', async (t) => {
  apps = await twoApps();
  const count = rounds(t, { short: 3, full: 30, of: 'logins with every SET 400 ms late' });
  const robin = await visitorWithSandboxLogin({ url: apps.url, as: 'robin' });
  let followed = 0;
  for (let round = 0; round < count; round += 1) {
    const callback = await startLoginUntilCallback(robin, { url: apps.url, returnTo: '/profile' });
    apps.slowRedis.before = ([command]) => (command === 'SET' ? sleep(400) : undefined);
    const cookie = [...robin.cookies(apps.url)].map((pair) => pair.join('=')).join('; ');
    const answer = await request(callback, { headers: { cookie, ...to(round % 2) } });
    const session = [answer.headers['set-cookie'] ?? []]
      .flat()
      .find((line) => line.startsWith(sessionCookieName(apps.url)));
    if (session) {
      // Follow as soon as the headers arrive, without waiting for the body.
      const headers = { cookie: session.split(';')[0] ?? '', ...to(1 - (round % 2)) };
      assert.equal((await visitor().request(`${apps.url}/profile`, { headers })).status, 200);
      followed += 1;
    }
    // On a busy machine 400 ms may exceed the store's deadline of 500 ms; then there is no session.
    assert.equal(answer.statusCode, session ? 303 : 503);
    await answer.body.dump();
    apps.slowRedis.before = () => undefined;
  }
  assert.ok(followed > 0, `none of ${count} logins came through`);
});

/** Starts ten logins in one browser, of which only the last four stay pending. */
async function startTenLogins(who: Visitor) {
  const tabs: { callback: URL; path: string; isKept: boolean }[] = [];
  for (let tab = 0; tab < 10; tab += 1) {
    const path = `/profile?tab=${tab}`;
    const callback = await startLoginUntilCallback(who, { url: apps.url, returnTo: path });
    tabs.push({ callback, path, isKept: tab >= 6 });
  }
  return tabs;
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
