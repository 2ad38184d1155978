import assert from 'node:assert/strict';
import test from 'node:test';
import { copyBrowser } from '../../support/app/login-steps.ts';
import { rowsOf } from '../../support/app/rows-of.ts';
import { sessionCookieName } from '../../support/app/session-cookie.ts';
import { type RunningApp, startApp } from '../../support/app/start-app.ts';
import { type LoadedPage, logIn, type Visitor, visitor } from '../../support/app/visitor.ts';

const sessionCookie = (app: RunningApp, who: Visitor) =>
  who.cookies(app.url).get(sessionCookieName(app.url));
const sessionsOf = async (app: RunningApp) =>
  (await app.redis.dump())
    .filter(({ key }) => /^[si]:/.test(key))
    .map(({ key, value }) => [key, value]);
const noticeOn = ({ $ }: LoadedPage) => $('main > [role=alert]').text().trim();
const withoutOptional = { untick: ['pii:email', 'pii:phone', 'pii:address'] };

test('after a first login that is granted in part the page says what is shared and what is not', async (t) => {
  const app = await startApp(t);
  const untick = ['pii:phone', 'pii:address'];
  const profile = await logIn(visitor(), `${app.url}/profile`, { as: 'robin', untick });
  assert.equal(
    noticeOn(profile),
    'Shared: your email address. Not shared: your phone number and your postal address.',
  );
  // A login from the home page is redirected to a different page, which must show the same notice.
  const badge = await logIn(visitor(), `${app.url}/login`, { as: 'robin', untick });
  assert.equal(badge.url.pathname, '/badge-name');
  assert.match(noticeOn(badge), /^Shared: your email address/);
  const whole = await logIn(visitor(), `${app.url}/profile`, { as: 'sam' });
  assert.equal(noticeOn(whole), '');
});

test('a missing scope is shared from the page that needs it, which then shows it and says so', async (t) => {
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
    'the notice is the first element',
  );
  assert.equal(rowsOf(back).Email, 'robin@example.org');
  assert.ok(!('Phone' in rowsOf(back)));
  assert.notEqual(sessionCookie(app, robin), before, 'a new session has replaced the old one');
  assert.equal((await sessionsOf(app)).length, 2, 'one session, and one list of sessions');
});

test('a denied share changes nothing, and the page says that nothing changed', async (t) => {
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

test('the result of a login is shown once: not when the page is loaded again, nor on the next one', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const profile = await logIn(robin, `${app.url}/profile`, { as: 'robin', untick: ['pii:phone'] });
  assert.match(noticeOn(profile), /Not shared: your phone number/);
  assert.equal(profile.url.href, `${app.url}/profile`, 'the URL has no trace of the result');
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

test('a notice waits for a page: a picture and a redirect do not use it up', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/login?return_to=/healthz`, { as: 'robin', untick: ['pii:phone'] });
  const picture = await robin.open(`${app.url}/badge-name.svg`);
  assert.match(picture.headers.get('content-type') ?? '', /svg/);
  const badge = await robin.open(app.url);
  assert.equal(badge.url.pathname, '/badge-name');
  assert.match(noticeOn(badge), /Not shared: your phone number/);
});

test('a notice cannot be forged: not by a link, not by a cookie', async (t) => {
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

test('after a log-out before the notice, neither the attendee nor the next person sees it', async (t) => {
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
