// Sharing more, through the real app: from the page where something is missing, and back to it with
// a notice of what happened.
import assert from 'node:assert/strict';
import test from 'node:test';
import { copyBrowser } from '../../support/login-steps.ts';
import { rowsOf } from '../../support/rows-of.ts';
import { sessionCookieName } from '../../support/session-cookie.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import {
  fromOwnPage,
  type LoadedPage,
  logIn,
  type Visitor,
  visitor,
} from '../../support/visitor.ts';

const sessionCookie = (app: RunningApp, who: Visitor) =>
  who.cookies(app.url).get(sessionCookieName(app.url));
const sessionsOf = async (app: RunningApp) =>
  (await app.redis.dump())
    .filter(({ key }) => /^[si]:/.test(key))
    .map(({ key, value }) => [key, value]);
const noticeOn = ({ $ }: LoadedPage) => $('main > [role=alert]').text().trim();
const withoutOptional = { untick: ['pii:email', 'pii:phone', 'pii:address'] };

test('a first login that is granted in part tells on its page what is shared and what is not', async (t) => {
  const app = await startApp(t);
  const untick = ['pii:phone', 'pii:address'];
  const profile = await logIn(visitor(), `${app.url}/profile`, { as: 'robin', untick });
  assert.equal(
    noticeOn(profile),
    'Shared: your email address. Not shared: your phone number and your postal address.',
  );
  // The same from the home page, which redirects to another page.
  const badge = await logIn(visitor(), `${app.url}/login`, { as: 'robin', untick });
  assert.equal(badge.url.pathname, '/badge-name');
  assert.match(noticeOn(badge), /^Shared: your email address/);
  const whole = await logIn(visitor(), `${app.url}/profile`, { as: 'sam' });
  assert.equal(noticeOn(whole), '');
});

test('what is missing is shared at its place, and the page that comes back shows it and says so', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const profile = await logIn(robin, `${app.url}/profile`, { as: 'robin', ...withoutOptional });
  const before = sessionCookie(app, robin);
  const consent = await robin.follow(profile, 'Share: Email');
  assert.equal(consent.url.origin, app.sandbox.url);
  const back = await robin.press(consent, 'Allow');
  assert.equal(back.url.pathname, '/profile');
  assert.equal(noticeOn(back), 'Now on your profile: your email address.');
  assert.equal(
    back.$('main').children().first().attr('role'),
    'alert',
    'the first thing that is read',
  );
  assert.equal(rowsOf(back).Email, 'robin@example.org');
  assert.ok(!('Phone' in rowsOf(back)));
  assert.notEqual(sessionCookie(app, robin), before, 'a new session took the place of the old one');
  assert.equal((await sessionsOf(app)).length, 2, 'one session, and one list of one person');
});

test('a share that is denied changes nothing, and says that nothing changed', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin', ...withoutOptional });
  const before = [sessionCookie(app, robin), await sessionsOf(app)];
  const consent = await robin.follow(await robin.open(`${app.url}/sharing`), 'Share: Phone');
  const back = await robin.press(consent, 'Deny');
  assert.equal(back.url.pathname, '/sharing');
  assert.equal(noticeOn(back), 'Nothing changed.');
  assert.deepEqual([sessionCookie(app, robin), await sessionsOf(app)], before);
});

test('P10 sharing more that comes back as another person changes nothing, and says why', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin', ...withoutOptional });
  const before = [sessionCookie(app, robin), await sessionsOf(app)];
  // Robin is logged out at the convention, so it asks who this is.
  robin.cookies(app.sandbox.url).clear();
  const choose = await robin.follow(await robin.open(`${app.url}/profile`), 'Share: Email');
  const back = await robin.press(await robin.press(choose, 'sam'), 'Allow');
  assert.equal(back.url.href, `${app.url}/profile`);
  assert.equal(
    noticeOn(back),
    'Nothing changed. You are still logged in with the same account. To use a different Testcon account, log out first.',
  );
  assert.match(back.text, /Robin @robin_banks/);
  assert.ok(!('Email' in rowsOf(back)));
  assert.doesNotMatch(back.html, /\bsam(uel)?\b|okafor/i, 'nothing of the other account');
  assert.deepEqual(
    [sessionCookie(app, robin), await sessionsOf(app)],
    before,
    'the very same session, and no other',
  );
});

