// P41: two minutes before a session expires, a bar offers to extend it with one press (WCAG
// 2.2.1). When the session has expired, the page is replaced, even if the phone slept or its clock
// is wrong.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { startVisit } from '../states/visit.ts';
import { daytime } from '../support/app/clocks.ts';
import { testLimits } from '../support/app/limits.ts';
import { type Overrides, startApp } from '../support/app/start-app.ts';
import { axeSource } from '../support/browser/axe-source.ts';
import { openBrowser } from '../support/browser/chromium.ts';

/**
 * One minute less than the session's 30 minutes, because a request extends a session only if the
 * last extension was at least a minute ago.
 */
const lastsMinutes = 29;
const endsAfterMinutes = 30.1;

interface StartOptions extends Pick<Overrides, 'limits' | 'ownRedis'> {
  readonly path?: string;
  readonly phoneIsAheadBy?: number;
  readonly javaScriptEnabled?: boolean;
  readonly script?: string;
}

async function start(t: TestContext, options: StartOptions = {}) {
  const { path = '/profile', phoneIsAheadBy = 0, javaScriptEnabled = true, script = '' } = options;
  let clock = daytime;
  const app = await startApp(t, { ...options, now: () => clock });
  const { context, complaints } = await openBrowser(t, { javaScriptEnabled });
  const page = await context.newPage();
  const visit = startVisit(app, page);
  await visit.logIn('robin', { path: '/sharing' });
  await page.clock.install({ time: clock + phoneIsAheadBy });
  await page.addInitScript(script);
  await visit.open(path);
  return {
    ...visit,
    complaints,
    context,
    async pass(minutes: number) {
      clock += minutes * 60_000;
      await page.clock.fastForward(minutes * 60_000);
    },
    /** Ends the session. The clock in Redis cannot be shifted, so the browser loses its cookie. */
    async end(minutes: number) {
      await context.clearCookies({ name: /^sid/ });
      clock += minutes * 60_000;
      await page.clock.fastForward(minutes * 60_000);
    },
    /**
     * Simulates a phone that sleeps: time passes, but timers do not run and the monotonic clock
     * stops.
     */
    async sleep(minutes: number) {
      clock += minutes * 60_000;
      await page.clock.setSystemTime(clock + phoneIsAheadBy);
    },
    textAt: (minutes: number) => `You’ll be logged out at ${timeAt(clock + minutes * 60_000)}`,
  };
}

function timeAt(moment: number): string {
  const format = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en', { ...format, timeZone: 'UTC' }).format(moment);
}

const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'logged out' });
const stay = (page: Page) => page.getByRole('button', { name: 'Stay logged in' });

async function wakeUp(page: Page): Promise<void> {
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
}

const formToken = "document.querySelector('[name=form_token]').value";
const tokenOf = (page: Page) => page.evaluate<string>(formToken);

async function isReplaced(page: Page, path: string): Promise<void> {
  await page.waitForURL(({ pathname }) => pathname === '/login/expired');
  await page.getByRole('heading', { level: 1, name: 'You’ve been logged out' }).waitFor();
  assert.doesNotMatch(await page.content(), /Robin/);
  assert.equal(new URL(page.url()).searchParams.get('return_to'), path);
}

for (const [path, channel, script] of [
  ['/profile', 'a channel to other tabs', ''],
  ['/badge-name', 'no channel', 'delete window.BroadcastChannel'],
  ['/desk', 'a refused channel', 'BroadcastChannel = class { constructor() { throw Error(); } }'],
] as const)
  test(`P41 ${path} warns two minutes before, and one press extends the login, with ${channel}`, async (t) => {
    const { app, page, pass, end, textAt, complaints } = await start(t, { path, script });
    const text = textAt(lastsMinutes);
    await pass(lastsMinutes - 2.1);
    assert.equal(await bar(page).count(), 0);
    await pass(0.2);
    assert.equal(await bar(page).locator('p').innerText(), text);

    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
    const extended = textAt(lastsMinutes);
    await stay(page).focus();
    await page.keyboard.press('Enter');
    await page.getByText(extended).waitFor();
    assert.deepEqual(
      requests,
      [`POST ${app.url}/login/stay`],
      'one request is sent, and the page does not poll',
    );
    assert.equal(await stay(page).count(), 0);
    assert.equal(await page.evaluate('document.activeElement.id'), 'main');
    await pass(0.2);
    assert.equal(await bar(page).count(), 0);

    await pass(lastsMinutes - 2.3);
    assert.equal(await bar(page).count(), 0, 'the bar does not appear at the previous end');
    await pass(0.2);
    await stay(page).waitFor();
    await end(3.1);
    await isReplaced(page, path);
    const asked = requests.slice(1).filter((request) => request.startsWith('POST'));
    assert.deepEqual(asked, [`POST ${app.url}/login/stay`], 'the server is asked once');
    assert.match(complaints.join(), /^Failed to load resource: .*401/);
  });

