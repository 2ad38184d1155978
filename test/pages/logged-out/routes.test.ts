import assert from 'node:assert/strict';
import test from 'node:test';
import { startApp } from '../../support/app/start-app.ts';
import { logIn, visitor } from '../../support/app/visitor.ts';

test('after logging out here and at the convention one can log in as somebody else, through a link without a token', async (t) => {
  const app = await startApp(t);
  const OAUTH_LOGOUT_URL = `${app.sandbox.url}/oauth/logout?next=${encodeURIComponent(app.url)}`;
  await app.restartApp({ OAUTH_LOGOUT_URL });
  const robin = visitor();
  const profile = await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const loggedOut = await robin.press(profile, 'Log out');
  assert.match(loggedOut.text, /On a shared device, log out there too/);
  const there = loggedOut.$('a:contains("Log out of Testcon too")').attr('href');
  assert.equal(there, OAUTH_LOGOUT_URL, 'the link is the setting, with nothing added');

  const home = await robin.follow(loggedOut, 'Log out of Testcon too');
  assert.equal(home.url.href, `${app.url}/`);
  const asSam = await logIn(robin, `${app.url}/profile`, { as: 'sam' });
  assert.doesNotMatch(asSam.html, /robin/i);
  assert.match(asSam.text, /sam@example\.org/);
});

test('if the convention cannot ask who it is, switching account is a log-out that continues to its log-out', async (t) => {
  const without = await startApp(t);
  const sharing = await logIn(visitor(), `${without.url}/sharing`, { as: 'robin' });
  assert.doesNotMatch(
    sharing.html,
    /Switch/,
    'no link to switch account, because a login would use the same one',
  );

  const OAUTH_LOGOUT_URL = 'https://reg.example/bye';
  const settings = { OAUTH_LOGOUT_URL, SERVICE_SCOPES: 'registration:read' };
  const app = await startApp(t, { settings });
  const noa = visitor();
  for (const path of ['/sharing', '/badge-name']) {
    const page = await logIn(noa, app.url + path, { as: 'noa' });
    const next = await noa.press(page, 'Switch account');
    assert.equal(next.url.href, `${app.url}/logged-out`);
    assert.equal(next.$('a:contains("Log out of Testcon too")').length, 1);
    noa.cookies(app.sandbox.url).clear();
  }
});

test('the page of an expired session says after how long, and passes the return path to the login, which checks it', async (t) => {
  const app = await startApp(t, {
    limits: { sessions: { idleSeconds: 60, absoluteSeconds: 3600 } },
  });
  const page = await visitor().open(
    `${app.url}/login/expired?return_to=${encodeURIComponent('/profile?a=1&b="><script>')}`,
  );
  assert.match(page.text, /after 1 minute without activity/);
  assert.equal(
    page.$('a.button').attr('href'),
    `/login?${new URLSearchParams({ return_to: '/profile?a=1&b="><script>' })}`,
  );
  assert.equal(page.$('script:not([src])').length, 0);
  const start = await visitor().request(new URL('/login?return_to=https://evil.example', app.url));
  assert.ok(start.headers.get('location')?.startsWith(app.sandbox.url));
});

test('claims in a link from another site about stopped or deleted data are not repeated', async (t) => {
  const app = await startApp(t);
  const claims = [
    '?why=forgotten',
    '?why=stopped&scope=pii:phone',
    '?why=stopped&scope=<b>',
    '?why=constructor',
  ];
  for (const query of claims) {
    for (const site of ['cross-site', 'same-site', 'none']) {
      const response = await visitor().request(`${app.url}/logged-out${query}`, {
        headers: { 'sec-fetch-site': site },
      });
      assert.doesNotMatch(await response.text(), /deleted|no longer see|<b>/, `${query} ${site}`);
    }
  }
  // Even `same-origin` proves nothing, because a link on another site may have opened this page
  // through another page of this site.
  for (const query of claims) {
    const headers = { 'sec-fetch-site': 'same-origin' };
    const unproven = await visitor().request(`${app.url}/logged-out${query}`, { headers });
    assert.doesNotMatch(await unproven.text(), /deleted|no longer see|<b>/, query);
  }
});

test('the page says that everything was deleted only in the browser that did it', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const page = await robin.press(await robin.open(`${app.url}/sharing/forget`), 'Delete');
  assert.match(page.text, /^We deleted the data we held about you/);
  assert.match(
    (await robin.open(page.url, app.url)).text,
    /^We deleted/,
    'the page shows the same after a reload',
  );
  const other = visitor();
  assert.doesNotMatch((await other.open(page.url, app.url)).text, /deleted/);
});

test('an attendee who is logged in is not told that they are logged out', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  for (const query of ['', '?why=forgotten', '?why=stopped&scope=pii:phone']) {
    const page = await robin.open(`${app.url}/logged-out${query}`);
    assert.equal(page.$('h1').text(), 'You’re still logged in', query);
  }
});
