// The platform still recognises the person after a log-out, so the site must ask before it starts a
// new login.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Login } from '../../../src/login/login.ts';
import { startLoginHost } from '../../support/app/login-host.ts';
import { type RunningApp, startApp } from '../../support/app/start-app.ts';
import {
  fromOwnPage,
  type LoadedPage,
  logIn,
  type Visitor,
  visitor,
} from '../../support/app/visitor.ts';

const kinds = [
  ['/profile', 'Log out'],
  ['/sharing', 'Log out everywhere'],
  ['/sharing/stop?scope=pii:phone', 'Stop sharing'],
  ['/sharing/forget', 'Delete your data'],
] as const;

/** Headers for a link on another site, for a typed URL, and from old browsers. */
const arrivals: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'none' },
  { referer: 'https://convention.example/' },
  // Without Fetch Metadata, somebody else may have created the link, even if it is on our page.
  { referer: 'http://localhost/' },
  {},
];

async function logOut(app: RunningApp, [path, button]: readonly [string, string] = kinds[0]) {
  const robin = visitor();
  const page = await logIn(robin, app.url + path, { as: 'robin' });
  return { robin, goodbye: await robin.press(page, button) };
}

const isQuestion = (page: LoadedPage) =>
  page.$('h1').text() === 'You’re logged out' && /We’ll ask before we log you in/.test(page.text);

async function locationOf(who: Visitor, address: string, headers = {}): Promise<string | null> {
  return (await who.request(address, { headers })).headers.get('location');
}

for (const kind of kinds) {
  test(`P38 after “${kind[1]}” nothing logs this browser in again before somebody presses a button`, async (t) => {
    const app = await startApp(t);
    const { robin } = await logOut(app, kind);
    // The Back button repeats the headers of the original navigation, such as a link on our page.
    for (const headers of [...arrivals, fromOwnPage]) {
      const location = await locationOf(robin, `${app.url}/badge-name`, headers);
      assert.equal(location, '/logged-out?return_to=%2Fbadge-name', JSON.stringify(headers));
    }
    for (const headers of arrivals) {
      const link = `${app.url}/login?return_to=/badge-name`;
      assert.equal(
        await locationOf(robin, link, headers),
        '/logged-out?return_to=%2Fbadge-name',
        JSON.stringify(headers),
      );
    }
    const asked = await robin.open(`${app.url}/badge-name`);
    assert.ok(isQuestion(asked), asked.text);
    assert.match(asked.text, /Next: Badge$/);
    const page = await robin.follow(asked, 'Log in again');
    assert.equal(page.url.href, `${app.url}/badge-name`, 'the platform still recognises robin');
    assert.equal(
      (await robin.open(`${app.url}/profile`)).status,
      200,
      'the site does not ask again',
    );
  });
}

test('P38 a link to the login on any page of ours counts as a press', async (t) => {
  const app = await startApp(t);
  const { robin } = await logOut(app);
  const home = await robin.open(`${app.url}/`);
  const page = await robin.follow(home, 'Log in with Testcon');
  assert.equal(page.url.pathname, '/badge-name');
});

test('a browser that says nothing about its pages logs in by our own link, and by no other', async (t) => {
  const app = await startApp(t);
  const { robin } = await logOut(app);
  const link = (await robin.open(`${app.url}/profile`)).$('a.button').attr('href') ?? '';
  const isAsked = async (headers: Record<string, string>) =>
    (await locationOf(robin, app.url + link, headers))?.startsWith('/logged-out');
  assert.equal(await isAsked({ referer: 'https://elsewhere.example/' }), true);
  assert.equal(await isAsked({ 'sec-fetch-site': 'cross-site' }), true);
  // Another site can hide its Referer, and can forge any link that does not contain a secret.
  for (const again of ['1', '', 'true', 'x'.repeat(43)]) {
    const forged = await locationOf(robin, `${app.url}/login?again=${again}&return_to=/profile`);
    assert.equal(forged, '/logged-out?return_to=%2Fprofile', again);
  }
  const other = await logOut(app);
  const otherLink = (await other.robin.open(`${app.url}/profile`)).$('a.button').attr('href') ?? '';
  assert.match((await locationOf(robin, app.url + otherLink)) ?? '', /^\/logged-out/);
  assert.equal(await isAsked({}), false);
});

test('if the convention has its own log-out, the question offers that too', async (t) => {
  const app = await startApp(t, { settings: { OAUTH_LOGOUT_URL: 'https://reg.example/bye' } });
  const { robin } = await logOut(app);
  const asked = await robin.open(`${app.url}/roles`);
  const link = asked.$('a:contains("Log out of Testcon too")');
  assert.equal(link.attr('href'), 'https://reg.example/bye');
  assert.match(asked.text, /Next: Roles$/);
});

test('nothing is stored for it, and a person who only came back too late is not asked', async (t) => {
  const app = await startApp(t);
  const { robin } = await logOut(app);
  await robin.open(`${app.url}/profile`);
  assert.deepEqual(
    (await app.redis.dump()).filter(({ key }) => key.startsWith('s:')),
    [],
  );
  const sam = visitor();
  await logIn(sam, `${app.url}/profile`, { as: 'sam' });
  const [session = ''] = [...sam.cookies(app.url).keys()].filter((name) => name.startsWith('sid'));
  sam.cookies(app.url).delete(session);
  assert.equal((await sam.open(`${app.url}/profile`)).status, 200);
});

test('if the page after a log-out needs a login itself, only a person who opens it is not asked again', async (t) => {
  let login: Login | undefined;
  const url = await startLoginHost(t, {
    options: (created) => {
      setImmediate(() => (login = created()));
      return {};
    },
    page: (req, res) => void res.send(login?.formToken(req)),
  });
  const robin = visitor();
  const form_token = (await logIn(robin, url, { as: 'robin' })).html;
  const form = new URLSearchParams({ form_token });
  const goodbye = await robin.request(new URL('/logout', url), { method: 'POST', form });
  assert.equal(goodbye.status, 303);
  const mark = `login-${url.port}.out`;
  await robin.request(url, { method: 'HEAD' });
  await robin.request(url, { headers: { 'sec-purpose': 'prefetch' } });
  assert.ok(robin.cookies(url.origin).has(mark));
  await robin.request(url);
  assert.ok(!robin.cookies(url.origin).has(mark));
});

test('an app can turn it off, and one whose page after the log-out needs a login does not loop', async (t) => {
  for (const askAfterLogOut of [false, true]) {
    const url = await startLoginHost(t, { options: () => ({ askAfterLogOut }) });
    const robin = visitor();
    await logIn(robin, url, { as: 'robin' });
    const form_token = 'wrong';
    const refused = await robin.request(new URL('/logout', url), {
      method: 'POST',
      form: new URLSearchParams({ form_token }),
    });
    assert.equal(refused.status, 403);
    assert.equal((await robin.open(url)).status, 200);
  }
});
