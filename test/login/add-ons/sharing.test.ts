import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'cheerio';
import type express from 'express';
import { createSharing } from '../../../src/login/add-ons/sharing.ts';
import type { KeyRing } from '../../../src/login/crypto.ts';
import { createCookies, type KeyStore, LoginError } from '../../../src/login/login.ts';
import { keyPrefixes } from '../../../src/login/store/key-names.ts';
import { createMemoryKeys } from '../../../src/login/store/memory-keys.ts';
import {
  copyBrowser,
  startLoginUntilCallback,
  visitorWithSandboxLogin,
} from '../../support/app/login-steps.ts';
import { sessionCookieName } from '../../support/app/session-cookie.ts';
import { type RunningApp, startApp } from '../../support/app/start-app.ts';
import {
  confirm,
  fromOwnPage,
  type LoadedPage,
  logIn,
  type Visitor,
  visitor,
} from '../../support/app/visitor.ts';
import { holdable } from '../holdable-keys.ts';

const all = ['pii:basic', 'pii:email', 'pii:phone', 'pii:address'];

type Headers = Record<string, string>;

async function requestedScopes(
  who: Visitor,
  { app, query, headers = {} }: { app: RunningApp; query: string; headers?: Headers },
) {
  const response = await who.request(`${app.url}/login?${query}`, { headers });
  return new URL(response.headers.get('location') ?? '', app.url).searchParams
    .get('scope')
    ?.split(' ');
}

test('P11 without a choice, a login requests all scopes, and with ?scope= only the named and required ones', async (t) => {
  const app = await startApp(t);
  assert.deepEqual(await requestedScopes(visitor(), { app, query: '' }), all);
  const cases: [string, string[]][] = [
    ['scope=pii:email', ['pii:basic', 'pii:email']],
    ['scope=pii:phone&scope=pii:email', ['pii:basic', 'pii:email', 'pii:phone']],
    ['scope=pii:basic', ['pii:basic']],
    ['scope=admin:ticket:read', all],
    ['scope=pii:email&scope=admin:ticket:read', ['pii:basic', 'pii:email']],
    ['scope[]=pii:email', all],
    ['scope[x]=pii:email', all],
    ['scope=pii:email%20pii:phone', all],
    [`scope=${'x'.repeat(5000)}`, all],
  ];
  for (const [query, expected] of cases) {
    for (const headers of [fromOwnPage, { referer: `${app.url}/profile` }]) {
      assert.deepEqual(await requestedScopes(visitor(), { app, query, headers }), expected, query);
    }
  }
});

const elsewhere: Headers[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  {},
  { referer: 'https://evil.example/' },
  { origin: 'null', referer: 'https://evil.example/' },
];

test('P11 no link from elsewhere requests scopes, before the login and after it', async (t) => {
  const app = await startApp(t, { settings: { OAUTH_SCOPES: 'pii:basic pii:email' } });
  const robin = visitor();
  const both = ['pii:basic', 'pii:email'];
  for (const headers of [...elsewhere, { referer: `${app.url}.evil.example/` }]) {
    const asked = await requestedScopes(visitor(), { app, query: 'scope=pii:basic', headers });
    assert.deepEqual(asked, both, JSON.stringify(headers));
  }
  await logIn(robin, `${app.url}/profile`, { as: 'robin', untick: ['pii:email'] });
  const query = 'scope=pii:email';
  for (const headers of elsewhere) {
    const asked = await requestedScopes(robin, { app, query, headers });
    assert.equal(asked, undefined, JSON.stringify(headers));
  }
  for (const headers of [fromOwnPage, { referer: `${app.url}/profile` }])
    assert.deepEqual(await requestedScopes(robin, { app, query, headers }), both);
});

test('a request for scopes that an attendee already shares redirects straight to the page', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const response = await robin.request(`${app.url}/login?scope=pii:email&return_to=/profile`, {
    headers: fromOwnPage,
  });
  assert.equal(response.headers.get('location'), '/profile');
});

