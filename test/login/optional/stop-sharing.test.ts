// Where the convention narrows a token, who stops sharing stays logged in on that device; everywhere
// else, and whenever it is not certain, they are logged out.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createLateKeys } from '../../support/late-keys.ts';
import { copyBrowser } from '../../support/login-steps.ts';
import { rounds } from '../../support/rounds.ts';
import { setFaults } from '../../support/set-faults.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import { logIn, type Visitor, visitor } from '../../support/visitor.ts';

/** In groups on a page, without spaces in the download. */
const phone = /202 ?555 ?1001/;
const settings = { OAUTH_NARROW: 'on' };
const isLoggedIn = async (app: RunningApp, who: Visitor) =>
  (await who.request(`${app.url}/profile`)).status === 200;
const sessionsIn = async (app: RunningApp) =>
  (await app.redis.dump()).filter(({ key }) => /^[si]:/.test(key));
const tokenAnswers = (app: RunningApp) =>
  app.heard().exchanges.filter(({ address }) => address === '/api/oauth/token');

/** Logs robin in, in a new browser. */
async function newBrowser(app: RunningApp): Promise<Visitor> {
  const who = visitor();
  await logIn(who, `${app.url}/profile`, { as: 'robin' });
  return who;
}

async function stop(app: RunningApp, who: Visitor, scope = 'pii:phone') {
  return who.press(await askToStop(app, who, scope), 'Stop sharing');
}

const askToStop = (app: RunningApp, who: Visitor, scope = 'pii:phone') =>
  who.open(`${app.url}/sharing/stop?scope=${scope}`);

test('P48 who stops sharing stays logged in with a token that cannot read it, and all other logins of theirs end', async (t) => {
  const app = await startApp(t, { settings });
  const [robin, laptop] = [await newBrowser(app), await newBrowser(app)];
  const [before] = (await sessionsIn(app)).filter(({ key }) => key.startsWith('s:'));
  const sharing = await stop(app, robin);
  assert.equal(sharing.url.href, `${app.url}/sharing`);
  assert.match(sharing.text, /^We can no longer see your phone number\./);
  assert.equal(await isLoggedIn(app, laptop), false, 'the laptop could have read it as well');

  for (const path of ['/profile', '/sharing', '/sharing/download'])
    assert.doesNotMatch((await robin.open(app.url + path)).html, phone, path);
  const refresh = tokenAnswers(app).at(-1);
  assert.match(refresh?.asked.body ?? '', /grant_type=refresh_token/);
  assert.equal(JSON.parse(refresh?.answered.body ?? '').scope, 'pii:basic pii:email pii:address');
  const sessions = await sessionsIn(app);
  assert.equal(sessions.length, 2, 'one session, and the list that names it');
  assert.ok(!sessions.some(({ key }) => key === before?.key), 'the wide token is gone');

  const again = await stop(app, robin, 'pii:email');
  assert.match(again.text, /^We can no longer see your e-?mail address\./, 'and once more');
  assert.equal(await isLoggedIn(app, robin), true);
});

test('P48 P31 a login in another browser that began before, and comes back after, is refused', async (t) => {
  const app = await startApp(t, { settings });
  const robin = await newBrowser(app);
  const laptop = copyBrowser(robin, app.sandbox.url);
  const start = await laptop.request(`${app.url}/login?return_to=/profile`);
  const authorized = await laptop.request(start.headers.get('location') ?? '');
  await stop(app, robin);
  const page = await laptop.open(authorized.headers.get('location') ?? '');
  assert.deepEqual([page.status, page.$('h1').text()], [400, 'Log in again']);
  assert.equal(await isLoggedIn(app, robin), true);
});

