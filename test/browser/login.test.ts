// The login in a real browser: what was granted is shown, for all scopes, for a part, and for pii:basic alone.
import assert from 'node:assert/strict';
import test from 'node:test';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { openBrowser } from '../support/chromium.ts';
import { allServiceScopes, type RunningApp, startApp } from '../support/start-app.ts';

async function logIn(page: Page, app: RunningApp, untick: readonly string[]): Promise<void> {
  await page.goto(app.url);
  await page.getByRole('link', { name: 'Log in with Testcon registration' }).click();
  await page.locator('button[name=attendee][value=robin]').click();
  for (const scope of untick) await page.locator(`input[name=scope][value="${scope}"]`).uncheck();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/badge-name');
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.waitForURL(`${app.url}/profile`);
}

const grants: { name: string; untick: string[]; shown: string[]; notShared: string[] }[] = [
  { name: 'all scopes', untick: [], shown: ['E-mail', 'Phone number', 'Address'], notShared: [] },
  { name: 'a part', untick: ['pii:phone', 'pii:address'], shown: ['E-mail'], notShared: ['Phone number', 'Address'] },
  {
    name: 'pii:basic only',
    untick: ['pii:email', 'pii:phone', 'pii:address'],
    shown: [],
    notShared: ['E-mail', 'Phone number', 'Address'],
  },
];
for (const { name, untick, shown, notShared } of grants) {
  test(`P17 P58 an attendee who grants ${name} sees exactly that, and the browser has nothing to complain about`, async (t) => {
    const app = await startApp(t);
    const { context, complaints, hosts } = await openBrowser(t);
    const page = await context.newPage();
    await logIn(page, app, untick);

    assert.equal(await page.locator('h1').textContent(), 'Your profile');
    const contact = page.locator('section[aria-labelledby=contact]');
    assert.deepEqual(await contact.locator('dt').allInnerTexts(), shown);
    assert.deepEqual(await contact.locator('.offers div').allInnerTexts(), notShared);

    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(`${app.url}/logged-out`);
    assert.equal(await page.locator('h1').textContent(), 'You are logged out');
    assert.deepEqual(complaints, []);
    assert.deepEqual([...hosts].sort(), [new URL(app.sandbox.url).host, new URL(app.url).host].sort());
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`at 320 px nothing scrolls sideways and axe finds nothing, in ${colorScheme}, with the most hostile names`, async (t) => {
    const app = await startApp(t, { settings: { SERVICE_SCOPES: allServiceScopes } });
    const { context } = await openBrowser(t, { width: 320, colorScheme });
    const page = await context.newPage();
    const check = async (where: string) => {
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, where);
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<{ violations: { id: string }[] }>(
        'axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"] })',
      );
      assert.deepEqual(
        violations.map(({ id }) => id),
        [],
        where,
      );
    };
    await page.goto(app.url);
    await check('home');
    await page.goto(`${app.url}/profile`);
    await page.locator('button[name=attendee][value=mallory]').click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${app.url}/profile`);
    for (const summary of await page.locator('summary').all()) await summary.click();
    await check('profile');
    for (const path of [
      '/badge-name',
      '/volunteering',
      '/dealer',
      '/roles',
      '/nowhere',
      '/logged-out',
      '/login/expired',
      '/logout',
    ]) {
      await page.goto(app.url + path);
      await check(path);
    }
  });
}

test('the whole journey works without JavaScript', async (t) => {
  const app = await startApp(t);
  const { context } = await openBrowser(t, { javaScriptEnabled: false });
  const page = await context.newPage();
  await logIn(page, app, []);
  await page.getByText('Name and birth date as on your ID').click();
  assert.ok(await page.getByText('Roberta Banks').isVisible());
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(`${app.url}/logged-out`);
});