test('P41 before the limit that no request can extend there is no button', async (t) => {
  // Shorter than the token's lifetime, because opening a page with an expired token would start a
  // new session.
  const sessions = { idleSeconds: 30 * 60, absoluteSeconds: 50 * 60 };
  const { page, pass, textAt } = await start(t, { limits: { ...testLimits, sessions } });
  await pass(25);
  await page.reload();
  const text = textAt(25);
  await pass(22.9);
  assert.equal(await bar(page).count(), 0);
  await pass(0.2);
  assert.equal(await bar(page).locator('p').innerText(), text);
  assert.equal(await stay(page).count(), 0);
  await pass(2);
  await isReplaced(page, '/profile');
});

test('P41 a tab that was in the background while the phone slept is replaced when it becomes visible', async (t) => {
  const { app, page, sleep } = await start(t, { ownRedis: true });
  await sleep(45);
  await app.redis.command('FLUSHALL');
  await wakeUp(page);
  await isReplaced(page, '/profile');
});

test('P41 nothing private is on the screen while the next page loads', async (t) => {
  const { page, end } = await start(t);
  await page.evaluate(`addEventListener('pagehide', () => {
    sessionStorage.setItem('last', document.title + '|' + document.body.innerText);
  })`);
  await end(endsAfterMinutes);
  await isReplaced(page, '/profile');
  const last = await page.evaluate("sessionStorage.getItem('last')");
  assert.equal(last, 'You’ve been logged out|You’ve been logged out');
});

for (const phoneIsAheadBy of [-400 * 24 * 3_600_000, 7 * 3_600_000])
  test(`P41 a phone clock that is wrong by ${phoneIsAheadBy / 3_600_000} hours changes nothing`, async (t) => {
    const { page, pass, end, textAt } = await start(t, { phoneIsAheadBy });
    const text = textAt(lastsMinutes);
    await pass(lastsMinutes - 2.1);
    assert.equal(await bar(page).count(), 0);
    await pass(0.2);
    assert.equal(await bar(page).locator('p').innerText(), text);
    await end(3.1);
    await isReplaced(page, '/profile');
  });

test('P41 a phone whose clock is set while the page is open asks the server, and keeps the page', async (t) => {
  const { page } = await start(t);
  await page.clock.setSystemTime(daytime + 5 * 3_600_000);
  const isAnswered = page.waitForResponse('**/login/stay');
  await wakeUp(page);
  assert.equal((await isAnswered).status(), 200);
  assert.equal(await page.locator('h1').innerText(), 'Your profile');
});

test('P41 a tab keeps its page while another one is used, and only while the other has the same session', async (t) => {
  const { app, page, context, pass } = await start(t);
  await pass(lastsMinutes - 1);
  await stay(page).waitFor();
  const other = await context.newPage();
  await other.goto(`${app.url}/sharing`);
  await bar(page)
    .waitFor({ state: 'detached' })
    .catch(() => {});
  assert.equal(await stay(page).count(), 0, 'the login was extended in the other tab');
  await pass(2);
  assert.equal(await page.locator('h1').innerText(), 'Your profile');

  await other.locator('.site-menu > summary').click();
  await other.getByRole('button', { name: 'Log out', exact: true }).click();
  await other.goto(`${app.url}/login?return_to=/profile`);
  await other.getByRole('link', { name: 'Log in again' }).click();
  await other.waitForURL(`${app.url}/profile`);
  const [before, after] = [await tokenOf(page), await tokenOf(other)];
  assert.notEqual(before, after);
  await pass(endsAfterMinutes);
  // `waitForFunction` fails if the page is replaced meanwhile, because of its security policy.
  for (let tries = 0; tries < 300 && (await tokenOf(page).catch(() => '')) !== after; tries += 1)
    await page.waitForTimeout(100);
  assert.equal(await tokenOf(page), after);
});

