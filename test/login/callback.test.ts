import assert from 'node:assert/strict';
import test from 'node:test';
import { startLoginHost } from '../support/app/login-host.ts';
import { sessionCookieName } from '../support/app/session-cookie.ts';
import { type RunningApp, startApp } from '../support/app/start-app.ts';
import { fromOwnPage, logIn, type Visitor, visitor } from '../support/app/visitor.ts';
import { rounds } from '../support/machine/rounds.ts';
import { seededRandom } from '../support/machine/seeded-random.ts';
import { setFaults } from '../support/platform/set-faults.ts';

const sessionCookieOf = (who: Visitor, app: RunningApp) =>
  who.cookies(app.url).get(sessionCookieName(app.url)) ?? '';
const tokenCalls = (app: RunningApp) =>
  app.sandbox.calls.filter(({ path }) => path === '/api/oauth/token');

async function startLoginUpToCallback(app: RunningApp, who: Visitor): Promise<URL> {
  await logIn(who, `${app.url}/profile`, { as: 'robin' });
  who.cookies(app.url).clear();
  const start = await who.request(`${app.url}/login?return_to=/profile`);
  const authorized = await who.request(start.headers.get('location') ?? '');
  const callback = new URL(authorized.headers.get('location') ?? '');
  assert.equal(callback.origin, app.url);
  return callback;
}

test('P1 a login makes exactly one token call and ends on the page that was requested', async (t) => {
  const app = await startApp(t);
  const page = await logIn(visitor(), `${app.url}/profile?from=site`, { as: 'robin' });
  assert.equal(page.url.href, `${app.url}/profile?from=site`);
  assert.equal(page.status, 200);
  assert.equal(tokenCalls(app).length, 1);
});

test('P2 P7 a callback that is wrong in any way gets 400 without a token call', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const callback = await startLoginUpToCallback(app, robin);
  const before = tokenCalls(app).length;
  const state = callback.searchParams.get('state') ?? '';
  const code = callback.searchParams.get('code') ?? '';
  const queries = [
    '',
    `code=${code}`,
    `code=${code}&state=`,
    `code=${code}&state=${state.slice(0, 8)}`,
    `code=${code}&state=${state.slice(0, -1)}X`,
    `code=${code}&state=${state}&state=${state}`,
    `code=${code}&state[]=${state}`,
    `code=${code}&state=%00`,
    `error=no_such_error`,
    `state=${'x'.repeat(8000)}`,
    `code=${code}&state=${state.toUpperCase()}`,
  ];
  for (const query of queries) {
    const response = await robin.request(`${app.url}/login/callback?${query}`);
    assert.equal(response.status, 400, query.slice(0, 60));
    assert.match(await response.text(), /Log in again/);
  }
  assert.equal(tokenCalls(app).length, before);
  assert.equal((await robin.request(callback)).status, 303);
});

test('P4 a callback that was created in another browser is rejected, and no session is created', async (t) => {
  const app = await startApp(t);
  const callback = await startLoginUpToCallback(app, visitor());
  const before = tokenCalls(app).length;
  const victim = visitor();
  await victim.request(`${app.url}/login`);
  const response = await victim.request(callback);
  assert.equal(response.status, 400);
  assert.equal(tokenCalls(app).length, before);
  assert.ok(!victim.cookies(app.url).has(sessionCookieName(app.url)));
});

function choosyBrowser(app: RunningApp, keeps: (name: string) => boolean): Visitor {
  const who = visitor();
  const jar = who.cookies(app.url);
  const set = jar.set.bind(jar);
  jar.set = (name, value) => (keeps(name) ? set(name, value) : jar);
  return who;
}

test('a browser that blocks cookies learns that at the first callback, five rounds out of five', async (t) => {
  const app = await startApp(t);
  for (const round of [1, 2, 3, 4, 5]) {
    const robin = choosyBrowser(app, () => false);
    const page = await logIn(robin, `${app.url}/profile`, { as: 'robin' });
    assert.equal(page.status, 400, `${round}`);
    assert.match(page.text, /^Your browser blocks cookies .*We need cookies to log you in/);
    assert.equal(page.url.search, '?cookies=set', 'the code has been removed from the URL');
  }
  const headers = { 'accept-language': 'de' };
  const german = await visitor().request(`${app.url}/login/callback?cookies=set`, { headers });
  assert.match(await german.text(), /Dein Browser blockiert Cookies.*Erlaube sie/s);
});

