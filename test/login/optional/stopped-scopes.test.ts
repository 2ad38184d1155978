// What a person stopped sharing stays so in every browser, until they share it again.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'cheerio';
import { stoppedScopes } from '../../../src/login/optional/stopped-scopes.ts';
import { keyPrefixes } from '../../../src/login/store/key-names.ts';
import { createMemoryKeys } from '../../../src/login/store/memory-keys.ts';
import {
  copyBrowser,
  startLoginUntilCallback,
  visitorWithSandboxLogin,
} from '../../support/login-steps.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import { confirm, logIn, type Visitor, visitor } from '../../support/visitor.ts';

/** In groups on a page, without spaces in the download. */
const phone = /202 ?555 ?1001/;
const phoneOfSam = /202 ?555 ?1002/;
const halfAYear = 180 * 24 * 3600;
const k1 = `k1:${'01'.repeat(32)}`;
const k2 = `k2:${'02'.repeat(32)}`;
const pages = ['/profile', '/badge-name', '/sharing', '/sharing/download'];

/** Logs robin in, in a new browser that never logged in anywhere. */
async function newBrowser(app: RunningApp, as = 'robin'): Promise<Visitor> {
  const who = visitor();
  await logIn(who, `${app.url}/profile`, { as });
  return who;
}

/** Stops sharing the phone number, in this browser. */
async function stopPhone(app: RunningApp, who: Visitor): Promise<void> {
  const question = await who.open(`${app.url}/sharing/stop?scope=pii:phone`);
  assert.match((await who.press(question, 'Stop sharing')).text, /^We can no longer see/);
}

async function seesPhone(app: RunningApp, who: Visitor, number = phone): Promise<boolean> {
  const texts = await Promise.all(pages.map(async (path) => (await who.open(app.url + path)).html));
  return texts.some((text) => number.test(text));
}

const marksIn = async (app: RunningApp) =>
  (await app.redis.dump()).filter(({ key }) => key.startsWith(keyPrefixes.stoppedScope));

test('P48 what was stopped in one browser is read in no other, whether it was logged in then or never', async (t) => {
  const app = await startApp(t);
  const [robinsPhone, laptop, sam] = [
    await newBrowser(app),
    await newBrowser(app),
    await newBrowser(app, 'sam'),
  ];
  await stopPhone(app, robinsPhone);

  const expired = await laptop.open(`${app.url}/profile`);
  assert.equal(expired.url.pathname, '/login/expired');
  const profile = await laptop.follow(expired, 'Log in again');
  assert.equal(profile.url.pathname, '/profile');
  assert.match(profile.text, /See your phone number here too\?/);
  assert.equal(profile.$('main > [role=alert]').length, 0, 'nothing new to tell');
  for (const who of [laptop, await newBrowser(app), robinsPhone])
    assert.equal(await seesPhone(app, who), false);
  assert.equal(await seesPhone(app, sam, phoneOfSam), true, 'sam stopped nothing');
});

test('P48 P49 that something was stopped is one key that names neither the person nor the scope, for half a year from the last login', async (t) => {
  const app = await startApp(t);
  await stopPhone(app, await newBrowser(app));
  const [first, ...others] = await marksIn(app);
  assert.equal(others.length, 0);
  assert.match(first?.key ?? '', /^o:[\w-]{43}$/);
  assert.equal(first?.value, '1');
  assert.ok(first && first.ttl > halfAYear - 60 && first.ttl <= halfAYear, `${first?.ttl}`);

  await app.redis.command('EXPIRE', first.key, '1000');
  await newBrowser(app, 'sam');
  assert.ok(((await marksIn(app))[0]?.ttl ?? 0) <= 1000, 'a login of somebody else');
  await newBrowser(app);
  assert.ok(((await marksIn(app))[0]?.ttl ?? 0) > halfAYear - 60, 'a login of robin');
});

test('P48 the token of a login in another browser cannot read what was stopped', async (t) => {
  const app = await startApp(t);
  await stopPhone(app, await newBrowser(app));
  await newBrowser(app);
  const tokens = app
    .heard()
    .exchanges.filter(({ address }) => address === '/api/oauth/token')
    .map(({ answered }) => JSON.parse(answered.body).scope);
  assert.deepEqual(tokens.slice(1), [
    'pii:basic pii:email pii:phone pii:address',
    'pii:basic pii:email pii:address',
  ]);
});

test('P13 P48 only a page of this site brings back what was stopped: no link, and no choice that a browser remembers', async (t) => {
  const app = await startApp(t);
  const [robin, laptop] = [await newBrowser(app), visitor()];
  const choose = { headers: { 'sec-fetch-site': 'same-origin' } };
  await laptop.request(`${app.url}/login/choose?chosen=1&scope=pii:phone`, choose);
  await stopPhone(app, robin);

  const profile = await logIn(laptop, `${app.url}/profile`, { as: 'robin' });
  assert.doesNotMatch(profile.html, phone);
  const link = `${app.url}/login?scope=pii:phone&return_to=/profile`;
  assert.doesNotMatch((await laptop.open(link)).html, phone, 'typed, logged in');
  for (const site of ['none', 'cross-site', 'same-site']) {
    const browser = copyBrowser(laptop, app.sandbox.url);
    const start = await browser.request(link, { headers: { 'sec-fetch-site': site } });
    const back = await browser.open(start.headers.get('location') ?? '');
    assert.equal(back.url.href, `${app.url}/profile`, site);
    assert.doesNotMatch(back.html, phone, site);
  }
});

