import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { startVisit } from '../states/visit.ts';
import { startApp } from '../support/app/start-app.ts';
import { openBrowser } from '../support/browser/chromium.ts';

const firstDay = '2027-07-02T12:00:00Z';
const settings = {
  SERVICE_SCOPES: 'registration:read',
  DESK_HOURS: '2027-07-02 10:00-20:00; 2027-07-03 9:00-12:00',
};

async function start(
  t: TestContext,
  moment: string,
  onPage: (page: Page) => Promise<unknown> = noop,
) {
  const app = await startApp(t, { settings, now: () => Date.parse(moment) });
  const { context, complaints } = await openBrowser(t, { colorScheme: 'dark' });
  const page = await context.newPage();
  await onPage(page);
  return { ...startVisit(app, page), complaints };
}

async function noop(): Promise<void> {}

const screens = [
  [320, 480],
  [390, 664],
  [667, 330],
  [844, 340],
  [1280, 720],
] as const;

test('it is white in dark mode, and name, ticket and payment are fully on the screen of every phone, even in landscape', async (t) => {
  const { page, logIn } = await start(t, firstDay);
  for (const attendee of ['robin', 'wanda', 'layla', 'mallory']) {
    await logIn(attendee, { path: '/desk' });
    for (const [width, height] of screens) {
      await page.setViewportSize({ width, height });
      const seen = await page.evaluate<{ ground: string; texts: DOMRect[] }>(`(() => ({
        ground: getComputedStyle(document.documentElement).backgroundColor,
        texts: [...document.querySelectorAll('main svg text')]
          .map((one) => one.getBoundingClientRect().toJSON()),
      }))()`);
      assert.equal(seen.ground, 'rgb(255, 255, 255)');
      assert.ok(seen.texts.length >= 3, 'the desk shows name, ticket and payment');
      for (const { left, right, top, bottom } of seen.texts) {
        const where = `${attendee} ${width} ${height}: ${[left, right, top, bottom]}`;
        assert.ok(left >= 0 && right <= width && top >= 0 && bottom <= height, where);
      }
    }
    await page.context().clearCookies();
  }
});

test('the screen stays on while the page is visible, and where the browser cannot do that, nothing happens', async (t) => {
  const { page, logIn, complaints } = await start(t, firstDay, (window) =>
    window.addInitScript(`
      window.asked = [];
      Object.defineProperty(navigator, 'wakeLock', { value: {
        request: (kind) => (window.asked.push(kind), Promise.reject(new Error('low battery'))),
      } });
    `),
  );
  await logIn('robin', { path: '/desk' });
  await page.waitForFunction('window.asked.length === 1');
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  assert.deepEqual(await page.evaluate('window.asked'), ['screen', 'screen']);
  await page.goto(page.url().replace('/desk', '/badge-name'));
  assert.deepEqual(
    await page.evaluate('window.asked'),
    [],
    'only the desk page keeps the screen on',
  );
  assert.deepEqual(complaints, []);
});

test('the printed page has all desk hours, which the screen collapses', async (t) => {
  const { page, logIn } = await start(t, '2027-05-20T12:00:00Z');
  await logIn('robin');
  const hours = /^Badge pick-up: Fri.10:00/m;
  assert.doesNotMatch(await page.locator('main').innerText(), hours);
  await page.emulateMedia({ media: 'print' });
  assert.match(await page.locator('main').innerText(), hours);
});
