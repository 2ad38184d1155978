import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { load } from 'cheerio';
import request from 'supertest';
import { PageError } from '../../src/errors.ts';
import { brokenStore, createAppAlone } from '../support/app/create-app-alone.ts';
import { sessionCookieName } from '../support/app/session-cookie.ts';
import { type RunningApp, startApp } from '../support/app/start-app.ts';
import { logIn, type Visitor, visitor } from '../support/app/visitor.ts';

const { app } = createAppAlone();

test('an unknown page is 404 and leads home', async () => {
  for (const path of [
    '/unknown',
    '/profile.html',
    '/login/unknown',
    '//evil.example/',
    '/assets/',
  ]) {
    const page = readPage(await request(app).get(path));
    assert.equal(page.status, 404, path);
    assert.equal(page.heading, 'Page not found');
    assert.deepEqual(page.nextStep, { words: 'Go to your badge', to: '/' });
  }
});

test('a URL that cannot be decoded is a 4xx page, never a defect', async () => {
  for (const path of [
    '/%',
    '/%zz',
    '/%E0%A4%A',
    '/assets/%E0',
    '/logged-out/%ff',
    '/login/callback?state=%E0%A4%A&cookies=set&code=%',
  ]) {
    const page = readPage(await request(app).get(path));
    assert.ok(page.status >= 400 && page.status < 500, `${path}: ${page.status}`);
    assert.ok(page.heading);
  }
});

test('a method that a page does not accept is 405, and the accepted ones are named', async () => {
  const response = await request(app).post('/').set('Sec-Fetch-Site', 'same-origin');
  assert.equal(response.headers.allow, 'GET, HEAD');
  assert.equal((await request(app).get('/language')).headers.allow, 'POST');
  const page = readPage(response);
  assert.equal(page.status, 405);
  assert.equal(page.heading, 'That doesn’t work here');
});