const token = 'POST /api/oauth/token';
for (const [what, fault] of [
  ['refuses', { fault: 'server-error', route: token }],
  [
    'does not name the scopes that remain',
    { fault: 'missing-fields', route: token, fields: ['scope'] },
  ],
  [
    'answers with a scope that was to go',
    { fault: 'replaced-text', route: token, fields: ['scope'], text: 'pii:basic pii:phone' },
  ],
  [
    'answers for somebody else',
    { fault: 'someone-else', route: 'GET /api/users/current', answered: 'sam' },
  ],
] as const) {
  test(`P48 if the convention ${what}, who stops sharing is logged out everywhere`, async (t) => {
    const app = await startApp(t, { settings });
    const [robin, laptop] = [await newBrowser(app), await newBrowser(app)];
    const question = await askToStop(app, robin);
    await setFaults(app.sandbox, [fault]);
    const stopped = await robin.press(question, 'Stop sharing');
    assert.equal(stopped.url.pathname, '/logged-out');
    assert.deepEqual(await sessionsIn(app), []);
    assert.equal(await isLoggedIn(app, laptop), false);
    assert.match(app.logLines.join(), /the convention did not narrow a login/);
    assert.doesNotMatch(app.logLines.join(), phone);
  });
}

test('P48 without OAUTH_NARROW no refresh token is kept, and who stops sharing is logged out everywhere', async (t) => {
  const app = await startApp(t);
  const [robin, laptop] = [await newBrowser(app), await newBrowser(app)];
  assert.equal((await stop(app, robin)).url.pathname, '/logged-out');
  assert.equal(await isLoggedIn(app, laptop), false);
  assert.deepEqual(await sessionsIn(app), []);
  const asked = tokenAnswers(app).map((exchange) => exchange.asked.body);
  assert.doesNotMatch(asked.join(), /refresh_token/);
});

test('P24 P31 whoever logs out everywhere in another tab, while the token is narrowed, is logged out', async (t) => {
  const app = await startApp(t, { settings });
  const count = rounds(t, { short: 4, full: 60, of: 'stops beside a log-out everywhere' });
  for (let round = 0; round < count; round += 1) {
    const robin = await newBrowser(app);
    const otherTab = copyBrowser(robin, app.url);
    const sharing = await otherTab.open(`${app.url}/sharing`);
    const form_token = String(sharing.$('input[name=form_token]').first().val());
    const post = (who: Visitor, path: string, fields: Record<string, string> = {}) =>
      who.request(app.url + path, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin' },
        form: new URLSearchParams({ form_token, ...fields }),
      });
    await setFaults(app.sandbox, [{ fault: 'slow', route: token, ms: 10 * round }]);
    const [, everywhere] = await Promise.all([
      post(robin, '/sharing/stop', { scope: 'pii:phone' }),
      post(otherTab, '/logout/everywhere'),
    ]);
    assert.equal(everywhere.status, 303);
    assert.deepEqual(await sessionsIn(app), [], `round ${round}`);
    assert.equal(await isLoggedIn(app, robin), false);
    await setFaults(app.sandbox, []);
    // What was stopped stays stopped, so the next round starts with a person who shares it again.
    await app.redis.command('FLUSHALL');
  }
});

test('P23 to share less does not make a login longer', async (t) => {
  let now = Date.parse('2027-03-04T10:00:00Z');
  const app = await startApp(t, { settings: { ...settings, SESSION_HOURS: '1' }, now: () => now });
  const robin = await newBrowser(app);
  now += 29 * 60_000;
  await robin.open(`${app.url}/profile`);
  now += 29 * 60_000;
  await stop(app, robin);
  assert.equal(await isLoggedIn(app, robin), true);
  const { kept } = JSON.parse((await robin.open(`${app.url}/sharing/download`)).$('body').text());
  assert.equal(kept.since, '2027-03-04T10:00:00.000Z');
  assert.equal(kept.permittedUntil, '2027-03-04T11:00:00.000Z');
  now += 3 * 60_000;
  assert.equal(await isLoggedIn(app, robin), false, 'an hour after the login');
});

test('P24 P48 who stops sharing has an answer only once all of it is stored, narrowed or not', async (t) => {
  const { keysBetween, hasty } = createLateKeys(t);
  const app = await startApp(t, { settings, keysBetween });
  const robin = await newBrowser(app);
  await stop(app, robin);
  await setFaults(app.sandbox, [{ fault: 'server-error', route: token }]);
  const stopped = await stop(app, robin, 'pii:email');
  assert.equal(stopped.url.pathname, '/logged-out');
  assert.deepEqual(hasty, []);
});
