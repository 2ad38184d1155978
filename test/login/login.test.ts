import assert from 'node:assert/strict';
import test from 'node:test';
import { createEncryptedSessions, createLogin, createMemoryKeys } from '../../src/login/login.ts';
import { sessionCookieName } from '../support/app/session-cookie.ts';
import { startApp } from '../support/app/start-app.ts';
import { allow, type LoadedPage, logIn, type Visitor, visitor } from '../support/app/visitor.ts';

test('/login redirects to the authorization endpoint; with a session it redirects straight to the page', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const start = await robin.request(`${app.url}/login?return_to=/profile`);
  assert.equal(start.status, 303);
  assert.ok(start.headers.get('location')?.startsWith(`${app.sandbox.url}/oauth/authorize?`));

  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const again = await robin.request(`${app.url}/login?return_to=/profile?x`);
  assert.equal(again.headers.get('location'), '/profile?x');
});

test('P23 GET /logout logs nobody out: it is 405 with the button', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const page = await robin.open(`${app.url}/logout`);
  assert.equal(page.status, 405);
  assert.equal((await robin.request(`${app.url}/profile`)).status, 200);
  const goodbye = await robin.press(page, 'Log out');
  assert.equal(goodbye.url.pathname, '/logged-out');
});

test('a link in an Office document starts the login in the browser that Office opens', async (t) => {
  const app = await startApp(t);
  const link = `${app.url}/login?return_to=/profile?a%3D1%26b&scope=pii:email`;
  for (const product of ['ms-office; MSOffice 16', 'Excel/16.66', 'Microsoft Office Word 2013']) {
    const headers = { 'user-agent': `Mozilla/4.0 (compatible; ${product})` };
    const answer = await visitor().request(link, { headers });
    assert.deepEqual([answer.status, answer.headers.getSetCookie()], [200, []], product);
    // Office follows this `Refresh` in its own window. The second request must not get the same
    // page again.
    const next = '/login?return_to=%2Fprofile%3Fa%3D1%26b&browser=1';
    assert.equal(answer.headers.get('refresh'), `0; url=${next}`);
    const window = await visitor().request(app.url + next, { headers: { ...headers } });
    assert.ok(window.headers.get('location')?.startsWith(app.sandbox.url), product);
  }
  const robin = visitor();
  const page = await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  await robin.press(page, 'Log out');
  const headers = { 'user-agent': 'Microsoft Office/16.0 (Microsoft Word 16.0; Pro)' };
  const asked = await robin.request(link, { headers });
  assert.match(asked.headers.get('location') ?? '', /^\/logged-out\?/);
});

test('P12 P23 nobody is logged out by an image, a script, a frame or a prefetch of the login or the callback', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  for (const headers of [
    { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-site' },
    { 'sec-purpose': 'prefetch;prerender' },
  ] as Record<string, string>[])
    for (const path of ['/login', '/login?return_to=/profile', '/login/callback?code=a&state=b']) {
      const { status, headers: answered } = await robin.request(app.url + path, { headers });
      assert.deepEqual([status, answered.getSetCookie()], [401, []], JSON.stringify(headers));
    }
  assert.equal((await robin.request(`${app.url}/profile`)).status, 200);
});

test('P23 a log-out works while the convention is down, and in a browser whose session is already over', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const profile = await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const cookies = [...robin.cookies(app.url)];
  await app.sandbox.close();
  const goodbye = await robin.press(profile, 'Log out');
  assert.equal(goodbye.url.pathname, '/logged-out');
  assert.equal(goodbye.status, 200);

  for (const [name, value] of cookies) robin.cookies(app.url).set(name, value);
  const once = await robin.press(profile, 'Log out');
  assert.equal(once.url.pathname, '/logged-out');
  assert.ok(!robin.cookies(app.url).has(sessionCookieName(app.url)));
});

test('P23 while Redis is down a log-out deletes the cookie in this browser, and says what it could not do', async (t) => {
  const app = await startApp(t, { ownRedis: true });
  const robin = visitor();
  const profile = await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  app.redis.process.kill('SIGKILL');
  const page = await robin.press(profile, 'Log out');
  assert.equal(page.status, 503);
  assert.match(
    page.text,
    /^You’re logged out in this browser We couldn’t end your session on our server/,
  );
  assert.ok(!robin.cookies(app.url).has(sessionCookieName(app.url)));
  assert.equal(page.$('form').length, 0);
});