test('a requested scope that was left out on the consent page is not remembered as shared', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, {
    as: 'robin',
    untick: ['pii:email', 'pii:phone', 'pii:address'],
  });
  const query = 'scope=pii:email&scope=pii:phone&return_to=/profile';
  const consent = await robin.open(`${app.url}/login?${query}`, app.url);
  await robin.press(consent, 'Allow', ['pii:phone']);
  robin.cookies(app.url).delete(sessionCookieName(app.url));
  assert.deepEqual(await requestedScopes(robin, { app, query: '' }), ['pii:basic', 'pii:email']);
});

test('an additional scope is requested by the next login in this browser, and in no other browser', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await logIn(robin, `${app.url}/profile`, {
    as: 'robin',
    untick: ['pii:email', 'pii:phone', 'pii:address'],
  });
  const consent = await robin.open(`${app.url}/login?scope=pii:email&return_to=/profile`, app.url);
  await robin.press(consent, 'Allow');
  robin.cookies(app.url).delete(sessionCookieName(app.url));
  assert.deepEqual(await requestedScopes(robin, { app, query: '' }), ['pii:basic', 'pii:email']);
  assert.deepEqual(await requestedScopes(visitor(), { app, query: '' }), all);

  // The cookie is encrypted. With a changed value, a login does not request optional scopes.
  const name = `scopes-${new URL(app.url).port}`;
  const value = robin.cookies(app.url).get(name) ?? '';
  assert.doesNotMatch(value, /pii|email/);
  for (const wrong of ['', 'pii:email', value.slice(1)]) {
    robin.cookies(app.url).set(name, wrong);
    assert.deepEqual(await requestedScopes(robin, { app, query: '' }), ['pii:basic'], wrong);
  }
});

test('after the session has expired, a link to share more adds a scope to the remembered choice', async (t) => {
  const app = await startApp(t);
  const robin = visitor();
  await robin.request(`${app.url}/login/choose?chosen=1&scope=pii:email`, { headers: fromOwnPage });
  const more = { app, query: 'scope=pii:phone', headers: fromOwnPage };
  const three = ['pii:basic', 'pii:email', 'pii:phone'];
  assert.deepEqual(await requestedScopes(robin, more), three);
});

const [old, fresh] = [`old:${'1'.repeat(64)}`, `fresh:${'2'.repeat(64)}`];
const useKeys = (app: RunningApp, keys: string) => app.restartApp({ ENCRYPTION_KEYS: keys });

async function askedFor(app: RunningApp, who: Visitor): Promise<string | null> {
  const start = await who.request(`${app.url}/login`, { headers: fromOwnPage });
  return new URL(start.headers.get('location') ?? '').searchParams.get('scope');
}

async function startWithChoice(t: Parameters<typeof startApp>[0]) {
  const app = await startApp(t, { settings: { ENCRYPTION_KEYS: old } });
  const robin = visitor();
  const page = await logIn(robin, `${app.url}/sharing`, { as: 'robin' });
  await robin.press(await robin.follow(page, 'Stop sharing: Phone'), 'Stop sharing');
  return { app, robin, chosen: 'pii:basic pii:email pii:address' };
}

test('P36 a choice is encrypted with the newest key at each login, and is still readable when the old key is gone', async (t) => {
  const { app, robin, chosen } = await startWithChoice(t);
  for (const keys of [old, `${old},${fresh}`, `${fresh},${old}`, fresh]) {
    await useKeys(app, keys);
    assert.equal(await askedFor(app, robin), chosen, keys);
  }
});

test('P36 a choice that no key can open requests nothing optional, and is not overwritten', async (t) => {
  const { app, robin, chosen } = await startWithChoice(t);
  await useKeys(app, fresh);
  assert.equal(await askedFor(app, robin), 'pii:basic');
  const choose = await robin.open(`${app.url}/login/choose`);
  assert.equal(choose.$('input[name=scope]:checked').length, 0);
  await useKeys(app, `${fresh},${old}`);
  assert.equal(await askedFor(app, robin), chosen);
  assert.match(
    String(await askedFor(app, visitor())),
    /pii:phone/,
    'a new visitor is asked for all scopes',
  );
});

