import assert from 'node:assert/strict';
import test from 'node:test';
import { rowsOf } from '../../support/app/rows-of.ts';
import { sessionCookieName } from '../../support/app/session-cookie.ts';
import { allServiceScopes, type RunningApp, startApp } from '../../support/app/start-app.ts';
import { confirm, fromOwnPage, logIn, type Visitor, visitor } from '../../support/app/visitor.ts';

/** Pages show spaces between the groups of digits. The download does not. */
const phone = /202 ?555 ?1001/;
const sessionsOf = async (app: RunningApp) =>
  (await app.redis.dump()).filter(({ key }) => /^[si]:/.test(key));
const isLoggedIn = async (app: RunningApp, who: Visitor) =>
  (await who.request(`${app.url}/profile`)).status === 200;
const scopesAskedBy = async (app: RunningApp, who: Visitor) =>
  new URL(await afterPress(app, who)).searchParams.get('scope');
const afterPress = async (app: RunningApp, who: Visitor) =>
  (await who.request(`${app.url}/login`, { headers: fromOwnPage })).headers.get('location') ?? '';

test('the page says what is shared, from when until when, and what is not, even while the platform is down', async (t) => {
  const now = Date.parse('2027-03-04T10:05:30Z');
  const app = await startApp(t, { now: () => now, settings: { SERVICE_SCOPES: allServiceScopes } });
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin', untick: ['pii:phone'] });
  await app.sandbox.close();
  const page = await robin.open(`${app.url}/sharing`);
  assert.equal(page.status, 200);
  assert.equal(page.$('h1').text(), 'Your data');
  assert.equal(page.$('nav [aria-current=page]').text(), 'Your data');
  assert.deepEqual(rowsOf(page, '.sharing-shared'), {
    'Name and account': 'Name, date of birth, picture, roles',
    Email: 'Shared',
    Phone: 'Not shared',
    Address: 'Shared',
  });
  const {
    Since,
    Until,
    'Our access to your details': permission,
  } = rowsOf(page, '.sharing-how dl:first-of-type');
  assert.equal(Since, 'Your login on March 4 at 10:05 UTC');
  assert.match(Until ?? '', /inactive for 30 minutes, but no later than March 4 at 22:05 UTC$/);
  const privacy = rowsOf(await robin.open(`${app.url}/privacy`))['For your login'];
  assert.match(privacy ?? '', /after 12 hours in any case/, 'both pages name the same limit');
  assert.match(permission ?? '', /^Lasts until March 4 at 11:05 UTC\. After that, we ask/);
  assert.match(privacy ?? '', /The permission may end earlier/);
  assert.match(page.text, /We discard the email, phone number and legal name/);
  assert.doesNotMatch(
    page.$('main').find('details').remove().end().text(),
    /pii:/,
    'scope names are only in the details',
  );
});