test('a browser that keeps cookies, but has no pending login, is not told that cookies are blocked', async (t) => {
  const app = await startApp(t);
  const expired = choosyBrowser(app, (name) => !/^login-\d+\.[1-4]$/.test(name));
  const late = await logIn(expired, `${app.url}/profile`, { as: 'robin' });
  assert.equal(late.status, 400);
  assert.match(late.text, /^Log in again The login took too long/);
  const robin = visitor();
  for (const times of [1, 2, 3]) {
    const page = await robin.open(`${app.url}/login/callback?code=x&state=x`);
    assert.match(page.text, /^Log in again The login took too long/, `${times}`);
    assert.match((await robin.open(page.url)).text, /^Log in again/);
  }
});

test('P6 an attendee who denies is told that nothing was shared, and nothing is stored', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const consent = await robin.press(await robin.open(`${app.url}/profile`), 'robin');
  const page = await robin.press(consent, 'Deny');
  assert.equal(page.status, 403);
  assert.match(page.text, /^Your details weren’t shared .*Nothing was shared or saved/);
  assert.deepEqual(
    (await app.redis.dump()).filter(({ key }) => key.startsWith('s:')),
    [],
  );
});

async function returnWithError(app: RunningApp, error: string, { returnTo = '/' } = {}) {
  const robin = visitor();
  const start = await robin.request(`${app.url}/login?return_to=${returnTo}`);
  const state = new URL(start.headers.get('location') ?? '').searchParams.get('state') ?? '';
  const query = { error, error_description: 'CANARY<script>', state, iss: app.sandbox.url };
  return robin.open(`${app.url}/login/callback?${new URLSearchParams(query)}`);
}

test('P6 a person who was not asked, or did not agree, has shared nothing, whatever the server calls it', async (t) => {
  const app = await startApp(t);
  for (const error of [
    'access_denied',
    'consent_required',
    'interaction_required',
    'login_required',
    'Access_denied',
    'ACCESS_DENIED',
    'user_cancelled_login',
    'user_canceled',
    'consent_denied',
    'Declined',
  ]) {
    const page = await returnWithError(app, error);
    assert.equal(page.status, 403, error);
    assert.match(page.text, /^Your details weren’t shared/, error);
    assert.equal(page.html.includes('CANARY'), false);
  }
});

test('P6 another error at the callback is a 502 page that repeats nothing from the error', async (t) => {
  const app = await startApp(t);
  for (const error of ['invalid_scope', 'INVALID_SCOPE'])
    assert.equal((await returnWithError(app, error)).status, 502, error);
  const page = await returnWithError(app, 'server_error');
  assert.equal(page.status, 502);
  assert.match(page.text, /^You can’t log in right now/);
  assert.ok(!page.html.includes('CANARY'));
  assert.ok(!app.logLines.join('').includes('CANARY'));
});

test('P6 an unknown error with a valid state is the answer of the server: the page says its code, and nothing more', async (t) => {
  const app = await startApp(t);
  for (const [error, said] of [
    ['application_suspended', 'application_suspended'],
    ['OAUTH_APPROVAL_ERROR_GENERIC', 'OAUTH_APPROVAL_ERROR_GENERIC'],
    ['', undefined],
    ['<script>alert(1)</script>', undefined],
    ['Robin Banks, robin@example.com', undefined],
    ['x'.repeat(65), undefined],
  ] as const) {
    const { status, text, html, $ } = await returnWithError(app, error, { returnTo: '/roles' });
    assert.equal(status, 403, error);
    assert.match(text, /^The login didn’t finish The Testcon registration site didn’t log you in/);
    assert.equal(/Its reason: \W?(\w+)/.exec(text)?.[1], said);
    assert.doesNotMatch(html, /CANARY|<script>alert|Banks/);
    assert.equal($('main a.button').attr('href'), '/login?return_to=%2Froles');
  }
  const robin = visitor();
  const callback = await startLoginUpToCallback(app, robin);
  callback.searchParams.delete('code');
  assert.equal((await robin.open(callback)).status, 502, 'neither a code nor an error');
});

const knownErrors = {
  access_denied: 403,
  login_required: 403,
  invalid_scope: 502,
  server_error: 502,
};