/** Pages show spaces between the groups of digits. The download does not. */
const phone = /202 ?555 ?1001/;
const phoneOfSam = /202 ?555 ?1002/;
const halfAYear = 180 * 24 * 3600;
const k1 = `k1:${'01'.repeat(32)}`;
const k2 = `k2:${'02'.repeat(32)}`;
const pages = ['/profile', '/badge-name', '/sharing', '/sharing/download'];

async function newBrowser(app: RunningApp, as = 'robin'): Promise<Visitor> {
  const who = visitor();
  await logIn(who, `${app.url}/profile`, { as });
  return who;
}

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

test('P50 a scope that was stopped in one browser is read in no other, whether that was logged in then or never', async (t) => {
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
  assert.equal(profile.$('main > [role=alert]').length, 0, 'the page shows no notice');
  for (const who of [laptop, await newBrowser(app), robinsPhone])
    assert.equal(await seesPhone(app, who), false);
  assert.equal(await seesPhone(app, sam, phoneOfSam), true, 'sam still shares the phone number');
});

test('P50 P45 a stopped scope is one key that names neither the person nor the scope, for half a year from the last login', async (t) => {
  const app = await startApp(t);
  await stopPhone(app, await newBrowser(app));
  const [first, ...others] = await marksIn(app);
  assert.equal(others.length, 0);
  assert.match(first?.key ?? '', /^o:[\w-]{43}$/);
  assert.equal(first?.value, '1');
  assert.ok(first && first.ttl > halfAYear - 60 && first.ttl <= halfAYear, `${first?.ttl}`);

  await app.redis.command('EXPIRE', first.key, '1000');
  await newBrowser(app, 'sam');
  assert.ok(
    ((await marksIn(app))[0]?.ttl ?? 0) <= 1000,
    'a login of sam does not extend the record',
  );
  await newBrowser(app);
  assert.ok(
    ((await marksIn(app))[0]?.ttl ?? 0) > halfAYear - 60,
    'a login of robin extends the record',
  );
});

