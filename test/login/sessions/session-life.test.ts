import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import { sessionCookieName, signedSessionCookie } from '../../support/app/session-cookie.ts';
import { startApp } from '../../support/app/start-app.ts';
import { logIn, visitor } from '../../support/app/visitor.ts';

test('behind a proxy that does not forward https, a login is rejected before it leaves, and the log names the setting to fix', async (t) => {
  const origin = 'https://attendees.testcon.example';
  const app = await startApp(t, { settings: { PUBLIC_URL: origin, TRUST_PROXY: '10.0.0.1' } });
  const page = await visitor({ origin, listensAt: app.listensAt }).open(`${origin}/login`);
  assert.equal(page.status, 500);
  assert.ok(app.logLines.some((line) => line.includes('"problem":"set-trust-proxy"')));
});

test('P24 a login starts under a new session id, and the previous session is dead', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const before = robin.cookies(app.url).get(sessionCookieName(app.url)) ?? '';

  const other = visitor();
  other.cookies(app.url).set(sessionCookieName(app.url), before);
  const start = await visitor().request(`${app.url}/login`);
  for (const cookie of start.headers.getSetCookie()) {
    const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? [];
    other.cookies(app.url).set(name, value);
  }
  const consent = await other.press(await other.open(start.headers.get('location') ?? ''), 'sam');
  await other.press(consent, 'Allow');
  const after = other.cookies(app.url).get(sessionCookieName(app.url)) ?? '';
  assert.notEqual(after, before);

  const thief = visitor();
  thief.cookies(app.url).set(sessionCookieName(app.url), before);
  const response = await thief.request(`${app.url}/profile`);
  assert.equal(response.status, 303);
});

test('P24 a planted session cookie, signed or not, never becomes a login', async (t) => {
  const app = await startApp(t);
  for (const planted of ['s%3Aabc.def', 'abc', 's:'.padEnd(200, 'x'), '%', '{}']) {
    const robin = visitor();
    robin.cookies(app.url).set(sessionCookieName(app.url), planted);
    const profile = await logIn(robin, `${app.url}/login`, { as: 'robin' });
    assert.equal(profile.status, 200);
    assert.notEqual(robin.cookies(app.url).get(sessionCookieName(app.url)), planted);
    const attacker = visitor();
    attacker.cookies(app.url).set(sessionCookieName(app.url), planted);
    assert.equal((await attacker.request(`${app.url}/profile`)).status, 303);
  }
});

test('P28 P29 a log-out ends the session for every copy of its cookie and expires the cookie', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const profile = await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const copy = visitor();
  copy
    .cookies(app.url)
    .set(sessionCookieName(app.url), robin.cookies(app.url).get(sessionCookieName(app.url)) ?? '');
  assert.equal((await copy.request(`${app.url}/profile`)).status, 200);

  const goodbye = await robin.press(profile, 'Log out');
  assert.equal(goodbye.url.pathname, '/logged-out');
  assert.ok(!robin.cookies(app.url).has(sessionCookieName(app.url)));
  assert.equal((await copy.request(`${app.url}/profile`)).status, 303);
  assert.deepEqual(
    (await app.redis.dump()).filter(({ key }) => key.startsWith('s:')),
    [],
  );
});