test('P6 an error without state, while a login is pending, gets the page of the error and logs its code', async (t) => {
  const app = await startApp(t);
  for (const [error, status] of Object.entries(knownErrors)) {
    const robin = visitor();
    const callback = await startLoginUpToCallback(app, robin);
    app.logLines.length = 0;
    const page = await robin.open(
      `${app.url}/login/callback?error=${error}&error_description=CANARY`,
    );
    assert.equal(page.status, status, error);
    assert.match(page.text, /^(Your details weren’t shared|You can’t log in right now)/);
    assert.match(app.logLines.join(''), new RegExp(`"oauthError":"${error}"`));
    assert.doesNotMatch(page.html + app.logLines.join(''), /CANARY/);
    // Anybody can create such a link, so it must not use up the pending login.
    const finished = await robin.request(callback);
    assert.equal(finished.headers.get('location'), '/profile', 'the login was still pending');
  }
});

test('P6 P7 an error without state and without a pending login is 400, or redirects an attendee home, and logs its code', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  for (const error of Object.keys(knownErrors)) {
    const address = `${app.url}/login/callback?error=${error}`;
    app.logLines.length = 0;
    const page = await visitor().open(address);
    assert.equal(page.status, 400);
    assert.match(page.text, /^Log in again/);
    assert.match(app.logLines.join(''), new RegExp(`"oauthError":"${error}"`));
    app.logLines.length = 0;
    assert.equal((await robin.request(address)).headers.get('location'), '/');
    assert.match(
      app.logLines.join(''),
      new RegExp(`returned the error ${error} without a valid state`),
    );
  }
});

test('P6 P46 an error code is logged only if it is on a fixed list, with state or without', async (t) => {
  const app = await startApp(t);
  for (const error of ['Robin-Banks', 'access_denied_CANARY', 'toString', '__proto__', '']) {
    await returnWithError(app, error);
    await visitor().open(`${app.url}/login/callback?${new URLSearchParams({ error })}`);
  }
  await visitor().open(`${app.url}/login/callback?error=server_error&error=Robin-Banks`);
  assert.doesNotMatch(app.logLines.join(''), /oauthError|Robin-Banks|CANARY/);
});

test('P10 a callback that names another issuer is rejected before any token call (RFC 9207)', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const callback = await startLoginUpToCallback(app, robin);
  const before = tokenCalls(app).length;
  callback.searchParams.set('iss', 'https://evil.example');
  assert.equal((await robin.request(callback)).status, 502);
  assert.equal(tokenCalls(app).length, before);
});

test('a repeated parameter is not a fault of the convention, and no code is sent (RFC 6749 3.1)', async (t) => {
  const app = await startApp(t);
  for (const name of ['code', 'state', 'iss', 'error']) {
    const robin = visitor();
    const callback = await startLoginUpToCallback(app, robin);
    const before = tokenCalls(app).length;
    for (const value of ['a', 'b']) callback.searchParams.append(name, value);
    const page = await robin.request(callback);
    assert.equal(page.status, 400, name);
    assert.equal(tokenCalls(app).length, before, name);
  }
  assert.doesNotMatch(app.logLines.join('\n'), /platform-/);
});

test('P8 the redirect URI comes from the settings, whatever Host and X-Forwarded-Host say', async (t) => {
  const app = await startApp(t);
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  };
  const toOurs = await visitor().request(`${app.url}/login`, { headers });
  const address = toOurs.headers.get('location') ?? '';
  assert.equal(new URL(address).origin, app.url);
  const response = await visitor().request(address, { headers });
  const { searchParams } = new URL(response.headers.get('location') ?? '');
  assert.equal(searchParams.get('redirect_uri'), `${app.url}/login/callback`);
});

test('while the convention is down a login ends on a 502 page without a session', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const callback = await startLoginUpToCallback(app, robin);
  const sessions = async () =>
    (await app.redis.dump()).filter(({ key }) => key.startsWith('s:')).length;
  const before = await sessions();
  await app.sandbox.close();
  const page = await robin.open(callback);
  assert.equal(page.status, 502);
  assert.match(page.text, /^You can’t log in right now/);
  assert.equal(await sessions(), before);
});

