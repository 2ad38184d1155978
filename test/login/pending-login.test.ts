// Pending logins: one sealed cookie for each tab, nothing in Redis.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startApp } from '../support/start-app.ts';
import { logIn, visitor } from '../support/visitor.ts';

const loginCookies = (names: Iterable<string>) =>
  [...names].filter((name) => name.startsWith('login-'));

test('starting a login sets one sealed cookie for ten minutes and writes nothing to Redis', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const response = await robin.request(`${app.url}/login?return_to=/profile`);
  const [cookie, ...others] = response.headers.getSetCookie();
  assert.equal(others.length, 0);
  assert.match(
    cookie ?? '',
    /^login-\d+\.[\w-]{8}=[\w-]+; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
  );
  const authorization = new URL(response.headers.get('location') ?? '');
  const state = authorization.searchParams.get('state') ?? '';
  assert.ok(!cookie?.includes(state.slice(8)), 'the cookie does not show its state');
  assert.deepEqual(await app.redis.dump(), []);
});

test('P2 P3 every login has its own state and code challenge, both of 256 bits', async (t) => {
  const app = await startApp(t);
  const seen = new Set<string>();
  for (let login = 0; login < 50; login += 1) {
    const response = await visitor().request(`${app.url}/login`);
    const { searchParams } = new URL(response.headers.get('location') ?? '');
    assert.equal(searchParams.get('code_challenge_method'), 'S256');
    for (const name of ['state', 'code_challenge']) {
      const value = searchParams.get(name) ?? '';
      assert.equal(Buffer.from(value, 'base64url').length, 32, name);
      seen.add(value);
    }
  }
  assert.equal(seen.size, 100);
});

test('P22 a browser holds at most four pending logins, the oldest goes first, and all stay under 4 KB', async (t) => {
  let clock = Date.now();
  const app = await startApp(t, { now: () => clock });
  const robin = visitor();
  const started: string[] = [];
  for (let tab = 0; tab < 10; tab += 1) {
    clock += 1000;
    const longPath = tab % 2 ? `/profile?${'x'.repeat(500)}` : `/profile?${'日'.repeat(165)}`;
    const response = await robin.request(
      `${app.url}/login?return_to=${encodeURIComponent(longPath)}`,
    );
    started.push(new URL(response.headers.get('location') ?? '').searchParams.get('state') ?? '');
  }
  const kept = loginCookies(robin.cookies(app.url).keys());
  assert.deepEqual(
    kept.map((name) => name.split('.')[1]).sort(),
    started
      .slice(-4)
      .map((state) => state.slice(0, 8))
      .sort(),
  );
  const bytes = [...robin.cookies(app.url)].reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    0,
  );
  assert.ok(bytes <= 4096, `${bytes} bytes`);
});

test('a cookie that others named like a pending login does not stand in the way', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const prefix = `login-${new URL(app.url).port}.`;
  for (const tail of ['a[b', 'a(b)', '\u00e9', '', '12345678', '../../..'])
    robin.cookies(app.url).set(prefix + tail, 'x');
  assert.equal((await robin.request(`${app.url}/login`)).status, 303);
});

test('P16 four tabs log in at once, finish in any order, and each lands on its own page', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  robin.cookies(app.url).clear();

  const callbacks: { back: string; path: string }[] = [];
  for (const tab of [1, 2, 3, 4]) {
    const start = await robin.request(`${app.url}/login?return_to=/profile?tab=${tab}`);
    // The sandbox already knows robin, and redirects without a click.
    const authorized = await robin.request(start.headers.get('location') ?? '');
    callbacks.push({ back: authorized.headers.get('location') ?? '', path: `/profile?tab=${tab}` });
  }
  for (const tab of [2, 0, 3, 1]) {
    const callback = callbacks[tab];
    assert.ok(callback);
    const landed = await robin.request(callback.back);
    assert.equal(landed.status, 303);
    assert.equal(landed.headers.get('location'), callback.path);
  }
});

test('a login that is finished after more than ten minutes starts anew', async (t) => {
  let clock = Date.now();
  const app = await startApp(t, { now: () => clock });
  const robin = visitor();
  const chooseAttendee = await robin.open(`${app.url}/profile`);
  const consent = await robin.press(chooseAttendee, 'robin');
  clock += 601_000;
  const page = await robin.press(consent, 'Allow');
  assert.equal(page.status, 400);
  assert.match(page.text, /^Log in again The login took too long/);
});
