import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  copyBrowser,
  startLoginUntilCallback,
  visitorWithSandboxLogin,
} from '../support/app/login-steps.ts';
import { sessionCookieName } from '../support/app/session-cookie.ts';
import { type RunningApp, startApp } from '../support/app/start-app.ts';
import { logIn, type Visitor, visitor } from '../support/app/visitor.ts';
import { setFaults } from '../support/platform/set-faults.ts';

const tokenCall = 'POST /api/oauth/token';
const returnTo = '/profile?tab=2';

async function startLogin(t: TestContext, settings: Record<string, string> = {}) {
  const app = await startApp(t, { settings });
  const robin = await visitorWithSandboxLogin({ url: app.url, as: 'robin' });
  const callback = await startLoginUntilCallback(robin, { url: app.url, returnTo });
  app.sandbox.calls.length = 0;
  return {
    app,
    robin,
    callback,
    /**
     * A copy of the browser from before the callback, as if the response to the callback had been
     * lost.
     */
    before: copyBrowser(robin, app.url),
  };
}

const sessionOf = (who: Visitor, { url }: RunningApp) =>
  who.cookies(url).get(sessionCookieName(url));

async function responseTo(who: Visitor, callback: URL) {
  const { status, headers } = await who.request(callback);
  return `${status} ${headers.get('location')}`;
}

const tokenCalls = (app: RunningApp) =>
  app.sandbox.calls.filter(({ method, path }) => `${method} ${path}` === tokenCall).length;

async function followed(who: Visitor, app: RunningApp, callback: URL) {
  copyConvention(who, app);
  const page = await who.open(callback);
  return `${page.status} ${page.url.pathname}${page.url.search}`;
}

let convention: readonly (readonly [string, string])[] = [];
function copyConvention(who: Visitor, { sandbox }: RunningApp): void {
  for (const [name, value] of convention) who.cookies(sandbox.url).set(name, value);
}

test('P5 loaded again during a slow login, a callback starts another login, which ends on the page of the first', async (t) => {
  const { app, robin, callback, before } = await startLogin(t);
  convention = [...robin.cookies(app.sandbox.url)];
  await setFaults(app.sandbox, [{ route: tokenCall, fault: 'slow', ms: 1000, times: 1 }]);
  const first = responseTo(robin, callback);
  await sleep(300);
  assert.equal(await followed(before, app, callback), `200 ${returnTo}`);
  assert.equal(await first, `303 ${returnTo}`);
  assert.equal(tokenCalls(app), 2, 'one token request for each of the two logins');
  assert.match((await before.open(app.url + returnTo)).text, /Robin/);
});

test('P5 a double click on "Allow" creates two codes: the second is not exchanged, and another login starts', async (t) => {
  const { app, robin, callback, before } = await startLogin(t);
  const other = await startLoginUntilCallback(robin, { url: app.url, returnTo: '/dealer' });
  const second = new URL(callback);
  second.searchParams.set('code', other.searchParams.get('code') ?? '');
  convention = [...robin.cookies(app.sandbox.url)];
  assert.equal(await responseTo(robin, callback), `303 ${returnTo}`);
  assert.equal(tokenCalls(app), 1);
  assert.equal(await followed(before, app, second), `200 ${returnTo}`);
  assert.equal(tokenCalls(app), 2);
});

test('P5 a code is exchanged once, however often and whenever the callback arrives', async (t) => {
  const { app, robin, callback, before } = await startLogin(t);
  await setFaults(app.sandbox, [{ route: tokenCall, fault: 'slow', ms: 400, times: 1 }]);
  const copies = Array.from({ length: 6 }, () => copyBrowser(before, app.url));
  const all = await Promise.all([robin, ...copies].map((who) => responseTo(who, callback)));
  assert.equal(all.filter((response) => response === `303 ${returnTo}`).length, 1);
  assert.equal(all.filter((response) => response.includes('/oauth/authorize?')).length, 6);
  assert.equal(tokenCalls(app), 1);
});

test('P19 loaded again after its response, a callback redirects to the page of this login, and that of another login redirects home', async (t) => {
  const { app, robin, callback } = await startLogin(t);
  await robin.request(callback);
  const session = sessionOf(robin, app);
  assert.equal(await responseTo(robin, callback), `303 ${returnTo}`);
  assert.equal(sessionOf(robin, app), session);
  callback.searchParams.set('state', 'of-another-login');
  assert.equal(await responseTo(robin, callback), '303 /');
  assert.equal(tokenCalls(app), 1);
});

test('P19 in a tab that has not seen the response, a callback redirects an attendee who is logged in to its page', async (t) => {
  const { app, robin, callback, before } = await startLogin(t);
  await robin.request(callback);
  const name = sessionCookieName(app.url);
  before.cookies(app.url).set(name, robin.cookies(app.url).get(name) ?? '');
  assert.equal(await responseTo(before, callback), `303 ${returnTo}`);
  assert.equal(tokenCalls(app), 1);
});