test('P10 a share cannot be finished in another browser, nor after somebody else has logged in in this one', async (t) => {
  const app = await startApp(t);
  const [robin, sam] = [visitor(), visitor()];
  await logIn(robin, `${app.url}/profile`, { as: 'robin', untick: ['pii:phone'] });
  await logIn(sam, `${app.url}/profile`, { as: 'sam' });
  const tokenCalls = () =>
    app.sandbox.calls.filter(({ path }) => path === '/api/oauth/token').length;
  const before = tokenCalls();

  const start = await robin.request(`${app.url}/login?scope=pii:phone&return_to=/profile`, {
    headers: fromOwnPage,
  });
  const state = new URL(start.headers.get('location') ?? '').searchParams.get('state') ?? '';
  const callback = `${app.url}/login/callback?code=any&state=${state}`;
  const elsewhere = await visitor().open(callback);
  assert.deepEqual([elsewhere.status, elsewhere.$('h1').text()], [400, 'Log in again']);
  assert.equal(
    (await sam.request(callback)).headers.get('location'),
    '/',
    'who is logged in there stays so',
  );

  // Robin's browser now has Sam's session: the request that Robin started does not count for Sam.
  const sid = sessionCookieName(app.url);
  robin.cookies(app.url).set(sid, sam.cookies(app.url).get(sid) ?? '');
  assert.equal((await robin.request(callback)).status, 400);
  assert.equal(tokenCalls(), before, 'no code was exchanged');
});

test('a link of another site asks for nothing, whatever it names, and what is not configured is never asked for', async (t) => {
  const app = await startApp(t, { settings: { OAUTH_SCOPES: 'pii:basic pii:email pii:phone' } });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin', untick: ['pii:phone'] });
  const ask = async (scope: string, from: string) => {
    const address = `${app.url}/login?scope=${scope}&return_to=/profile`;
    const navigation = {
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      'sec-fetch-site': from,
    };
    return (await robin.request(address, { headers: navigation })).headers.get('location') ?? '';
  };
  for (const from of ['cross-site', 'same-site'])
    assert.equal(await ask('pii:phone', from), '/profile');
  for (const scope of ['pii:address', 'admin:all', 'pii:email', '']) {
    assert.equal(await ask(scope, 'same-origin'), '/profile', scope);
  }
  const asked = new URL(await ask('pii:phone', 'same-origin')).searchParams.get('scope');
  assert.equal(asked, 'pii:basic pii:email pii:phone');
});

test('what a login has changed is told once: not when the page is loaded again, nor on the next one', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const profile = await logIn(robin, `${app.url}/profile`, { as: 'robin', untick: ['pii:phone'] });
  assert.match(noticeOn(profile), /Not shared: your phone number/);
  assert.equal(profile.url.href, `${app.url}/profile`, 'a link to share, as it was');
  assert.equal(noticeOn(await robin.open(profile.url)), '');
  const denied = await robin.press(
    await robin.follow(await robin.open(`${app.url}/sharing`), 'Share: Phone'),
    'Allow',
    ['pii:phone'],
  );
  assert.equal(noticeOn(denied), 'Not shared: your phone number. You can share it at any time.');
  for (const path of ['/sharing', '/profile', '/nowhere'])
    assert.equal(noticeOn(await robin.open(app.url + path)), '', path);
});

test('what is to be told waits for a page: a picture and a redirect do not use it up', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/login?return_to=/healthz`, { as: 'robin', untick: ['pii:phone'] });
  const picture = await robin.open(`${app.url}/badge-name.svg`);
  assert.match(picture.headers.get('content-type') ?? '', /svg/);
  const badge = await robin.open(app.url);
  assert.equal(badge.url.pathname, '/badge-name');
  assert.match(noticeOn(badge), /Not shared: your phone number/);
});

test('what a page tells cannot be forged: not by a link, not by a cookie', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const noticeCookie = `notice-${new URL(app.url).port}`;
  for (const query of [
    'notice=shared&asked=pii:phone',
    'notice=nothing-changed',
    'notice=<b>CANARY</b>',
    'notice=shared&asked=CANARY',
  ]) {
    robin.cookies(app.url).set(noticeCookie, query);
    const page = await robin.open(`${app.url}/profile?${query}`);
    assert.equal(noticeOn(page), '', query);
    assert.ok(!page.html.includes('CANARY'));
  }
});

test('who logs out before anything was told is told nothing, nor is the next person', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/login?return_to=/sharing/download`, {
    as: 'robin',
    untick: ['pii:phone'],
  });
  for (const path of ['/logged-out', '/profile']) {
    const next = copyBrowser(robin, app.url);
    next.cookies(app.url).delete(sessionCookieName(app.url));
    if (path === '/logged-out') assert.equal(noticeOn(await next.open(app.url + path)), '');
    const asSam = await logIn(next, `${app.url}/profile`, { as: 'sam' });
    assert.equal(noticeOn(asSam), '', path);
  }
});
