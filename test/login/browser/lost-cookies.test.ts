import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import type { Request } from 'express';
import { request } from 'undici';
import { createCookies } from '../../../src/login/browser/cookies.ts';
import { createCookieCheck } from '../../../src/login/browser/lost-cookies.ts';
import { daytime } from '../../support/app/clocks.ts';
import { startLoginUntilCallback, visitorWithSandboxLogin } from '../../support/app/login-steps.ts';
import { sessionCookieName } from '../../support/app/session-cookie.ts';
import { startApp } from '../../support/app/start-app.ts';
import { confirm, type LoadedPage, logIn, visitor } from '../../support/app/visitor.ts';

const cookies = createCookies(new URL('https://a.example'), [{ id: 'k1', key: randomBytes(32) }]);
const paths = { callback: '/callback' };
const { resultOf } = createCookieCheck({
  ...{ cookies, loginCookie: 'login', sessionCookie: '__Host-session', paths },
});
const result = (cookie: string, query = '') =>
  resultOf({ headers: { cookie }, originalUrl: `/callback${query}` } as Request);

test('any cookie of the login shows that the browser keeps cookies, with any other cookies and query', () => {
  for (const query of ['', '?cookies=set'])
    for (const ours of ['__Host-login.check=1', '__Host-login.2=x', '__Host-session=s'])
      assert.equal(result(`other=1; ${ours}; more=2`, query), 'kept');
});

test('without one it is unknown, and after cookies were set they are blocked', () => {
  for (const cookie of ['', 'other=1', 'login.check=1']) {
    assert.equal(result(cookie), 'unknown');
    assert.equal(result(cookie, '?cookies=set'), 'blocked');
  }
});

test('P16 a browser that never keeps its session is sent to the convention three times in a minute, and then told', async (t) => {
  let clock = daytime;
  const app = await startApp(t, { now: () => clock });
  const robin = visitor();
  const sid = sessionCookieName(app.url);
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const toConvention: string[] = [];
  let page: LoadedPage | undefined;
  // The platform recognises robin and redirects without a click, so a real browser would be in an
  // endless loop.
  for (let round = 0; round < 6; round += 1) {
    robin.cookies(app.url).delete(sid);
    clock += 1000;
    const start = await robin.request(`${app.url}/login?return_to=/profile`);
    if (start.status === 303) toConvention.push(start.headers.get('location') ?? '');
    page = await robin.open(`${app.url}/login?return_to=/profile`);
    if (page.status === 400) break;
  }
  assert.equal(
    toConvention.length,
    2,
    'two more redirects to the convention after the first login',
  );
  assert.equal(page?.status, 400);
  assert.match(page?.text ?? '', /^Open this page in your browser/);
  assert.deepEqual(page?.$('main a[href^="/login"]').length, 0);

  // The counter blocks the browser only until its cookie expires, after a minute.
  robin.cookies(app.url).delete(`round-trips-${new URL(app.url).port}`);
  assert.equal((await robin.request(`${app.url}/login`)).status, 303);
});

test('P16 a browser that drops every cookie is sent to the convention once, and then told to log in again', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const chooseAttendee = await robin.open(`${app.url}/profile`);
  robin.cookies(app.url).clear();
  const consent = await robin.press(chooseAttendee, 'robin');
  const page = await robin.press(consent, 'Allow');
  assert.equal(page.status, 400);
  assert.equal(page.url.pathname, '/login/callback');
});

test('P16 the loop counter lasts a minute, so tokens of five minutes do not count as a loop', async (t) => {
  const app = await startApp(t);
  const robin = await visitorWithSandboxLogin({ url: app.url, as: 'robin' });
  const callback = await startLoginUntilCallback(robin, { url: app.url, returnTo: '/profile' });
  const { headers } = await robin.request(callback);
  const counters = headers.getSetCookie().filter((one) => one.startsWith('round-trips'));
  assert.equal(counters.length, 1);
  assert.match(counters[0] ?? '', /; Max-Age=60;/);
});

test('P16 logging in and out by hand is not a loop', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  for (let round = 0; round < 6; round += 1) {
    // After the first time, the platform recognises robin and redirects without a click.
    const login = () => logIn(robin, `${app.url}/profile`, { as: 'robin' });
    const again = async () => confirm(robin, await robin.open(`${app.url}/profile`));
    const page = round === 0 ? await login() : await again();
    assert.equal(page.status, 200, `round ${round}`);
    await robin.press(page, 'Log out');
  }
});

test('cookies that a proxy joined by commas are not split, and the log names the proxy', async (t) => {
  const app = await startApp(t);
  const open = async (path: string | URL, cookie: string) => {
    const { statusCode, headers, body } = await request(new URL(path, app.url), {
      headers: { cookie },
    });
    await body.dump();
    return { status: statusCode, location: String(headers.location) };
  };
  const robin = await visitorWithSandboxLogin({ url: app.url, as: 'robin' });
  const callback = await startLoginUntilCallback(robin, { url: app.url, returnTo: '/profile' });
  const [[name, value] = []] = [...robin.cookies(app.url)].filter(([each]) => /^login-/.test(each));
  const { location: question } = await open(callback, `other=1, ${name}=${value}`);
  assert.match(question, /cookies=set/);
  const joined = [`other=1, ${name}=${value}`, `${name}=${value}, other=1`];
  for (const [index, address] of [question, callback].entries()) {
    assert.equal((await open(address, joined[index] ?? '')).status, 400);
    assert.match(app.logLines.splice(0).join(''), /"code":"proxy-cookies"/);
  }
  await open(question, 'other=1, more=2');
  assert.match(app.logLines.splice(0).join(''), /"code":"browser-cookies"/);

  await robin.request(callback);
  const sid = sessionCookieName(app.url);
  const session = `${sid}=${robin.cookies(app.url).get(sid)}`;
  assert.equal((await open('/profile', session)).status, 200);
  for (const forged of [`x=1, ${session}`, `x=1,${session}`, `x="1, ${session}"`])
    assert.equal((await open('/profile', forged)).status, 303, 'nobody can plant a session');
});
