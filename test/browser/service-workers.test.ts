// Pages behind a service worker: Lanyard's own, or one that an earlier site left at the same URL.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { startVisit } from '../states/visit.ts';
import { conventionInAMonth, wallClock } from '../support/app/clocks.ts';
import { openBrowser } from '../support/browser/chromium.ts';
import { startBehindCutProxy } from '../support/browser/cut-proxy.ts';

async function start(t: TestContext, now = Date.now) {
  const settings = { SERVICE_SCOPES: 'registration:read', ...conventionInAMonth() };
  const { app, proxy } = await startBehindCutProxy(t, { settings, now, ownRedis: true });
  const { context } = await openBrowser(t);
  const page = await context.newPage();
  page.setDefaultTimeout(8000);
  return { ...startVisit(app, page), answers: proxy.answers };
}

const heading = (page: Page) => page.locator('h1').innerText();

test('P57 a person who keeps the badge on the phone is redirected to the login after the session has expired, and back', async (t) => {
  let now = wallClock('the browser');
  const { app, page, logIn, open, press, follow } = await start(t, () => now);
  await logIn('robin');
  await page.evaluate(`(async () => {
    await fetch('/kept-badge?keep');
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
  })()`);
  for (const path of ['/badge-name', '/desk']) {
    await open(path);
    const isWorker = 'navigator.serviceWorker.controller !== null';
    assert.equal(await page.evaluate(isWorker), true, 'the worker passes the page on');
    now += 31 * 60_000;
    await open(path);
    assert.equal(page.url(), app.url + path, 'the login starts and ends by itself');
    await app.redis.command('FLUSHDB');
    await open(path);
    const { pathname, search } = new URL(page.url());
    assert.equal(pathname + search, `/login/expired?return_to=${encodeURIComponent(path)}`);
    await follow('Log in again');
    assert.equal(page.url(), app.url + path);
  }
  await open('/badge-name');
  await press('Log out');
  await open('/badge-name');
  assert.equal(new URL(page.url()).pathname, '/logged-out', 'a typed URL asks after a log-out');
});

const workers = {
  'passes on everything': 'fetch(event.request)',
  'passes on everything with options': 'fetch(new Request(event.request, { cache: "no-store" }))',
};
for (const [name, response] of Object.entries(workers))
  test(`P12 an earlier site’s service worker that ${name} prevents nobody from logging in or out`, async (t) => {
    const { app, page, answers, open, logIn, finishLogin, press } = await start(t);
    answers.set('/service-worker.js', (res) => {
      res.setHeader('content-type', 'text/javascript');
      res.end(`addEventListener('install', () => skipWaiting());
        addEventListener('activate', (event) => event.waitUntil(clients.claim()));
        addEventListener('fetch', (event) => event.respondWith(${response}));`);
    });
    await open('/');
    await page.evaluate(`navigator.serviceWorker.register('/service-worker.js').then(() =>
      new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve)))`);
    await logIn('robin', { path: '/profile' });
    assert.equal(page.url(), `${app.url}/profile`);
    assert.equal(await heading(page), 'Your profile');
    await press('Log out');
    assert.equal(await heading(page), 'You’re logged out');
    await open('/profile');
    assert.equal(new URL(page.url()).pathname, '/logged-out');
    await page.locator('main a.button').click();
    await finishLogin('robin').catch(() => {});
    await page.waitForURL(`${app.url}/profile`);
  });
