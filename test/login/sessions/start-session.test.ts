// Sessions in a browser: the cookie, a new id at each login, and an end that is final.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startLoginHost } from '../../support/login-host.ts';
import { sessionCookieName } from '../../support/session-cookie.ts';
import { startApp } from '../../support/start-app.ts';
import { logIn, visitor } from '../../support/visitor.ts';

test('P21 P1 behind https every cookie is __Host-, Secure, HttpOnly, Lax and without Domain, also when it is cleared', async (t) => {
  const origin = 'https://attendees.testcon.example';
  const app = await startApp(t, { settings: { PUBLIC_URL: origin, TRUST_PROXY: '1' } });
  const robin = visitor({ origin, listensAt: app.listensAt });
  const profile = await logIn(robin, `${origin}/profile`, { as: 'robin' });
  assert.equal(profile.status, 200);
  assert.equal(profile.url.href, `${origin}/profile`);
  assert.deepEqual([...robin.cookies(origin).keys()].sort(), ['__Host-round-trips', '__Host-sid']);

  const newcomer = visitor({ origin, listensAt: app.listensAt });
  const goodbye = await robin.request(`${origin}/logout`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    form: new URLSearchParams({ form_token: String(profile.$('input[name=form_token]').val()) }),
  });
  const cookies = [
    ...(await newcomer.request(`${origin}/login/callback?code=x&state=y`)).headers.getSetCookie(),
    ...(await newcomer.request(`${origin}/login`)).headers.getSetCookie(),
    ...goodbye.headers.getSetCookie(),
    ...(await sessionCookies()),
  ];
  assert.equal(cookies.length, 8);
  for (const cookie of cookies) {
    assert.match(cookie, /^__Host-(sid|round-trips|login\.[1-4]|login\.check|login\.out)=/);
    assert.match(cookie, /; Path=\/(;|$)/);
    assert.match(cookie, /; Secure(;|$)/);
    assert.match(cookie, /; HttpOnly(;|$)/);
    assert.match(cookie, /; SameSite=Lax(;|$)/);
    assert.doesNotMatch(cookie, /Domain/i);
    assert.ok(cookie.length < 4096);
  }

  async function sessionCookies(): Promise<string[]> {
    const sam = visitor({ origin, listensAt: app.listensAt });
    const begun = await sam.request(`${origin}/login`);
    const consent = await sam.press(await sam.open(begun.headers.get('location') ?? ''), 'sam');
    const fields = new URLSearchParams(consent.$('form').serialize());
    fields.append('decision', 'allow');
    let at = new URL(consent.$('form').attr('action') ?? '', consent.url);
    let answer = await sam.request(at, { method: 'POST', form: fields });
    while (at.pathname !== '/login/callback') {
      at = new URL(answer.headers.get('location') ?? '', at);
      answer = await sam.request(at);
    }
    // Three cookies: the pending login is cleared, the round trip is counted, the session starts.
    return answer.headers.getSetCookie();
  }
});

test('behind a proxy that does not say https, a login is refused before it leaves, with the setting to mend in the log', async (t) => {
  const origin = 'https://attendees.testcon.example';
  const app = await startApp(t, { settings: { PUBLIC_URL: origin, TRUST_PROXY: '10.0.0.1' } });
  const page = await visitor({ origin, listensAt: app.listensAt }).open(`${origin}/login`);
  assert.equal(page.status, 500);
  assert.ok(app.logLines.some((line) => line.includes('"problem":"set-trust-proxy"')));
});

