// Instances of two versions, or with different keys, may share one Redis for a while. An instance
// must not destroy a session that only another instance can read, and a log-out on one instance
// must apply to all instances.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  copyBrowser,
  startLoginUntilCallback,
  visitorWithSandboxLogin,
} from '../support/app/login-steps.ts';
import { sessionCookieName } from '../support/app/session-cookie.ts';
import { type RunningApp, startApp } from '../support/app/start-app.ts';
import { logIn, type Visitor, visitor } from '../support/app/visitor.ts';

const [ours, theirs] = [`ours:${'1'.repeat(64)}`, `theirs:${'2'.repeat(64)}`];

/**
 * With a different key, the app behaves like an instance of a different version, which cannot read
 * these sessions.
 */
const beOurs = (app: RunningApp) => app.restartApp({ ENCRYPTION_KEYS: ours });
const beTheirs = (app: RunningApp) => app.restartApp({ ENCRYPTION_KEYS: theirs });

async function profileOf(app: RunningApp, who: Visitor): Promise<number | string> {
  const { status, headers } = await who.request(`${app.url}/profile`);
  return headers.get('location') ?? status;
}

const expired = '/login/expired?return_to=%2Fprofile';

async function startWithRobin(t: Parameters<typeof startApp>[0]) {
  const app = await startApp(t, { settings: { ENCRYPTION_KEYS: ours } });
  const robin = visitor();
  const page = await logIn(robin, `${app.url}/profile`, { as: 'robin' });
  return { app, robin, page, copy: copyBrowser(robin, app.url) };
}

test('P33 P36 pages of an instance that cannot read a session leave it, and its cookie, to the one that can', async (t) => {
  const { app, robin } = await startWithRobin(t);
  const name = sessionCookieName(app.url);
  const cookie = robin.cookies(app.url).get(name);
  const stored = async () => (await app.redis.dump()).map(({ key, value }) => `${key} ${value}`);
  const before = await stored();
  await beTheirs(app);
  for (const path of ['/profile', '/', '/login/expired', '/login', '/sharing', '/nowhere'])
    await robin.request(app.url + path);
  assert.equal(await profileOf(app, robin), expired);
  assert.deepEqual(await stored(), before);
  assert.equal(robin.cookies(app.url).get(name), cookie);

  const sam = visitor();
  await logIn(sam, `${app.url}/profile`, { as: 'sam' });
  await beOurs(app);
  assert.equal(await profileOf(app, sam), expired);
  assert.equal(await profileOf(app, robin), 200);
  await beTheirs(app);
  assert.equal(await profileOf(app, sam), 200);
});

test('P28 P33 a log-out at an instance that cannot read the session ends it for the one that can', async (t) => {
  const { app, robin, page, copy } = await startWithRobin(t);
  await beTheirs(app);
  assert.equal((await robin.press(page, 'Log out')).url.pathname, '/logged-out');
  assert.ok(!robin.cookies(app.url).has(sessionCookieName(app.url)));
  await beOurs(app);
  assert.equal(await profileOf(app, copy), expired);
});

test('P33 P34 a log-out everywhere at an instance that cannot read the session says that nothing was done', async (t) => {
  const { app, robin, page, copy } = await startWithRobin(t);
  await beTheirs(app);
  const answer = await robin.request(`${app.url}/logout/everywhere`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    form: new URLSearchParams({ form_token: String(page.$('input[name=form_token]').val()) }),
  });
  assert.equal(answer.status, 401);
  await beOurs(app);
  assert.equal(await profileOf(app, copy), 200);
});

test('P24 P33 a login at an instance that cannot read the previous session ends that one for all instances', async (t) => {
  const { app, robin, copy } = await startWithRobin(t);
  await beTheirs(app);
  await robin.open(`${app.url}/login?return_to=/profile`);
  assert.equal(await profileOf(app, robin), 200);
  await beOurs(app);
  assert.equal(await profileOf(app, copy), expired);
});

/**
 * Returns the secrets and keys of these generations. The first generation signs and encrypts, and
 * all of them verify and decrypt.
 */
const secretsOf = (...generations: string[]) => ({
  SESSION_SECRETS: generations.map((one) => `s${one}`.repeat(32)).join(),
  ENCRYPTION_KEYS: generations.map((one) => `k${one}:${one.repeat(64)}`).join(),
});

test('P35 P36 in a rotation a login starts at one instance and ends at another; session, form and log-out work at both', async (t) => {
  // All instances finish each step of a rotation before the next one starts.
  const [initial, appended, moved] = [secretsOf('1'), secretsOf('1', '2'), secretsOf('2', '1')];
  const app = await startApp(t, { settings: initial });
  const known = await visitorWithSandboxLogin({ url: app.url, as: 'robin' });
  for (const [here, there] of [
    [initial, appended],
    [appended, initial],
    [appended, moved],
    [moved, appended],
  ] as const) {
    await app.restartApp(here);
    const robin = copyBrowser(known, app.sandbox.url);
    const callback = await startLoginUntilCallback(robin, { url: app.url, returnTo: '/profile' });
    await app.restartApp(there);
    assert.equal((await robin.request(callback)).headers.get('location'), '/profile');
    const page = await robin.open(`${app.url}/profile`);
    const copy = copyBrowser(robin, app.url);
    await app.restartApp(here);
    assert.equal(await profileOf(app, robin), 200);
    assert.equal((await robin.press(page, 'Log out')).url.pathname, '/logged-out');
    await app.restartApp(there);
    assert.equal(await profileOf(app, copy), expired);
  }
});