test('P102 a body that is too large, or unreadable, is a 4xx page without messages from a library', async () => {
  const send = (type: string, body: string) =>
    request(app)
      .post('/logout')
      .set('Sec-Fetch-Site', 'same-origin')
      .set('Content-Type', type)
      .send(body);
  const form = 'application/x-www-form-urlencoded';
  for (const [response, status] of [
    [await send(form, `a=${'CANARY'.repeat(4000)}`), 413],
    [await send(form, Array.from({ length: 2000 }, (_, n) => `CANARY${n}=`).join('&')), 413],
    [await send(`${form}; charset=CANARY`, 'a=b'), 415],
  ] as const) {
    assert.equal(response.status, status);
    assert.equal(readPage(response).heading, 'That link or form didn’t work');
    assert.doesNotMatch(response.text, /CANARY|too large<|entity|charset="?CANARY/i);
  }
});

test('P31 P91 a login that a full Redis cannot store asks to log in again, and the button does so', async (t) => {
  const app = await startApp(t, { ownRedis: true });
  const robin = visitor();
  const start = await robin.open(`${app.url}/profile`);
  await app.redis.command('CONFIG', 'SET', 'maxmemory', '1');
  const page = await robin.press(await robin.press(start, 'robin'), 'Allow');
  assert.deepEqual([page.status, page.url.pathname], [503, '/login/callback']);
  assert.match(page.text, /Your login didn’t finish Log in again in a moment\./);
  assert.doesNotMatch(page.text, /don’t have to log in/);
  const [line] = app.logLines.filter((text) => text.includes('"problem":"login-interrupted"'));
  assert.match(line ?? '', /"cause":"Redis is full","code":"redis-full"/);
  await app.redis.command('CONFIG', 'SET', 'maxmemory', '0');
  const badge = await robin.follow(page, 'Log in with Testcon');
  assert.deepEqual([badge.status, badge.url.pathname], [200, '/badge-name']);
});

test('P31 sharing more that Redis cannot store leaves the login as it was, and the page says so', async (t) => {
  const app = await startApp(t, { ownRedis: true });
  const robin = visitor();
  const profile = await logIn(robin, `${app.url}/profile`, { as: 'robin', untick: ['pii:phone'] });
  const consent = await robin.follow(profile, 'Share: Phone');
  await app.redis.command('CONFIG', 'SET', 'maxmemory', '1');
  const page = await robin.press(consent, 'Allow');
  assert.equal(page.status, 503);
  assert.match(page.text, /If you were logged in before, you still are\./);
  assert.equal((await robin.request(`${app.url}/profile`)).status, 200);
});

test('a visitor who has to wait sees for how many minutes at most, and one at least', async () => {
  for (const [retryAfterSeconds, text] of [
    [undefined, 'Wait 1 minute,'],
    [60, 'Wait 1 minute,'],
    [61, 'Wait 2 minutes,'],
    [120, 'Wait 2 minutes,'],
  ] as const) {
    const problem = new PageError({ status: 429, problem: 'too-often', retryAfterSeconds });
    const { app, sessionCookie } = createAppAlone({ keys: brokenStore(problem) });
    const response = await request(app).get('/profile').set('Cookie', sessionCookie);
    assert.equal(response.headers['retry-after'], retryAfterSeconds && String(retryAfterSeconds));
    assert.ok(load(response.text)('main').text().includes(text), `${retryAfterSeconds}: ${text}`);
  }
});

test('our own defect is 500: its message stays private, and the page has a reference to the log', async () => {
  const broken = createAppAlone({ keys: brokenStore(new Error('CANARY at redis://10.0.0.1')) });
  const response = await request(broken.app)
    .get('/profile?CANARY')
    .set('Cookie', broken.sessionCookie);
  const page = readPage(response);
  assert.equal(page.status, 500);
  assert.equal(page.heading, 'Something isn’t working');
  assert.deepEqual(page.nextStep, { words: 'Try again', to: '/profile' });
  assert.doesNotMatch(response.text, /CANARY|10\.0\.0\.1|\.ts:|node_modules/);
  const logged = broken.logLines.find((line) => line.includes('"problem":"internal"'));
  assert.match(page.reference, aReference);
  assert.ok(
    logged?.includes(`"reference":"${page.reference}"`),
    'the log line has the reference from the page',
  );
  assert.doesNotMatch(broken.logLines.join(''), /CANARY|10\.0\.0\.1/);
});

test('the next step never leads to another site, for any spelling of the URL', async () => {
  const broken = createAppAlone({ keys: brokenStore(new Error('a defect')) });
  for (const path of [
    '/profile//evil.example',
    '/profile/\\evil.example',
    '/profile/../../\\evil.example',
  ]) {
    const { nextStep, status } = readPage(
      await request(broken.app).get(path).set('Cookie', broken.sessionCookie),
    );
    assert.equal(status, 404, path);
    assert.equal(
      new URL(nextStep.to, 'http://localhost:3000').origin,
      'http://localhost:3000',
      nextStep.to,
    );
  }
});

test('the callback is never offered again, because its code is used', async () => {
  const page = readPage(
    await request(app)
      .get('/login/callback?error=CANARY&error_description=CANARY&state=CANARY')
      .set('Cookie', 'login-3000.check=1'),
  );
  assert.equal(page.status, 400);
  assert.deepEqual(page.nextStep, { words: 'Log in with 127.0.0.1', to: '/login' });
  assert.doesNotMatch(page.html, /CANARY|callback/);
});

test('the same with a frozen Redis, and when it continues the attendee is still logged in', async (t) => {
  const running = await startApp(t, { ownRedis: true, redisDeadlineMs: 1000 });
  const robin = await withoutRedis(running, 'SIGSTOP');
  running.redis.process.kill('SIGCONT');
  let profile = await robin.open(`${running.url}/profile`);
  // If the connection was dropped, the app needs a moment to reconnect.
  for (let tries = 0; profile.status === 503 && tries < 50; tries += 1) {
    await sleep(100);
    profile = await robin.open(`${running.url}/profile`);
  }
  assert.equal(profile.url.pathname, '/profile');
  assert.equal(profile.status, 200);
});

test('P88 every page waits at most once for a frozen Redis, and not at all for a killed one', async (t) => {
  const redisDeadlineMs = 2000;
  const app = await startApp(t, { ownRedis: true, redisDeadlineMs });
  const robin = visitor();
  const profile = await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const callback = await callbackOfAnotherTab(robin, app.url);
  const stylesheet = profile.$('link[rel=stylesheet]').attr('href') ?? '';
  const all = [...robin.cookies(app.url)];
  const withoutSession = all.filter(([name]) => name !== sessionCookieName(app.url));
  const requests = [
    ...['/profile', 'Log out', callback].map((what) => ({ what, status: 503, cookies: all })),
    { what: callback, status: 503, cookies: withoutSession },
    ...['/', '/logged-out', '/healthz', stylesheet].map((what) => ({
      what,
      status: 200,
      cookies: all,
    })),
  ];
  const open = async (what: string, cookies: typeof all) => {
    const who = visitor();
    for (const [name, value] of cookies) who.cookies(app.url).set(name, value);
    return what === 'Log out' ? who.press(profile, what) : who.request(new URL(what, app.url));
  };
  const longestMs = { SIGSTOP: 2 * redisDeadlineMs, SIGKILL: redisDeadlineMs };
  for (const signal of ['SIGSTOP', 'SIGKILL'] as const) {
    app.redis.process.kill(signal);
    const start = performance.now();
    // All requests run at once, so the test waits for only one timeout.
    await Promise.all(
      requests.map(async ({ what, status, cookies }) => {
        assert.equal((await open(what, cookies)).status, status, `${signal}: ${what}`);
        assert.ok(performance.now() - start < longestMs[signal], `${signal}: ${what}`);
      }),
    );
  }
});

async function callbackOfAnotherTab(who: Visitor, url: string): Promise<string> {
  const jar = who.cookies(url);
  const session = new Map(jar);
  jar.clear();
  const start = await who.request(`${url}/login`);
  const back = await who.request(start.headers.get('location') ?? '');
  for (const [name, value] of session) jar.set(name, value);
  return back.headers.get('location') ?? '';
}

async function withoutRedis({ url, redis }: RunningApp, signal: 'SIGKILL' | 'SIGSTOP') {
  const robin = visitor();
  const profile = await logIn(robin, `${url}/profile`, { as: 'robin' });
  const stylesheet = profile.$('link[rel=stylesheet]').attr('href') ?? '';
  const cookies = new Map(robin.cookies(url));
  redis.process.kill(signal);

  const response = await robin.open(`${url}/profile?page=1`);
  const page = readPage({ status: response.status, text: response.html });
  assert.equal(page.status, 503);
  assert.equal(page.heading, 'Something isn’t working');
  assert.equal(response.headers.get('retry-after'), '5');
  assert.equal(response.headers.get('connection'), 'close');
  assert.deepEqual(page.nextStep, { words: 'Try again', to: '/profile' });

  for (const path of ['/', '/healthz', stylesheet, '/logged-out']) {
    assert.equal((await robin.request(url + path)).status, 200, path);
  }
  assert.equal((await robin.open(`${url}/unknown`)).status, 404);
  assert.deepEqual(robin.cookies(url), cookies, 'the cookies are unchanged');
  return robin;
}

/** Eight characters that are hard to confuse: no 0, 1, I, L, O or U. */
const aReference = /^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/;

function readPage({ status, text }: { status: number; text: string }) {
  const $ = load(text);
  const button = $('main a.button');
  return {
    status,
    html: text,
    heading: $('h1').text(),
    nextStep: { words: button.text(), to: button.attr('href') ?? '' },
    reference: $('main code').text(),
  };
}

test('each fault has its own reference, next to the contact; a response that is not a fault has none', async () => {
  const { app } = createAppAlone({ settings: { HELP_EMAIL: 'help@testcon.example' } });
  const fault = () => request(app).post('/').set('Sec-Fetch-Site', 'same-origin');
  const [one, another] = [await fault(), await fault()].map(readPage);
  assert.match(one?.reference ?? '', aReference);
  assert.notEqual(one?.reference, another?.reference);
  const $ = load(one?.html ?? '');
  assert.equal($('main a[href="mailto:help@testcon.example"]').text(), 'help@testcon.example');
  assert.match($('main .rows').text(), /Contact us.*Quote this reference/s);
  for (const path of ['/unknown', '/logout']) {
    const page = readPage(await request(app).get(path));
    assert.equal(page.reference, '', path);
    assert.equal(load(page.html)('main .rows').length, 0, path);
  }
});

test('when the error page itself fails, the response is a plain line with the reference, and nothing from the defect', async () => {
  const { app, logLines } = createAppAlone({ banner: 'no.such.message' });
  const response = await request(app).get('/');
  assert.equal(response.status, 500);
  assert.match(response.text, /^Something isn’t working\. [2-9A-Z]{4}-[2-9A-Z]{4}$/);
  assert.ok(response.headers['content-security-policy']);
  assert.ok(logLines.some((line) => line.includes('the error page itself failed')));
});