test('P50 a stopped scope is nowhere: on no page, in no file, not in Redis, even after logging out and in again', async (t) => {
  const app = await startApp(t);
  const [robin, robinsLaptop] = [visitor(), visitor()];
  const profile = await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  await logIn(robinsLaptop, `${app.url}/profile`, { as: 'robin' });
  assert.match(profile.html, phone);
  const before = await sessionsOf(app);

  const first = await robin.follow(profile, 'Your data');
  assert.equal(rowsOf(first, '.sharing-shared').Phone, '+1 202 555 1001');
  const question = await robin.follow(first, 'Stop sharing: Phone');
  assert.equal(question.$('h1').text(), 'Stop sharing your phone number?');
  assert.match(
    question.text,
    /\+1 202 555 1001 We’ll no longer see your phone number, and you’ll be logged out/,
  );
  assert.equal((await robin.follow(question, 'Keep sharing')).url.pathname, '/sharing');
  assert.ok(await isLoggedIn(app, robin), 'the question alone changes nothing');

  const stopped = await robin.press(question, 'Stop sharing');
  assert.equal(stopped.url.pathname, '/logged-out');
  assert.match(stopped.text, /^We can no longer see your phone number We gave up our access to it/);
  assert.ok(
    !(await isLoggedIn(app, robinsLaptop)),
    'the laptop is logged out, because its token could still read the phone number',
  );
  assert.deepEqual(await sessionsOf(app), []);

  const sharing = await robin.follow(stopped, 'Log back in without it');
  assert.equal(sharing.url.pathname, '/sharing');
  assert.equal(rowsOf(sharing, '.sharing-shared').Phone, 'Not shared');
  for (const path of ['/profile', '/badge-name', '/roles', '/sharing', '/sharing/download']) {
    assert.doesNotMatch((await robin.open(app.url + path)).html, phone, path);
  }
  const after = JSON.stringify(await app.redis.dump());
  assert.doesNotMatch(after, phone);
  assert.ok(
    before.every(({ key }) => key.startsWith('i:') || !after.includes(key)),
    'the sessions with the phone number are deleted',
  );

  await robin.press(sharing, 'Log out');
  const again = await confirm(robin, await robin.open(`${app.url}/profile`));
  assert.equal(again.url.pathname, '/profile');
  assert.doesNotMatch(again.html, phone);
  assert.match(again.text, /Email robin@example\.org/, 'all other data is still shared');
  assert.doesNotMatch(app.logLines.join(''), phone);
});

test('only scopes that this site requests and the attendee shares can be stopped', async (t) => {
  const app = await startApp(t, {
    settings: { OAUTH_SCOPES: 'pii:basic pii:email pii:phone con:read' },
  });
  const robin = visitor();
  const page = await logIn(robin, `${app.url}/sharing`, { as: 'robin', untick: ['pii:phone'] });
  const form_token = String(page.$('input[name=form_token]').first().val());
  const headers = { 'sec-fetch-site': 'same-origin' };
  const ask = (query: string) => robin.request(`${app.url}/sharing/stop${query}`);
  const stop = (fields: Record<string, string>) =>
    robin.request(`${app.url}/sharing/stop`, {
      method: 'POST',
      headers,
      form: new URLSearchParams({ form_token, ...fields }),
    });
  for (const scope of [
    'pii:basic',
    'con:read',
    'pii:address',
    'pii:finance:read',
    '__proto__',
    '',
  ]) {
    assert.equal((await ask(`?scope=${scope}`)).status, 404, scope);
    assert.equal((await stop({ scope })).status, 404, scope);
  }
  for (const query of ['', '?scope[]=pii:email', '?scope=pii:email&scope=pii:phone']) {
    assert.equal((await ask(query)).status, 404, query);
  }
  assert.equal((await stop({})).status, 404);
  // The phone number is not shared at this point, so the site redirects to the sharing page.
  assert.equal((await ask('?scope=pii:phone')).headers.get('location'), '/sharing');
  assert.equal((await stop({ scope: 'pii:phone' })).headers.get('location'), '/sharing');
  assert.ok(await isLoggedIn(app, robin));
});

test('P34 deleting everything asks once: every login ends on all devices, and Redis keeps no session and no list of them', async (t) => {
  const app = await startApp(t);
  const [robin, robinsLaptop, sam] = [visitor(), visitor(), visitor()];
  const page = await logIn(robin, `${app.url}/sharing`, { as: 'robin' });
  await logIn(robinsLaptop, `${app.url}/profile`, { as: 'robin' });
  await logIn(sam, `${app.url}/profile`, { as: 'sam' });
  const question = await robin.follow(page, 'Delete your data here');
  assert.match(
    question.text,
    /^Delete the data we hold about you\? .* Keep your data Delete your data/,
  );
  assert.equal((await robin.follow(question, 'Keep your data')).url.pathname, '/sharing');
  assert.ok(await isLoggedIn(app, robinsLaptop), 'the question alone changes nothing');
  const goodbye = await robin.press(question, 'Delete your data');
  assert.equal(goodbye.url.href, `${app.url}/logged-out?why=forgotten`);
  assert.match(goodbye.text, /^We deleted the data we held about you/);
  assert.match(goodbye.text, /Your registration and your badge are kept/);
  assert.deepEqual(
    [await isLoggedIn(app, robin), await isLoggedIn(app, robinsLaptop)],
    [false, false],
  );
  assert.ok(await isLoggedIn(app, sam));
  const left = await sessionsOf(app);
  assert.equal(left.length, 2, 'only the session and the session list of sam are left');
  const everything = await app.redis.dump();
  assert.ok(everything.every(({ ttl }) => ttl > 0));
  assert.ok(
    everything
      .filter(({ key }) => !left.some((one) => one.key === key))
      .every(({ ttl }) => ttl <= 660),
  );
});