test('P20 a login starts under a new session id, and the one before is dead', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const before = robin.cookies(app.url).get(sessionCookieName(app.url)) ?? '';

  // The same browser logs in once more while logged in, with a pending login from another browser.
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

test('P20 a planted session cookie, signed or not, never becomes a login', async (t) => {
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

test('P24 P25 a log-out ends the session for every copy of its cookie and expires the cookie', async (t) => {
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

test('P30 anonymous visitors, bots and health checks get no cookie but from the login, and leave nothing in Redis', async (t) => {
  const app = await startApp(t);
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
  const headers = {
    'sec-fetch-site': 'same-origin',
    cookie: `${sessionCookieName(app.url)}=s%3Ajunk.junk`,
  };
  await visitor().request(`${app.url}/logout`, { method: 'POST', headers });
  assert.deepEqual(await app.redis.dump(), []);
});

test('P30 a callback leaves one mark in Redis, and the same cookie shows no second error', async (t) => {
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
    assert.equal(again.status, 303, `${answer}: another login begins`);
  }
});

test('P30 an error without its state uses up the login that began last, and shows no second error', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await robin.request(`${app.url}/login`);
  const cookie = [...robin.cookies(app.url)].map((pair) => pair.join('=')).join('; ');
  const comeBack = () =>
    visitor().request(`${app.url}/login/callback?error=server_error`, { headers: { cookie } });
  assert.equal((await comeBack()).status, 502);
  assert.equal((await comeBack()).status, 400);
});

test('P55 pages show only the data of their own session, also under parallel requests', async (t) => {
  const app = await startApp(t);
  const people = ['robin', 'sam', 'mallory', 'robin', 'sam', 'mallory'];
  const visitors = await Promise.all(
    people.map(async (as) => {
      const who = visitor();
      const page = await logIn(who, `${app.url}/profile`, { as });
      return { who, expected: page.text };
    }),
  );
  assert.equal(new Set(visitors.map(({ expected }) => expected)).size, 3);
  await Promise.all(
    visitors.flatMap(({ who, expected }) =>
      Array.from({ length: 20 }, async () =>
        assert.equal((await who.open(`${app.url}/profile`)).text, expected),
      ),
    ),
  );
});

test('P28 a page of the host writes to the session, and nothing of the login changes by it', async (t) => {
  const publicUrl = await startLoginHost(t, {
    page(req, res) {
      const before = JSON.stringify(req.session);
      const intruder = { ...req.session.attendee, userId: 'somebody else' };
      Object.assign(req.session, { cart: 1, attendee: intruder });
      res.send(`<pre>${before}</pre>`);
    },
  });

  const robin = visitor();
  const first = await logIn(robin, publicUrl, { as: 'robin' });
  assert.equal(first.status, 200);
  assert.ok(!first.html.includes('cart'));
  const second = await robin.open(publicUrl);
  assert.ok(second.html.includes('"cart":1'), 'what belongs to the host is kept');
  assert.ok(second.html.includes('"userId":"1"'));
  assert.ok(!second.html.includes('somebody else'));
});

test('P83 when Redis drops keys for want of memory a session is whole or gone, and a login works again', async (t) => {
  const app = await startApp(t, { ownRedis: true });
  const redis = (...words: string[]) => app.redis.command(...words);
  const robin = visitor();
  const statusOf = async () => (await robin.request(`${app.url}/profile`)).status;
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const keys = (await redis('KEYS', '*')) as string[];
  const others = keys.filter((key) => !key.startsWith('s:'));
  assert.ok(others.length > 1 && others.length < keys.length, String(keys));
  await redis('DEL', ...others);
  assert.equal(await statusOf(), 200, 'all of a session is in one key');

  await redis('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
  await redis('CONFIG', 'SET', 'maxmemory', '1');
  await redis('SET', 'x:other', '1', 'EX', '1').catch(() => {});
  await redis('CONFIG', 'SET', 'maxmemory', '0');
  assert.deepEqual(
    ((await redis('KEYS', '*')) as string[]).filter((key) => key.startsWith('s:')),
    [],
    'Redis has dropped it',
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
  // The used `state`, and the session itself.
  assert.match(stats, /cmdstat_set:calls=2,/);
});

for (const [command, when] of [
  ['zadd', 'before'],
  ['zrange', 'after'],
] as const) {
  test(`P27 when Redis fails right ${when} the session is stored there is no cookie, no redirect and no half login`, async (t) => {
    const app = await startApp(t, { ownRedis: true });
    const robin = visitor();
    const consent = await robin.press(await robin.open(`${app.url}/profile`), 'robin');
    // Redis stores the used `state`, and refuses this command.
    await app.redis.command('ACL', 'SETUSER', 'default', `-${command}`);
    const page = await robin.press(consent, 'Allow');
    await app.redis.command('ACL', 'SETUSER', 'default', `+${command}`);
    assert.equal(page.status, 503);
    assert.deepEqual(
      page.headers.getSetCookie().filter((cookie) => cookie.startsWith('sid-')),
      [],
    );
    assert.equal(page.headers.get('connection'), 'close');
    assert.ok(!robin.cookies(app.url).has(sessionCookieName(app.url)));
  });
}