test('P88 P31 while Redis is down a login ends on a 503 page, without a session cookie', async (t) => {
  const app = await startApp(t, { ownRedis: true, redisDeadlineMs: 1000 });
  const robin = visitor();
  const callback = await startLoginUpToCallback(app, robin);
  app.redis.process.kill('SIGSTOP');
  t.after(() => app.redis.process.kill('SIGCONT'));
  const response = await robin.request(callback);
  assert.equal(response.status, 503);
  assert.equal(response.headers.get('retry-after'), '5');
  assert.ok(!response.headers.getSetCookie().some((cookie) => cookie.startsWith('sid-')));
});

test('P7 no callback query causes a server error', async (t) => {
  const app = await startApp(t);
  const pieces = [
    'code',
    'state',
    'error',
    'iss',
    '=',
    '&',
    '[]',
    '%',
    '%00',
    '%ff',
    '%E0%A4',
    '<',
    '"',
    '+',
    '__proto__',
    'ü',
    '?',
    '#',
    ';',
  ];
  const chance = seededRandom(7);
  const random = (below: number) => Math.floor(chance() * below);
  const count = rounds(t, { short: 60, full: 300, of: 'callback queries' });
  for (let round = 0; round < count; round += 1) {
    const query = Array.from({ length: random(12) }, () => pieces[random(pieces.length)]).join('');
    const { status } = await visitor().open(
      `${app.url}/login/callback?${encodeURI(query).replaceAll('%25', '%')}`,
    );
    assert.ok(status >= 400 && status < 500, `${status} for ${query}`);
  }
});

const optionalScopes = ['pii:email', 'pii:phone', 'pii:address'];

async function readProfile(who: Visitor, app: RunningApp) {
  const profile = await who.open(`${app.url}/profile`);
  return {
    path: profile.url.pathname,
    name: profile.$('.site-menu bdi').text(),
    email: profile.text.includes('robin@'),
  };
}

test('sharing more from a link returns to the page with more, in a new session', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin', untick: optionalScopes });
  const before = sessionCookieOf(robin, app);
  const consent = await robin.open(
    `${app.url}/login?scope=pii:email&return_to=/profile?x=1`,
    app.url,
  );
  const page = await robin.press(consent, 'Allow');
  assert.equal(page.url.pathname + page.url.search, '/profile?x=1');
  assert.match(page.text, /^Now on your profile: your email address/);
  assert.match(page.text, /robin@/);
  assert.notEqual(sessionCookieOf(robin, app), before);
  const copy = visitor();
  copy.cookies(app.url).set(sessionCookieName(app.url), before);
  assert.equal((await copy.request(`${app.url}/profile`)).status, 303);
  assert.equal((await app.redis.dump()).filter(({ key }) => key.startsWith('s:')).length, 1);
});

test('P15 sharing more that returns as another person changes nothing, and the page names the cause', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin', untick: optionalScopes });
  const [before, keysBefore] = [
    sessionCookieOf(robin, app),
    (await app.redis.dump()).filter(({ key }) => /^[si]:/.test(key)),
  ];
  robin.cookies(app.sandbox.url).clear();
  const page = await logIn(robin, `${app.url}/login?scope=pii:email&return_to=/profile`, {
    as: 'sam',
    from: app.url,
  });
  assert.equal(page.url.pathname + page.url.search, '/profile');
  assert.match(page.text, /^Nothing changed\. You’re still logged in with the same account/);
  assert.equal(sessionCookieOf(robin, app), before);
  const keysAfter = (await app.redis.dump()).filter(({ key }) => /^[si]:/.test(key));
  assert.deepEqual(
    keysAfter.map(({ key, value }) => [key, value]),
    keysBefore.map(({ key, value }) => [key, value]),
  );
  assert.deepEqual(await readProfile(robin, app), {
    path: '/profile',
    name: 'Robin',
    email: false,
  });
});