test('a log-out form that another site sends without our cookie changes nothing here', async (t) => {
  const app = await startApp(t);
  const response = await visitor().request(`${app.url}/logout`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  assert.deepEqual(response.headers.getSetCookie(), []);
});

test('P35 after a rotation of the session secrets, earlier sessions and their forms still work', async (t) => {
  const before = 'b'.repeat(64);
  const app = await startApp(t, { settings: { SESSION_SECRETS: before } });
  const robin = visitor();
  const profile = await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  await app.restartApp({ SESSION_SECRETS: `${'a'.repeat(64)},${before}` });
  assert.equal((await robin.request(`${app.url}/profile`)).status, 200);
  const goodbye = await robin.press(profile, 'Log out');
  assert.equal(goodbye.url.pathname, '/logged-out');
});

function logOutEverywhere(who: Visitor, { $, url }: LoadedPage): Promise<Response> {
  return who.request(`${url.origin}/logout/everywhere`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    form: new URLSearchParams({ form_token: String($('input[name=form_token]').first().val()) }),
  });
}

test('P34 a log-out everywhere ends every session of the person, on every device, and nobody else’s', async (t) => {
  const app = await startApp(t);
  const [phone, laptop, sam] = [visitor(), visitor(), visitor()];
  const page = await logIn(phone, `${app.url}/profile`, { as: 'robin' });
  await logIn(laptop, `${app.url}/profile`, { as: 'robin' });
  await logIn(sam, `${app.url}/profile`, { as: 'sam' });
  const goodbye = await logOutEverywhere(phone, page);
  assert.equal(goodbye.status, 303);
  assert.equal(goodbye.headers.get('location'), '/logged-out');
  for (const device of [phone, laptop])
    assert.equal((await device.request(`${app.url}/profile`)).status, 303);
  assert.equal((await sam.request(`${app.url}/profile`)).status, 200);
  const kept = (await app.redis.dump()).map(({ key }) => key.slice(0, 2));
  assert.deepEqual(
    kept.filter((key) => key === 's:' || key === 'i:'),
    ['i:', 's:'],
  );
  assert.equal((await laptop.open(`${app.url}/profile`)).status, 200);
});

test('P34 a login that was pending while its person logged out everywhere fails', async (t) => {
  const app = await startApp(t);
  const [phone, laptop] = [visitor(), visitor()];
  const page = await logIn(phone, `${app.url}/profile`, { as: 'robin' });
  const chooseAttendee = await laptop.open(`${app.url}/profile`);
  await logOutEverywhere(phone, page);
  const late = await allow(laptop, await laptop.press(chooseAttendee, 'robin'));
  assert.equal(late.status, 400);
  assert.ok(!laptop.cookies(app.url).has(sessionCookieName(app.url)));
  assert.deepEqual(
    (await app.redis.dump()).filter(({ key }) => /^[si]:/.test(key)),
    [],
  );
});

test('P34 while Redis is down nobody is told that they are logged out everywhere', async (t) => {
  const app = await startApp(t, { ownRedis: true });
  const robin = visitor();
  const page = await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  app.redis.process.kill('SIGKILL');
  const answer = await logOutEverywhere(robin, page);
  assert.equal(answer.status, 503);
  assert.doesNotMatch(await answer.text(), /logged out everywhere|on all devices/i);
});