test('P34 logging out everywhere ends the other devices, which are told why', async (t) => {
  const app = await startApp(t);
  const [robin, robinsLaptop] = [visitor(), visitor()];
  const page = await logIn(robin, `${app.url}/sharing`, { as: 'robin' });
  await logIn(robinsLaptop, `${app.url}/profile`, { as: 'robin' });
  assert.equal((await robin.press(page, 'Log out everywhere')).url.pathname, '/logged-out');
  const expired = await robinsLaptop.open(`${app.url}/profile`);
  assert.equal(expired.url.pathname, '/login/expired');
  assert.match(expired.text, /This also happens when you log out everywhere/);
});

test('P34 while Redis is down nobody is told that anything was deleted or stopped', async (t) => {
  const app = await startApp(t, { ownRedis: true });
  const robin = visitor();
  const page = await logIn(robin, `${app.url}/sharing`, { as: 'robin' });
  const question = await robin.follow(page, 'Stop sharing: Email');
  const deleting = await robin.follow(page, 'Delete your data here');
  app.redis.process.kill('SIGKILL');
  for (const response of [
    await robin.press(deleting, 'Delete your data'),
    await robin.press(question, 'Stop sharing'),
    await robin.open(`${app.url}/sharing`),
    await robin.open(`${app.url}/sharing/download`),
  ]) {
    assert.equal(response.status, 503);
    assert.match(response.text, /^Something isn’t working/);
    assert.doesNotMatch(response.html, /deleted|no longer see|robin/i);
  }
});

test('P34 while Redis accepts no writes nothing is ended and nothing is claimed, but the next login requests less', async (t) => {
  const app = await startApp(t, { ownRedis: true });
  const robin = visitor();
  const page = await logIn(robin, `${app.url}/sharing`, { as: 'robin' });
  const question = await robin.follow(page, 'Stop sharing: Email');
  const deleting = await robin.follow(page, 'Delete your data here');
  await app.redis.command('CONFIG', 'SET', 'maxmemory', '1');
  for (const response of [
    await robin.press(deleting, 'Delete your data'),
    await robin.press(question, 'Stop sharing'),
  ]) {
    assert.equal(response.status, 503);
    assert.doesNotMatch(response.text, /deleted|no longer see|logged out/);
  }
  assert.ok(await isLoggedIn(app, robin));
  robin.cookies(app.url).delete(sessionCookieName(app.url));
  assert.equal(await scopesAskedBy(app, robin), 'pii:basic pii:phone pii:address');
});

test('a visitor without a login is redirected to the login, and a form from an expired session does nothing', async (t) => {
  const app = await startApp(t);
  const stranger = visitor();
  for (const path of ['/sharing', '/sharing/stop?scope=pii:email', '/sharing/forget']) {
    const { status, headers } = await stranger.request(app.url + path);
    assert.deepEqual(
      [status, headers.get('location')],
      [303, `/login?return_to=${encodeURIComponent(path)}`],
    );
  }
  for (const path of ['/sharing/stop', '/sharing/forget']) {
    const response = await stranger.request(app.url + path, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      form: new URLSearchParams({ scope: 'pii:email' }),
    });
    assert.equal(response.status, 401);
    assert.match(await response.text(), /This wasn’t saved/);
  }
});