test('P48 what is shared again, on a page or by a choice before the login, is read in every browser', async (t) => {
  const app = await startApp(t);
  const robin = await newBrowser(app);
  await stopPhone(app, robin);
  const laptop = await newBrowser(app);
  const shared = await laptop.follow(await laptop.open(`${app.url}/profile`), 'Share: Phone');
  assert.match(shared.text, /We can now see your phone number\..*202 ?555/);
  assert.equal(await seesPhone(app, await newBrowser(app)), true);

  await stopPhone(app, laptop);
  const query = new URLSearchParams({ chosen: '1', scope: 'pii:phone', return_to: '/profile' });
  const $ = load(`<a href="/login/choose?${query}">Save and continue</a>`);
  const chosen = await robin.follow({ ...shared, $ }, 'Save and continue');
  const back = await robin.follow(chosen, 'Continue to Testcon registration');
  assert.match(back.html, phone);
  assert.equal(await seesPhone(app, await newBrowser(app)), true);
});

test('P48 who denies when asked to share again, or comes back as somebody else, has not shared it', async (t) => {
  const app = await startApp(t);
  const robin = await newBrowser(app);
  await stopPhone(app, robin);
  // The sandbox forgets what was allowed, so it asks again.
  await app.restartSandbox();
  const profile = await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const denied = await robin.press(await robin.follow(profile, 'Share: Phone'), 'Deny');
  assert.match(denied.text, /^Nothing changed/);

  const sam = await newBrowser(app, 'sam');
  await stopPhone(app, sam);
  robin.cookies(app.sandbox.url).clear();
  for (const [name, value] of sam.cookies(app.sandbox.url))
    robin.cookies(app.sandbox.url).set(name, value);
  const asSam = await robin.follow(profile, 'Share: Phone');
  assert.match(asSam.text, /^Nothing changed\. You are still logged in with the same account/);
  assert.equal((await marksIn(app)).length, 2);
});

test('P31 P97 who is forgotten leaves no trace of what they stopped; who only logs out everywhere still has it stopped', async (t) => {
  const app = await startApp(t);
  const robin = await newBrowser(app);
  await stopPhone(app, robin);
  const laptop = await newBrowser(app);
  await laptop.press(await laptop.open(`${app.url}/sharing`), 'Log out everywhere');
  assert.equal((await marksIn(app)).length, 1);

  const again = await newBrowser(app);
  await again.press(await again.open(`${app.url}/sharing/forget`), 'Delete your data');
  assert.deepEqual(await marksIn(app), []);
  assert.equal(await seesPhone(app, await newBrowser(app)), true);
});

test('P31 P97 who is forgotten with a session that a login has just replaced leaves no trace either', async (t) => {
  const app = await startApp(t);
  const robin = await newBrowser(app);
  await stopPhone(app, robin);
  const asked = await robin.open(`${app.url}/sharing/stop?scope=pii:email`);
  await robin.press(await confirm(robin, asked), 'Stop sharing');
  const sharing = await confirm(robin, await robin.open(`${app.url}/sharing`));
  const question = await robin.open(`${app.url}/sharing/forget`);
  const before = copyBrowser(robin, app.url);
  await robin.follow(sharing, 'Share: Email');
  assert.equal((await marksIn(app)).length, 1, 'the phone number');
  const goodbye = await before.press(question, 'Delete your data');
  assert.match(goodbye.text, /^We deleted the data we held about you/);
  assert.deepEqual(await marksIn(app), []);
});

test('P35 what was stopped stays so when the encryption keys are rotated and a login comes in between', async (t) => {
  const app = await startApp(t, { settings: { ENCRYPTION_KEYS: k1 } });
  await stopPhone(app, await newBrowser(app));
  for (const ENCRYPTION_KEYS of [`${k2},${k1}`, k2]) {
    await app.restartApp({ ENCRYPTION_KEYS });
    assert.equal(await seesPhone(app, await newBrowser(app)), false, ENCRYPTION_KEYS);
  }
  const robin = await newBrowser(app);
  const shared = await robin.follow(await robin.open(`${app.url}/profile`), 'Share: Phone');
  assert.match(shared.html, phone);
});

test('P31 a login that asks again for less is as old as it was: a log-out everywhere meanwhile ends it', async (t) => {
  const app = await startApp(t);
  const robin = await visitorWithSandboxLogin({ url: app.url, as: 'robin' });
  const laptop = copyBrowser(robin, app.sandbox.url);
  await robin.open(`${app.url}/profile`);
  await stopPhone(app, robin);
  await confirm(robin, await robin.open(`${app.url}/profile`));

  const callback = await startLoginUntilCallback(laptop, { url: app.url, returnTo: '/profile' });
  await robin.press(await robin.open(`${app.url}/sharing`), 'Log out everywhere');
  const page = await laptop.open(callback);
  assert.deepEqual([page.status, page.$('h1').text()], [400, 'Log in again']);
});

test('what somebody stops sharing is stored before it counts as stopped, under a new key too', async () => {
  const keys = createMemoryKeys();
  const [before, newest] = [7, 8].map((byte) => ({ id: `k${byte}`, key: Buffer.alloc(32, byte) }));
  assert.ok(before && newest);
  const options = { publicUrl: new URL('https://a.example'), keys, optionalScopes: ['pii:email'] };
  const { stop } = stoppedScopes({ ...options, encryptionKeys: [before] });
  await stop('7', 'pii:email');
  keys.setIfAbsent = () => Promise.reject(new Error('away'));
  await assert.rejects(stop('7', 'pii:email'), /away/);
  const rotated = stoppedScopes({ ...options, encryptionKeys: [newest, before] });
  const attendee = { userId: '7', grantedScopes: ['pii:email'] };
  const scopesToUse = async () => rotated.scopesToUse?.({ pending: {}, attendee } as never);
  await assert.rejects(scopesToUse, /away/);
});
