// With `prompt=login`, the platform asks who is logging in, even if somebody is already logged in
// there.
import assert from 'node:assert/strict';
import test from 'node:test';
import { copyBrowser } from '../support/app/login-steps.ts';
import { type RunningApp, startApp } from '../support/app/start-app.ts';
import { allow, type LoadedPage, logIn, type Visitor, visitor } from '../support/app/visitor.ts';

const settings = { OAUTH_PROMPT_LOGIN: 'on' };
const robinsData = /robin|Banks|202 ?555 ?1001|Redbreast/i;
const sessionsIn = async (app: RunningApp) =>
  (await app.redis.dump()).filter(({ key }) => key.startsWith('s:'));

async function chooseAttendee(who: Visitor, page: LoadedPage, as: string): Promise<LoadedPage> {
  assert.equal(page.$('h1').text(), 'Log in', 'the platform asks who is logging in');
  const next = await who.press(page, page.$(`button[value=${as}] strong`).text());
  return allow(who, next);
}

test('P24 P52 after switching the account the pages are those of the other person, and nothing from the first is left', async (t) => {
  const app = await startApp(t, { settings });
  const browser = visitor();
  const sharing = await logIn(browser, `${app.url}/sharing`, { as: 'robin' });
  const before = copyBrowser(browser, app.url);
  const asked = await browser.follow(sharing, 'Switch account');
  assert.equal(asked.url.origin, app.sandbox.url);
  assert.equal(
    (await before.request(`${app.url}/profile`)).status,
    200,
    'the session lasts until somebody is chosen',
  );

  const badge = await chooseAttendee(browser, asked, 'sam');
  assert.equal(badge.url.href, `${app.url}/badge-name`);
  for (const path of ['/badge-name', '/profile', '/roles', '/sharing', '/sharing/download']) {
    const page = await browser.open(app.url + path);
    assert.equal(page.status, 200, path);
    assert.doesNotMatch(page.html, robinsData, path);
  }
  assert.match((await browser.open(`${app.url}/profile`)).text, /sam@example\.org/);
  assert.equal(
    (await before.request(`${app.url}/profile`)).status,
    303,
    'the session of robin has ended',
  );
  assert.equal((await sessionsIn(app)).length, 1);
});

test('after a log-out the login with another account asks who it is, and a plain one does not', async (t) => {
  const app = await startApp(t, { settings });
  const browser = visitor();
  const loggedOut = await browser.press(
    await logIn(browser, `${app.url}/profile`, { as: 'robin' }),
    'Log out',
  );
  const again = await browser.follow(loggedOut, 'Log in again');
  assert.match(again.html, robinsData);
  const page = await browser.follow(await browser.press(again, 'Log out'), 'Switch account');
  const badge = await chooseAttendee(browser, page, 'sam');
  assert.doesNotMatch(badge.html, robinsData);
});

test('without a choice, after a denial or with the same account, the person stays logged in', async (t) => {
  const app = await startApp(t, { settings });
  const browser = visitor();
  const sharing = await logIn(browser, `${app.url}/sharing`, { as: 'robin' });
  const asked = await browser.follow(sharing, 'Switch account');
  assert.match((await browser.open(`${app.url}/profile`)).html, robinsData);

  const consent = await browser.press(asked, asked.$('button[value=noa] strong').text());
  const denied = await browser.press(consent, 'Deny');
  assert.match(denied.text, /^Nothing changed\. (?!You’re still)/);
  assert.match((await browser.open(`${app.url}/profile`)).html, robinsData);

  const same = await browser.follow(sharing, 'Switch account');
  assert.match((await chooseAttendee(browser, same, 'robin')).html, robinsData);
});

test('P50 a person who has stopped sharing something is asked once who they are, even in a browser that does not know it', async (t) => {
  const app = await startApp(t, { settings });
  const sam = visitor();
  const question = await logIn(sam, `${app.url}/sharing/stop?scope=pii:phone`, { as: 'sam' });
  await sam.press(question, 'Stop sharing');
  const browser = visitor();
  const sharing = await logIn(browser, `${app.url}/sharing`, { as: 'robin' });
  const asked = await browser.follow(sharing, 'Switch account');
  const badge = await chooseAttendee(browser, asked, 'sam');
  assert.equal(badge.url.href, `${app.url}/badge-name`);
  assert.match((await browser.open(`${app.url}/profile`)).text, /See your phone number here too/);
});

test('a site whose convention does not know `prompt` does not offer to switch the account', async (t) => {
  const app = await startApp(t);
  const browser = visitor();
  const sharing = await logIn(browser, `${app.url}/sharing`, { as: 'robin' });
  assert.doesNotMatch(sharing.html, /Switch/);
  const loggedOut = await browser.press(sharing, 'Log out');
  assert.doesNotMatch(loggedOut.text, /Switch account/);
});

test('no other value of `prompt` is sent to the convention', async (t) => {
  const app = await startApp(t);
  for (const query of ['prompt=none', 'prompt=consent', 'prompt=login&prompt=login', 'prompt=']) {
    const { headers } = await visitor().request(`${app.url}/login?${query}`);
    assert.ok(!new URL(headers.get('location') ?? '').searchParams.has('prompt'), query);
  }
});