test('P67 P68 a login link may redirect to a site in RETURN_ORIGINS, before and after the login, and to no other', async (t) => {
  const app = await startApp(t, { settings: { RETURN_ORIGINS: 'https://testcon.example' } });
  const robin = visitor();
  const target = 'https://testcon.example/thanks?from=login';
  const start = await robin.request(`${app.url}/login?return_to=${encodeURIComponent(target)}`);
  const consent = await robin.press(await robin.open(start.headers.get('location') ?? ''), 'robin');
  const fields = new URLSearchParams(consent.$('form').serialize());
  // The denied scope causes a notice, which only the app's own pages show. The login must
  // nevertheless redirect to the other site.
  fields.delete('scope', 'pii:phone');
  fields.append('decision', 'allow');
  let at = new URL(consent.$('form').attr('action') ?? '', consent.url);
  let answer = await robin.request(at, { method: 'POST', form: fields });
  while (new URL(answer.headers.get('location') ?? '', at).origin !== 'https://testcon.example') {
    at = new URL(answer.headers.get('location') ?? '', at);
    answer = await robin.request(at);
  }
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.get('location'), target);
  assert.equal((await robin.request(`${app.url}/profile`)).status, 200);

  const again = await robin.request(`${app.url}/login?return_to=${encodeURIComponent(target)}`);
  assert.equal(again.headers.get('location'), target);
  for (const other of [
    'https://testcon.example.evil.example/',
    'https://testcon.example@evil.example/',
    'http://testcon.example/',
  ]) {
    const refused = await robin.request(`${app.url}/login?return_to=${encodeURIComponent(other)}`);
    assert.equal(refused.headers.get('location'), '/', other);
  }
});

const shortLimits = { idleSeconds: 60, absoluteSeconds: 60 };

function goodOptions() {
  const encryptionKeys = [{ id: 'k', key: Buffer.alloc(32, 1) }] as const;
  const limits = shortLimits;
  return {
    publicUrl: new URL('http://localhost:3000'),
    oauth: { clientId: 'c', clientSecret: 's', issuer: 'http://localhost:4000' },
    scopes: ['pii:basic'],
    whoIs: async () => ({ id: '1' }),
    sessions: createEncryptedSessions({ keys: createMemoryKeys(), encryptionKeys, limits }),
    encryptionKeys,
  };
}

test('a missing part of `oauth` is named at start, because each login would fail without naming it', () => {
  const good = goodOptions();
  const broken = [
    [{ clientId: '' }, '`oauth.clientId` is missing'],
    [{ clientSecret: undefined as never }, '`oauth.clientSecret` is missing'],
    [{ issuer: '' }, '`oauth.issuer` is missing'],
    [{ issuer: 'reg.example' }, '`oauth.issuer` must be a URL'],
  ] as const;
  for (const [change, fix] of broken) {
    const withChange = { ...good, oauth: { ...good.oauth, ...change } };
    assert.throws(() => createLogin(withChange), {
      message: new RegExp(`^createLogin: ${fix}`),
    });
  }
});

test('options that cannot work are rejected at start, with the fix', () => {
  const good = goodOptions();
  assert.ok(createLogin(good));
  const withPath = { ...good, publicUrl: new URL('http://localhost:3000/account') };
  assert.throws(() => createLogin(withPath), /`publicUrl` must have no path.*prefix/);
  for (const field of ['attendee', 'startedAt', 'notLive', 'cookie']) {
    const withField = { ...good, carryOver: ['cart', field] };
    assert.throws(() => createLogin(withField), {
      message: new RegExp(`\`carryOver\` must not name ${field}:`),
    });
  }
  const overHttp = { ...good, publicUrl: new URL('http://shop.example') };
  assert.throws(() => createLogin(overHttp), /`publicUrl` must be https/);
  const keyRings = [
    [],
    [{ id: 'k', key: Buffer.alloc(0) }],
    [{ id: 'k', key: Buffer.alloc(31) }],
    [{ id: 'ö', key: Buffer.alloc(32) }],
  ];
  for (const keyRing of keyRings) {
    const withKeys = { ...good, encryptionKeys: keyRing as never };
    assert.throws(() => createLogin(withKeys), /`encryptionKeys` must be a list/);
    const sealing = { limits: shortLimits, encryptionKeys: keyRing as never };
    assert.throws(
      () => createEncryptedSessions({ keys: createMemoryKeys(), ...sealing }),
      /`encryptionKeys` must be a list/,
    );
  }
  const withStore = { ...good, sessions: { store: good.sessions.store } as never };
  assert.throws(
    () => createLogin(withStore),
    /createEncryptedSessions\(…\), or from ownStoreSessions\(…\)/,
  );
});
