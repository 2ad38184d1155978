import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { chromium, type Page } from 'playwright-core';
import { type RunningApp, startApp } from '../support/app/start-app.ts';

test('P38 a page that the browser caches for the Back button is discarded on log-out', async (t) => {
  const { app, page } = await openWithBackCache(t);
  await page.goto(`${app.url}/badge-name`);
  await page.locator('button[name=attendee][value=robin]').click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`${app.url}/badge-name`);

  await logOut(page, app);
  await page.goBack({ waitUntil: 'commit' });
  await isAsked(page);
  assert.match(await page.locator('main').innerText(), /Next: Badge/);
  await page.reload();
  await page.goto(`${app.url}/login?return_to=/profile`);
  await isAsked(page);

  await page.getByRole('link', { name: 'Log in again' }).click();
  await page.waitForURL(`${app.url}/profile`);
  await follow(page, 'Badge');
  await follow(page, 'Profile');
  await follow(page, 'Badge');
  await page.goBack({ waitUntil: 'commit' });
  // Chromium restores the page from its cache, and the page's script then reloads it.
  await page.waitForFunction("sessionStorage.getItem('kept') === '/profile'");
  await page.waitForFunction("performance.getEntriesByType('navigation')[0].type === 'reload'");
  await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor();

  await logOut(page, app);
  for (let steps = 0; steps < 2; steps += 1) {
    await page.goBack();
    await isAsked(page);
  }
});

async function isAsked(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/logged-out');
  await page.getByRole('heading', { level: 1, name: 'You’re logged out' }).waitFor();
  assert.doesNotMatch(await page.content(), /Robin Redbreast|robin_banks/);
}

/** Playwright disables the back/forward cache by default. */
async function openWithBackCache(t: TestContext): Promise<{ app: RunningApp; page: Page }> {
  const app = await startApp(t);
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.addInitScript(
    `addEventListener('pageshow', ({ persisted }) =>
      persisted && sessionStorage.setItem('kept', location.pathname))`,
  );
  return { app, page };
}

async function follow(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name: `Your ${name}` }).waitFor();
}

async function logOut(page: Page, app: RunningApp): Promise<void> {
  await page.locator('.site-menu > summary').click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(`${app.url}/logged-out`);
}