test('P15 sharing more that is denied, or fails, leaves the session as it was', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin', untick: optionalScopes });
  const before = sessionCookieOf(robin, app);
  const denied = await robin.press(
    await robin.open(`${app.url}/login?scope=pii:email&return_to=/profile`, app.url),
    'Deny',
  );
  assert.equal(denied.url.pathname + denied.url.search, '/profile');
  assert.match(denied.text, /^Nothing changed\. (?!You’re still)/);
  assert.equal(sessionCookieOf(robin, app), before);

  const consent = await robin.open(`${app.url}/login?scope=pii:email&return_to=/profile`, app.url);
  await setFaults(app.sandbox, [{ fault: 'server-error', route: 'GET /api/users/current' }]);
  const failed = await robin.press(consent, 'Allow');
  assert.equal(failed.status, 502);
  await setFaults(app.sandbox, []);
  assert.equal(sessionCookieOf(robin, app), before);
  assert.deepEqual(await readProfile(robin, app), {
    path: '/profile',
    name: 'Robin',
    email: false,
  });
});

test('sharing more that is finished in another browser, after a log-out or as somebody else starts no session', async (t) => {
  const app = await startApp(t);
  for (const then of ['another browser', 'logged out', 'logged in as sam'] as const) {
    const robin = visitor();
    await logIn(robin, `${app.url}/profile`, { as: 'robin', untick: optionalScopes });
    const authorization = await robin.request(
      `${app.url}/login?scope=pii:email&return_to=/profile`,
      { headers: fromOwnPage },
    );
    const consent = await robin.open(authorization.headers.get('location') ?? '');
    const pending = [...robin.cookies(app.url)].filter(([name]) => name.startsWith('login-'));
    if (then === 'another browser') robin.cookies(app.url).clear();
    else await robin.press(await robin.open(`${app.url}/profile`), 'Log out');
    if (then === 'logged in as sam') {
      const sam = visitor();
      await logIn(sam, `${app.url}/profile`, { as: 'sam' });
      robin.cookies(app.url).set(sessionCookieName(app.url), sessionCookieOf(sam, app));
      for (const [name, value] of pending) robin.cookies(app.url).set(name, value);
    }
    const sessionBefore = robin.cookies(app.url).get(sessionCookieName(app.url));
    const page = await robin.press(consent, 'Allow');
    const end = then === 'logged out' ? '200 /logged-out' : '400 /login/callback';
    assert.equal(`${page.status} ${page.url.pathname}`, end, then);
    assert.equal(robin.cookies(app.url).get(sessionCookieName(app.url)), sessionBefore, then);
  }
});

test('a login that was granted in part says so on the page after it', async (t) => {
  const app = await startApp(t);
  const page = await logIn(visitor(), `${app.url}/profile`, { as: 'robin', untick: ['pii:phone'] });
  assert.equal(page.url.search, '');
  assert.match(
    page.text,
    /^Shared: your email address and your postal address\. Not shared: your phone number\./,
  );
  const whole = await logIn(visitor(), `${app.url}/profile`, { as: 'sam' });
  assert.match(whole.text, /^(Sam|S|Your profile)/);
});

test('a server that returns with a form is named, by the login of a host and by Lanyard', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const start = await robin.request(`${app.url}/login`);
  const request = `${start.headers.get('location')}&response_mode=form_post`;
  const { $ } = await robin.press(await robin.press(await robin.open(request), 'robin'), 'Allow');
  assert.equal($('form').attr('action'), `${app.url}/login/callback`);
  const form = new URLSearchParams($('form').serialize());
  assert.ok(form.has('code') && form.has('state'));

  const headers = { 'sec-fetch-site': 'cross-site', origin: app.sandbox.url };
  const host = await startLoginHost(t, {});
  const callbacks = [app.url, host.origin].map((url) => `${url}/login/callback`);
  for (const address of callbacks.flatMap((each) => [each, `${each}/`])) {
    const refused = await robin.request(address, { method: 'POST', headers, form });
    assert.equal(refused.status, 405);
    assert.equal(refused.headers.get('allow'), 'GET, HEAD');
    assert.match(await refused.text(), /You can’t log in right now|login-unavailable/);
  }
  assert.match(app.logLines.join(''), /"code":"platform-form-post"/);
});

test('P88 a callback that fails because Redis accepts no writes can be opened again', async (t) => {
  const app = await startApp(t, { ownRedis: true });
  const robin = visitor();
  const callback = await startLoginUpToCallback(app, robin);
  await app.redis.command('CONFIG', 'SET', 'maxmemory', '1');
  assert.equal((await robin.open(callback.href)).status, 503);
  await app.redis.command('CONFIG', 'SET', 'maxmemory', '0');
  assert.equal((await robin.open(callback.href)).url.pathname, '/profile');
});
