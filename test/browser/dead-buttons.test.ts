// P22: every button leads to a response, whatever has happened to the login since the page was
// opened. Chromium and WebKit also enforce `form-action 'self'` for redirects after a form
// submission, so forms must not redirect to the platform.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'cheerio';
import type { BrowserContext, Page } from 'playwright-core';
import { type RunningApp, startApp } from '../support/app/start-app.ts';
import { fromOwnPage } from '../support/app/visitor.ts';
import { openBrowser } from '../support/browser/chromium.ts';
import { setFaults } from '../support/platform/set-faults.ts';

const forms: readonly (readonly [path: string, button: string, link?: string])[] = [
  ['/profile', 'form[action="/language"] button'],
  ['/badge-name', 'form.try button', 'main a[href*="try="]'],
  ['/roles', 'form[action="/logout"] button'],
  ['/sharing', 'form[action="/logout/everywhere"] button'],
  ['/sharing/stop?scope=pii:phone', 'main form button'],
  ['/sharing/forget', 'main form button'],
];

interface Browser {
  readonly app: RunningApp;
  readonly context: BrowserContext;
  readonly page: Page;
}

const fates: Record<string, (browser: Browser) => Promise<void>> = {
  'logged out in another tab': async ({ app, context }) => {
    const { request } = context;
    const roles = await request.get(`${app.url}/roles`, { headers: fromOwnPage });
    const form_token = String(
      load(await roles.text())('input[name=form_token]')
        .first()
        .val(),
    );
    const options = { headers: fromOwnPage, form: { form_token }, maxRedirects: 0 };
    const { location } = (await request.post(`${app.url}/logout`, options)).headers();
    assert.match(location ?? '', /logged-out$/);
  },
  // The counter of lost sessions is deleted as well. Otherwise several losses within a minute would
  // count as a redirect loop.
  'the browser lost its session': async ({ context }) =>
    context.clearCookies({ name: /^(sid|round-trips)/, domain: 'localhost' }),
  'the convention no longer accepts the token': async ({ app }) =>
    setFaults(app.sandbox, [{ fault: 'expired-token', route: 'GET /api/users/current', times: 1 }]),
};

for (const [fate, strike] of Object.entries(fates)) {
  test(`P22 no button is dead: ${fate}`, async (t) => {
    const app = await startApp(t);
    const { context, complaints } = await openBrowser(t, { javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${app.url}/login?return_to=/roles`);
    await page.locator('button[name=attendee][value=robin]').click();
    await page.getByRole('button', { name: 'Allow' }).click();
    page.setDefaultTimeout(10_000);
    for (const [path, button, link] of forms) {
      await openLoggedIn(page, app.url + path);
      if (link) await page.locator(link).first().click();
      await strike({ app, context, page });
      await press(page, button);
      await setFaults(app.sandbox, []);
    }
    assert.deepEqual(
      complaints.filter((one) => /form-action/.test(one)),
      [],
    );
  });
}

async function press(page: Page, button: string): Promise<void> {
  const visible = page.locator(button).locator('visible=true').first();
  const closed = page.locator(`details:not([open]):has(${button}) > summary`).first();
  if ((await visible.count()) === 0) await closed.click();
  await visible.click();
  await page.locator('main a, main button').locator('visible=true').first().waitFor();
}

async function openLoggedIn(page: Page, address: string): Promise<void> {
  await page.goto(address);
  if (page.url() !== address) await page.locator('main a[href^="/login"]').first().click();
  await page.waitForURL(address);
}