test('P41 a file, a preview or typing extends the session, and the page knows', async (t) => {
  const { app, page, pass } = await start(t, { path: '/badge-name' });
  await pass(lastsMinutes - 4);
  await page.locator('main summary').first().click();
  const isAnswered = page.waitForResponse('**/login/stay');
  await page.clock.fastForward(2000);
  assert.equal((await isAnswered).status(), 200);
  await pass(6);
  assert.equal(await bar(page).count(), 0);
  assert.equal(page.url(), `${app.url}/badge-name`);
});

test('P41 without a network the page remains, and leaves when the server says that the session is over', async (t) => {
  const { app, page, context, end, pass } = await start(t, { path: '/desk' });
  await context.setOffline(true);
  await end(endsAfterMinutes);
  for (let tries = 0; tries < 3; tries += 1) await pass(1);
  assert.equal(page.url(), `${app.url}/desk`);
  assert.match(await page.locator('main').innerText(), /robin_banks/);
  await context.setOffline(false);
  await pass(1);
  await isReplaced(page, '/desk');
});

test('P41 the page that says "You were logged out" leads back while the session lives', async (t) => {
  const { app, open, page } = await start(t);
  for (const [wanted, shown] of [
    ['/sharing/stop?scope=pii:email', '/sharing/stop?scope=pii%3Aemail'],
    ['/sharing/download', '/badge-name'],
    ['//evil.example', '/badge-name'],
  ] as const) {
    await open(`/login/expired?return_to=${encodeURIComponent(wanted)}`);
    assert.equal(page.url(), app.url + shown);
  }
});

test('P41 a failed press leaves the button, and a press in an expired session replaces the page', async (t) => {
  const { page, context, pass } = await start(t);
  await pass(lastsMinutes - 1);
  await page.route('**/login/stay', (route) => route.abort());
  await stay(page).click();
  assert.ok(await stay(page).isVisible());
  // Stops the page's timers. On a busy machine, its own retry could replace it before the press.
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 10_000);
  await page.unroute('**/login/stay');
  await context.clearCookies();
  await stay(page).click();
  await isReplaced(page, '/profile');
});

test('P41 the focus returns to where it was, even if another tab extends the session', async (t) => {
  const { app, page, context, pass } = await start(t);
  await page.locator('.site-tabs a').first().focus();
  await pass(lastsMinutes - 1);
  await stay(page).focus();
  const other = await context.newPage();
  await other.goto(`${app.url}/sharing`);
  await bar(page)
    .waitFor({ state: 'detached' })
    .catch(() => {});
  await page.waitForFunction("document.activeElement.closest('.site-tabs')");
});

for (const [size, width, height, fontSize] of [
  ['a phone', 390, 800, '100%'],
  ['a phone with text of 200 %', 390, 800, '200%'],
  ['a page zoomed to 400 %', 320, 256, '100%'],
  ['a phone on its side with a keyboard', 640, 180, '100%'],
] as const)
  test(`P41 the bar never covers the focused element, and axe finds nothing in it: ${size}`, async (t) => {
    const { page, pass } = await start(t);
    await page.setViewportSize({ width, height });
    await page.evaluate(`document.documentElement.style.fontSize = '${fontSize}'`);
    await pass(lastsMinutes - 1);
    await stay(page).waitFor();
    await page.evaluate(axeSource);
    const found = 'axe.run().then(({ violations }) => violations.map(({ id }) => id))';
    assert.deepEqual(await page.evaluate(found), []);
    for (let stop = 0; stop < 40; stop += 1) {
      await page.keyboard.press('Tab');
      const covered = await page.evaluate<string>(`(() => {
      const one = document.activeElement;
      const end = document.querySelector('.session-end');
      if (one === document.body || end.contains(one)) return '';
      const { bottom } = one.getBoundingClientRect();
      return bottom > end.getBoundingClientRect().top + 1 ? one.outerHTML : '';
    })()`);
      assert.equal(covered, '');
    }
  });

test('P41 without scripts the browser opens the final page by itself', async (t) => {
  const { page } = await start(t, {
    javaScriptEnabled: false,
    path: '/sharing/stop?scope=pii:email',
  });
  const refresh = await page.locator('noscript meta').getAttribute('content');
  assert.equal(
    refresh,
    `${30 * 60 + 5}; url=/login/expired?return_to=%2Fsharing%2Fstop%3Fscope%3Dpii%253Aemail`,
  );
  assert.equal(await page.locator('.session-end').innerText(), '');
});