test('the login that starts again requests the same scopes and the same prompt, and ends on the same page', async (t) => {
  const app = await startApp(t);
  const robin = await visitorWithSandboxLogin({ url: app.url, as: 'robin' });
  const headers = { 'sec-fetch-site': 'same-origin' };
  const link = `${app.url}/login?scope=pii:email&prompt=login&return_to=/sharing`;
  const start = await robin.request(link, { headers });
  const asked = new URL(start.headers.get('location') ?? '').searchParams;
  const callback = new URL(`${app.url}/login/callback`);
  callback.searchParams.set('state', asked.get('state') ?? '');
  callback.searchParams.set('code', 'a-code');
  const before = copyBrowser(robin, app.url);
  await robin.request(callback);
  const again = new URL((await before.request(callback)).headers.get('location') ?? '');
  for (const name of ['scope', 'prompt'])
    assert.equal(again.searchParams.get(name), asked.get(name), name);
  assert.equal(asked.get('scope'), 'pii:basic pii:email');
  for (const name of ['state', 'code_challenge'])
    assert.notEqual(again.searchParams.get(name), asked.get(name), name);
});

test('P38 P28 after a log-out, no earlier callback logs in: the page asks first', async (t) => {
  const { app, robin, callback, before } = await startLogin(t);
  await robin.request(callback);
  await robin.press(await robin.open(`${app.url}/profile`), 'Log out');
  const mark = [...robin.cookies(app.url)].find(([name]) => name.endsWith('.out'));
  assert.ok(mark);
  before.cookies(app.url).set(...mark);
  const question = `303 /logged-out?${new URLSearchParams({ return_to: returnTo })}`;
  assert.equal(await responseTo(before, callback), question);
  assert.equal(sessionOf(before, app), undefined);
});

test('P16 a browser whose every callback arrives twice, and that keeps no session, is stopped', async (t) => {
  const app = await startApp(t);
  const robin = await visitorWithSandboxLogin({ url: app.url, as: 'robin' });
  let callback = await startLoginUntilCallback(robin, { url: app.url, returnTo });
  const statuses: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const twin = copyBrowser(robin, app.url);
    await twin.request(callback);
    const response = await robin.request(callback);
    statuses.push(response.status);
    if (response.status !== 303) break;
    robin.cookies(app.url).delete(sessionCookieName(app.url));
    const back = await robin.request(response.headers.get('location') ?? '');
    callback = new URL(back.headers.get('location') ?? '');
  }
  assert.deepEqual(statuses, [303, 303, 303, 400]);
});

test('if the first callback failed, the same one starts another login', async (t) => {
  const { app, robin, callback, before } = await startLogin(t);
  convention = [...robin.cookies(app.sandbox.url)];
  await setFaults(app.sandbox, [
    { route: 'GET /api/users/current', fault: 'server-error', times: 2 },
  ]);
  assert.match(await responseTo(robin, callback), /^502/);
  await setFaults(app.sandbox, []);
  assert.equal(await followed(before, app, callback), `200 ${returnTo}`);
});

test('P5 P33 P4 another browser gets nothing from a used callback', async (t) => {
  const { app, robin, callback } = await startLogin(t);
  await robin.request(callback);
  const stranger = visitor();
  await stranger.request(`${app.url}/login`);
  assert.match(await responseTo(stranger, callback), /^400/);
  const sam = visitor();
  await logIn(sam, `${app.url}/profile`, { as: 'sam' });
  assert.equal(await responseTo(sam, callback), '303 /');
  assert.equal(tokenCalls(app), 2, 'only the logins of robin and sam have requested tokens');
});

test('P38 P28 a login that started before a log-out, and returns after it, is rejected: the page asks first', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  // A "Switch account" login from another tab is pending when this tab logs out.
  const link = `${app.url}/login?prompt=login&return_to=/profile`;
  const asked = await robin.request(link);
  const { searchParams } = new URL(asked.headers.get('location') ?? '');
  const query = new URLSearchParams({ code: 'a-code', state: searchParams.get('state') ?? '' });
  const callback = new URL(`${app.url}/login/callback?${query}`);
  const withoutCookiesOfLogOut = copyBrowser(robin, app.url);
  await robin.press(await robin.open(`${app.url}/profile`), 'Log out');
  app.sandbox.calls.length = 0;
  assert.equal(await responseTo(robin, callback), '303 /logged-out?return_to=%2F');
  assert.equal(sessionOf(robin, app), undefined);
  assert.equal(tokenCalls(app), 0, 'the code is not exchanged');
  // The same callback also fails with the cookies from before the log-out, because the session has
  // ended.
  assert.match(await responseTo(withoutCookiesOfLogOut, callback), /^(400|502)/);
  const pending = [...robin.cookies(app.url).keys()].filter((name) => /\.[1-4]$/.test(name));
  assert.deepEqual(pending, [], 'the cookie of the pending login is deleted');
});