test('P42 anonymous visitors, bots and health checks get cookies only from the login, and leave nothing in Redis', async (t) => {
  const secret = randomBytes(32).toString('hex');
  const app = await startApp(t, { settings: { SESSION_SECRETS: secret } });
  const planted = signedSessionCookie({ publicUrl: app.url, secret });
  const ofLogin: Record<string, RegExp> = {
    '/login': /^login-\d+\.[1-4]$/,
    '/login/callback': /^login-\d+\.check$/,
  };
  for (const path of [
    '/',
    '/healthz',
    '/nowhere',
    '/profile',
    '/logged-out',
    '/login/expired',
    '/login',
    '/login/callback?code=x&state=forged-by-somebody',
    '/assets/x.css',
  ]) {
    for (const headers of [
      { 'user-agent': 'bot' },
      { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' },
      { cookie: `${sessionCookieName(app.url)}=s%3Ajunk.junk` },
      { cookie: planted },
    ]) {
      const response = await visitor().request(app.url + path, { headers });
      const names = response.headers.getSetCookie().map((cookie) => cookie.split('=')[0] ?? '');
      const allowed = ofLogin[new URL(path, app.url).pathname];
      assert.deepEqual(
        names.filter((name) => !allowed?.test(name)),
        [],
        path,
      );
    }
  }
  const headers = { 'sec-fetch-site': 'same-origin', cookie: planted };
  await visitor().request(`${app.url}/logout`, { method: 'POST', headers });
  assert.deepEqual(await app.redis.dump(), []);
});

test('P42 a callback leaves one mark in Redis, and the same cookie shows no second error', async (t) => {
  const app = await startApp(t);
  const answers = ['error=access_denied', 'error=server_error', 'x=y', 'error=x&code=x', 'code=x'];
  for (const [count, answer] of answers.entries()) {
    const robin = visitor();
    const start = await robin.request(`${app.url}/login`);
    const state = new URL(start.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const query = `state=${state}&iss=${encodeURIComponent(app.sandbox.url)}&${answer}`;
    const copy = [...robin.cookies(app.url)].map((pair) => pair.join('=')).join('; ');
    await robin.request(`${app.url}/login/callback?${query}`);
    assert.deepEqual([...robin.cookies(app.url)], [], 'the pending login is consumed');
    const marks = (await app.redis.dump()).map(({ key }) => key.slice(0, 2));
    assert.deepEqual(marks, Array(count + 1).fill('u:'), answer);

    const again = await visitor().request(`${app.url}/login/callback?${query}`, {
      headers: { cookie: copy },
    });
    assert.equal(again.status, 303, `${answer}: a new login starts`);
  }
});

test('P42 an error without its state writes nothing, and leaves every pending login as it is', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await robin.request(`${app.url}/login`);
  const before = [...robin.cookies(app.url)];
  for (const query of ['error=server_error', 'error=access_denied', 'error=server_error&state=x']) {
    const answer = await robin.request(`${app.url}/login/callback?${query}`);
    assert.deepEqual(answer.headers.getSetCookie(), [], query);
  }
  assert.deepEqual([...robin.cookies(app.url)], before);
  assert.deepEqual(await app.redis.dump(), []);
});

test('P91 when Redis evicts keys because its memory is full a session is whole or gone, and a login works again', async (t) => {
  const app = await startApp(t, { ownRedis: true });
  const redis = (...words: string[]) => app.redis.command(...words);
  const robin = visitor();
  const statusOf = async () => (await robin.request(`${app.url}/profile`)).status;
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const keys = (await redis('KEYS', '*')) as string[];
  const others = keys.filter((key) => !key.startsWith('s:'));
  assert.ok(others.length > 1 && others.length < keys.length, String(keys));
  await redis('DEL', ...others);
  assert.equal(await statusOf(), 200, 'one key contains the whole session');

  await redis('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
  await redis('CONFIG', 'SET', 'maxmemory', '1');
  await redis('SET', 'x:other', '1', 'EX', '1').catch(() => {});
  await redis('CONFIG', 'SET', 'maxmemory', '0');
  assert.deepEqual(
    ((await redis('KEYS', '*')) as string[]).filter((key) => key.startsWith('s:')),
    [],
    'Redis has evicted the session',
  );
  assert.equal(await statusOf(), 303);
  const profile = await robin.open(`${app.url}/login?return_to=/profile`);
  assert.deepEqual([profile.status, profile.url.pathname], [200, '/profile']);
});

test('a login writes its session once', async (t) => {
  const app = await startApp(t, { ownRedis: true });
  await app.redis.command('CONFIG', 'RESETSTAT');
  await logIn(visitor(), `${app.url}/login`, { as: 'robin' });
  const stats = String(await app.redis.command('INFO', 'commandstats'));
  // One SET stores a hash of the used `state`, and the other stores the session.
  assert.match(stats, /cmdstat_set:calls=2,/);
});

for (const [when, refused, allowed] of [
  ['before', ['-zadd'], ['+zadd']],
  ['when', ['resetkeys', '~u:*', '~x:*', '~i:*'], ['allkeys']],
  ['after', ['-zrange'], ['+zrange']],
] as const) {
  test(`P31 when Redis fails ${when} the session is stored there is no cookie, no redirect and no half login`, async (t) => {
    const app = await startApp(t, { ownRedis: true });
    const robin = visitor();
    const consent = await robin.press(await robin.open(`${app.url}/profile`), 'robin');
    // From here on, Redis rejects one command, or all commands on session keys.
    await app.redis.command('ACL', 'SETUSER', 'default', ...refused);
    const page = await robin.press(consent, 'Allow');
    await app.redis.command('ACL', 'SETUSER', 'default', ...allowed);
    assert.equal(page.status, 503);
    assert.deepEqual(
      page.headers.getSetCookie().filter((cookie) => cookie.startsWith('sid-')),
      [],
    );
    assert.equal(page.headers.get('connection'), 'close');
    assert.ok(!robin.cookies(app.url).has(sessionCookieName(app.url)));
  });
}