test('a scope that was stopped in this browser is not requested at the next login, and can be shared again', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const page = await logIn(robin, `${app.url}/sharing`, { as: 'robin', untick: ['pii:address'] });
  const stopped = await robin.press(
    await robin.follow(page, 'Stop sharing: Email'),
    'Stop sharing',
  );
  assert.equal(await scopesAskedBy(app, robin), 'pii:basic pii:phone');
  const left = await robin.follow(stopped, 'Log back in without it');
  const again = await robin.follow(left, 'Share: Email');
  assert.equal(again.$('[role=alert]').text().trim(), 'Now on your profile: your email address.');
  await robin.press(again, 'Log out');
  assert.equal(await scopesAskedBy(app, robin), 'pii:basic pii:email pii:phone');
});

for (const [link, button] of [
  ['Stop sharing: Email', 'Stop sharing'],
  ['Delete your data here', 'Delete your data'],
  ['', 'Log out everywhere'],
  ['', 'Log out'],
] as const)
  test(`pressing "${button}" twice shows the same as the first press, also at another instance`, async (t) => {
    const app = await startApp(t);
    const robin = visitor();
    const sharing = await logIn(robin, `${app.url}/sharing`, { as: 'robin' });
    const page = link ? await robin.follow(sharing, link) : sharing;
    const cookies = [...robin.cookies(app.url)];
    const pressAgain = () => {
      for (const [name, value] of cookies) robin.cookies(app.url).set(name, value);
      return robin.press(page, button);
    };
    const first = await robin.press(page, button);
    assert.equal(first.url.pathname, '/logged-out');
    await app.restartApp({});
    const again = await robin.press(page, button);
    assert.equal(again.text, first.text, 'after the first response');
    assert.equal((await pressAgain()).text, first.text, 'without the first response');
    robin.cookies(app.url).clear();
    const unknown = await robin.press(page, button);
    const claimsNothing = /This wasn’t saved\. If you sent it twice/.test(unknown.text);
    assert.ok(unknown.text === first.text || claimsNothing, unknown.text);
  });

test('after a log-out everywhere, an older page does not claim that it deleted or stopped anything', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  const sharing = await logIn(robin, `${app.url}/sharing`, { as: 'robin' });
  const older = {
    'Delete your data': await robin.follow(sharing, 'Delete your data here'),
    'Stop sharing': await robin.follow(sharing, 'Stop sharing: Email'),
  };
  await robin.press(sharing, 'Log out everywhere');
  for (const [button, page] of Object.entries(older))
    assert.equal((await robin.press(page, button)).status, 401, button);
});

test('P16 stopping several scopes within a minute is not taken for a login loop', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  let page = await logIn(robin, `${app.url}/sharing`, { as: 'robin' });
  for (const what of ['Email', 'Phone', 'Address']) {
    const stopped = await robin.press(
      await robin.follow(page, `Stop sharing: ${what}`),
      'Stop sharing',
    );
    page = await robin.follow(stopped, 'Log back in without it');
    assert.equal(page.$('h1').text(), 'Your data', what);
  }
});

test('P34 a form of a later session does not claim that it logged out everywhere', async (t) => {
  const app = await startApp(t);
  const [robin, phone] = [visitor(), visitor()];
  await robin.press(
    await logIn(robin, `${app.url}/sharing`, { as: 'robin' }),
    'Log out everywhere',
  );
  for (const name of robin.cookies(app.url).keys())
    if (name.endsWith('.out')) robin.cookies(app.url).delete(name);
  const page = await robin.open(`${app.url}/sharing`);
  await logIn(phone, `${app.url}/profile`, { as: 'robin' });
  await robin.press(await robin.open(`${app.url}/profile`), 'Log out');
  assert.equal((await robin.press(page, 'Log out everywhere')).status, 401);
  assert.ok(await isLoggedIn(app, phone));
});