test('P50 the token of a login in another browser cannot read a stopped scope', async (t) => {
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

test('P11 P50 only a page of this site brings a stopped scope back: no link, and no choice that a browser remembers', async (t) => {
  const app = await startApp(t);
  const robin = await newBrowser(app);
  const laptop = await visitorWithSandboxLogin({ url: app.url, as: 'robin' });
  const choose = { headers: { 'sec-fetch-site': 'same-origin' } };
  await laptop.request(`${app.url}/login/choose?chosen=1&scope=pii:phone`, choose);
  await stopPhone(app, robin);

  const profile = await laptop.open(`${app.url}/profile`);
  assert.doesNotMatch(profile.html, phone);
  const link = `${app.url}/login?scope=pii:phone&return_to=/profile`;
  assert.doesNotMatch(
    (await laptop.open(link)).html,
    phone,
    'a typed link does not share the phone number while logged in',
  );
  for (const site of ['none', 'cross-site', 'same-site']) {
    const browser = copyBrowser(laptop, app.sandbox.url);
    const start = await browser.request(link, { headers: { 'sec-fetch-site': site } });
    const back = await browser.open(start.headers.get('location') ?? '');
    assert.equal(back.url.href, `${app.url}/profile`, site);
    assert.doesNotMatch(back.html, phone, site);
  }
});

test('P50 a scope that is shared again, on a page or by a choice before the login, is read in every browser', async (t) => {
  const app = await startApp(t);
  const robin = await newBrowser(app);
  await stopPhone(app, robin);
  const laptop = await newBrowser(app);
  const shared = await laptop.follow(await laptop.open(`${app.url}/profile`), 'Share: Phone');
  assert.match(shared.text, /Now on your profile: your phone number\..*202 ?555/);
  assert.equal(await seesPhone(app, await newBrowser(app)), true);

  await stopPhone(app, laptop);
  const query = new URLSearchParams({ chosen: '1', scope: 'pii:phone', return_to: '/profile' });
  const $ = load(`<a href="/login/choose?${query}">Save and continue</a>`);
  const chosen = await robin.follow({ ...shared, $ }, 'Save and continue');
  const back = await robin.follow(chosen, 'Continue to the Testcon registration site');
  assert.match(back.html, phone);
  assert.equal(await seesPhone(app, await newBrowser(app)), true);
});

test('P50 after a denial of sharing again, an unticked scope, or a login as somebody else, it stays stopped', async (t) => {
  const app = await startApp(t);
  const robin = await newBrowser(app);
  await stopPhone(app, robin);
  // After a restart, the sandbox has forgotten the consent and asks again.
  await app.restartSandbox();
  const profile = await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  const denied = await robin.press(await robin.follow(profile, 'Share: Phone'), 'Deny');
  assert.match(denied.text, /^Nothing changed/);
  const question = await robin.follow(profile, 'Share: Phone');
  const unticked = await robin.press(question, 'Allow', ['pii:phone']);
  assert.doesNotMatch(unticked.html, phone);
  assert.equal((await marksIn(app)).length, 1);

  const sam = await newBrowser(app, 'sam');
  await stopPhone(app, sam);
  robin.cookies(app.sandbox.url).clear();
  for (const [name, value] of sam.cookies(app.sandbox.url))
    robin.cookies(app.sandbox.url).set(name, value);
  const asSam = await robin.follow(profile, 'Share: Phone');
  assert.match(asSam.text, /^Nothing changed\. You’re still logged in with the same account/);
  assert.equal((await marksIn(app)).length, 2);
});

test('P34 P39 erasing a person leaves no trace of stopped scopes; a log-out everywhere keeps them stopped', async (t) => {
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

test('P34 P39 erasing a person with a session that a login has just replaced leaves no trace either', async (t) => {
  const app = await startApp(t);
  const robin = await newBrowser(app);
  await stopPhone(app, robin);
  const asked = await robin.open(`${app.url}/sharing/stop?scope=pii:email`);
  await robin.press(await confirm(robin, asked), 'Stop sharing');
  const sharing = await confirm(robin, await robin.open(`${app.url}/sharing`));
  const question = await robin.open(`${app.url}/sharing/forget`);
  const before = copyBrowser(robin, app.url);
  await robin.follow(sharing, 'Share: Email');
  assert.equal((await marksIn(app)).length, 1, 'one record, for the phone number');
  const goodbye = await before.press(question, 'Delete your data');
  assert.match(goodbye.text, /^We deleted the data we held about you/);
  assert.deepEqual(await marksIn(app), []);
});

test('P36 stopped scopes stay stopped when the encryption keys are rotated with a login in between', async (t) => {
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

test('P34 a login that requests less again keeps its age: a log-out everywhere meanwhile ends it', async (t) => {
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

async function pressStop(who: Visitor, question: LoadedPage): Promise<Response> {
  const form_token = String(question.$('input[name=form_token]').first().val());
  return who.request(question.url, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    form: new URLSearchParams({ form_token, scope: 'pii:phone' }),
  });
}

async function shareAgain(app: RunningApp, who: Visitor): Promise<void> {
  const link = `${app.url}/login?scope=pii:phone&return_to=/profile`;
  const page = await who.open(link, app.url);
  assert.match(page.html, phone);
}

const toStopped = '/logged-out?why=stopped&scope=pii%3Aphone';

test('P50 P34 stopping to share logs out on every device, and rejects a login that started before', async (t) => {
  const app = await startApp(t);
  const [robinsPhone, laptop] = [await newBrowser(app), await newBrowser(app)];
  const other = copyBrowser(robinsPhone, app.sandbox.url);
  const callback = await startLoginUntilCallback(other, { url: app.url, returnTo: '/profile' });
  const question = await robinsPhone.open(`${app.url}/sharing/stop?scope=pii:phone`);
  assert.equal((await pressStop(robinsPhone, question)).headers.get('location'), toStopped);
  for (const who of [robinsPhone, laptop])
    assert.equal((await who.request(`${app.url}/profile`)).status, 303);
  assert.equal((await other.open(callback)).status, 400);
  const left = (await app.redis.dump()).filter(({ key }) => /^[si]:/.test(key));
  assert.deepEqual(left, []);
});

test('P50 at any moment of a login when its person stops sharing, it does not read the stopped scope', async (t) => {
  const { keys, runUntil } = holdable(createMemoryKeys());
  const app = await startApp(t, { keysBetween: () => keys });
  const outcomes = new Set<string>();
  for (let call = 1, isOver = false; !isOver; call += 1) {
    const robin = await newBrowser(app);
    const question = await robin.open(`${app.url}/sharing/stop?scope=pii:phone`);
    const other = copyBrowser(robin, app.sandbox.url);
    const callback = await startLoginUntilCallback(other, { url: app.url, returnTo: '/profile' });
    const login = await runUntil(call, () => other.open(callback));
    isOver = login.isOver;
    const stopped = await pressStop(robin, question);
    assert.equal(stopped.headers.get('location'), toStopped, `held at call ${call}`);
    const { status, url } = await login.finish();
    outcomes.add(`${status} ${url.pathname}`);
    const page = await other.request(`${app.url}/profile`);
    assert.equal(page.status, 303, `held at call ${call}: the browser is not logged in`);
    await shareAgain(app, robin);
  }
  assert.deepEqual([...outcomes].sort(), [
    '200 /login/expired',
    '200 /profile',
    '400 /login/callback',
  ]);
});

test('P50 P34 if Redis fails while somebody stops sharing, the page says so, and they can try again', async (t) => {
  const keys = createMemoryKeys();
  let callsLeft = Number.POSITIVE_INFINITY;
  const failing = new Proxy(keys, {
    get:
      (target, verb: keyof KeyStore) =>
      (...args: never[]) => {
        callsLeft -= 1;
        if (callsLeft === 0) return Promise.reject(new LoginError('service-unavailable'));
        return (target[verb] as (...given: never[]) => unknown)(...args);
      },
  });
  const app = await startApp(t, { keysBetween: () => failing });
  let failures = 0;
  for (let call = 1, isOver = false; !isOver; call += 1) {
    const [robin, laptop] = [await newBrowser(app), await newBrowser(app)];
    const question = await robin.open(`${app.url}/sharing/stop?scope=pii:phone`);
    callsLeft = call;
    const { status, headers } = await pressStop(robin, question);
    isOver = callsLeft > 0;
    callsLeft = Number.POSITIVE_INFINITY;
    const isTold = status === 503;
    if (isTold) failures += 1;
    else assert.equal(headers.get('location'), toStopped, `call ${call} fails`);
    const laptopStatus = (await laptop.request(`${app.url}/profile`)).status;
    if (!isTold) assert.equal(laptopStatus, 303, `call ${call} fails: the laptop is logged out`);
    const again = visitor();
    const profile = await logIn(again, `${app.url}/profile`, { as: 'robin' });
    if (!isTold) assert.doesNotMatch(profile.html, phone, `call ${call} fails`);
    await shareAgain(app, again);
  }
  assert.ok(failures > 5, `only ${failures} failures occurred`);
});

function sharingAlone(encryptionKeys: KeyRing, keys = createMemoryKeys()) {
  const publicUrl = new URL('https://a.example');
  const scopes = ['pii:basic', 'pii:email', 'pii:phone'];
  const cookies = createCookies(publicUrl, encryptionKeys);
  const optionalScopes = scopes.slice(1);
  return createSharing({ publicUrl, scopes, optionalScopes, cookies, keys, encryptionKeys });
}

const [before, newest] = [7, 8].map((byte) => ({ id: `k${byte}`, key: Buffer.alloc(32, byte) }));
assert.ok(before && newest);
const token = { accessToken: 't', expiresAt: 4e12 };
const robin = { userId: 'robin', grantedScopes: ['pii:basic', 'pii:email'], ...token };

test('more is requested if one of the named scopes is not granted yet, and nothing if all are', async () => {
  const { beforeLogin } = sharingAlone([before]);
  const isMore = async (...scopes: string[]) => {
    const request = { scopes: [], returnTo: '/', beganAt: 0, expectedUserId: undefined };
    const query = new URLSearchParams(scopes.map((scope) => ['scope', scope]));
    const req = {
      headers: { 'sec-fetch-site': 'same-origin' },
      originalUrl: `/login?${query}`,
      attendee: robin,
    };
    await beforeLogin(req as unknown as express.Request, {} as express.Response, request);
    return request.expectedUserId !== undefined;
  };
  assert.equal(await isMore('pii:email', 'pii:phone'), true);
  assert.equal(await isMore('pii:email'), false);
});

test('a required scope cannot be stopped, so nothing is remembered', async () => {
  const { stop } = sharingAlone([before]);
  const cookies: string[] = [];
  const res = { cookie: (name: string) => cookies.push(name) } as unknown as express.Response;
  const req = { attendee: robin, headers: {} } as unknown as express.Request;
  await stop(req, res, 'pii:basic');
  assert.deepEqual(cookies, []);
  await stop(req, res, 'pii:email');
  assert.equal(cookies.length, 1);
});

test('only sharing more while logged in is a new choice, which is kept for 180 days after the last login', async () => {
  const { afterLogin } = sharingAlone([before]);
  const livesAfter = async (expectedUserId?: string) => {
    const lives: unknown[] = [];
    const cookie = (_name: string, _value: string, { maxAge }: express.CookieOptions) =>
      lives.push(maxAge);
    const request = { scopes: [], returnTo: '/', beganAt: 0, expectedUserId };
    await afterLogin({} as express.Request, { cookie } as unknown as express.Response, {
      attendee: robin,
      request,
    });
    return lives;
  };
  assert.deepEqual(await livesAfter('robin'), [180 * 24 * 3_600_000]);
  assert.deepEqual(await livesAfter(), [], 'a login that shares nothing more stores no choice');
});

test('a stopped scope is stored before it counts as stopped, also under a new key', async () => {
  const keys = createMemoryKeys();
  const res = { cookie: () => {} } as unknown as express.Response;
  const req = { attendee: robin } as unknown as express.Request;
  await sharingAlone([before], keys).stop(req, res, 'pii:email');
  keys.setIfAbsent = () => Promise.reject(new Error('away'));
  await assert.rejects(sharingAlone([before], keys).stop(req, res, 'pii:email'), /away/);
  const rotated = sharingAlone([newest, before], keys);
  const request = { scopes: [], returnTo: '/', beganAt: 0 };
  await assert.rejects(rotated.allowedScopes({ attendee: robin, request }), /away/);
});

test('a stop mark that cannot be removed rejects the login, instead of leaving it half done', async () => {
  const keys = createMemoryKeys();
  keys.del = () => Promise.reject(new Error('away'));
  const set: string[] = [];
  const res = { cookie: (name: string) => set.push(name) } as unknown as express.Response;
  const request = { scopes: [], returnTo: '/', beganAt: 0, sharedAgain: ['pii:email'] };
  const { afterLogin } = sharingAlone([before], keys);
  const login = { attendee: robin, request: { ...request, expectedUserId: 'robin' } };
  await assert.rejects(afterLogin({} as express.Request, res, login), /away/);
  assert.deepEqual(set, [], 'the browser stores no choice');
});
