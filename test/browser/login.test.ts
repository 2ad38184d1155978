import assert from 'node:assert/strict';
import test from 'node:test';
import type { Page } from 'playwright-core';
import { type RunningApp, startApp } from '../support/app/start-app.ts';
import { openBrowser } from '../support/browser/chromium.ts';
import { isProof } from '../support/machine/rounds.ts';

async function logIn(page: Page, app: RunningApp, untick: readonly string[]): Promise<void> {
  await page.goto(app.url);
  await page.getByRole('link', { name: 'Log in with Testcon' }).click();
  await page.locator('button[name=attendee][value=robin]').click();
  for (const scope of untick) await page.locator(`input[name=scope][value="${scope}"]`).uncheck();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/badge-name');
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.waitForURL(`${app.url}/profile`);
}

const grants: { name: string; untick: string[]; shown: string[]; notShared: string[] }[] = [
  {
    name: 'a part',
    untick: ['pii:phone', 'pii:address'],
    shown: ['Email'],
    notShared: ['Phone', 'Address'],
  },
  { name: 'all scopes', untick: [], shown: ['Email', 'Phone', 'Address'], notShared: [] },
  {
    name: 'pii:basic only',
    untick: ['pii:email', 'pii:phone', 'pii:address'],
    shown: [],
    notShared: ['Email', 'Phone', 'Address'],
  },
];

test('P18 P64 an attendee sees exactly what they grant, and the browser logs nothing', async (t) => {
  const app = await startApp(t);
  const { context, complaints, hosts } = await openBrowser(t);
  const page = await context.newPage();
  for (const { name, untick, shown, notShared } of isProof ? grants : grants.slice(0, 1)) {
    // After a restart, the platform has lost the grant and asks for it again.
    await app.restartSandbox();
    await logIn(page, app, untick);

    assert.equal(await page.locator('h1').textContent(), 'Your profile');
    const contact = page.locator('section[aria-labelledby=contact]');
    assert.deepEqual(await contact.locator('dt').allInnerTexts(), shown, name);
    const links = await contact.locator('.offer a').all();
    const offers = await Promise.all(links.map((link) => link.getAttribute('aria-label')));
    assert.deepEqual(
      offers,
      notShared.map((label) => `Share: ${label}`),
      name,
    );

    await page.locator('.site-menu > summary').click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(`${app.url}/logged-out`);
    assert.equal(await page.locator('h1').textContent(), 'You’re logged out');
    await context.clearCookies();
  }
  assert.deepEqual(complaints, []);
  assert.deepEqual(
    [...hosts].sort(),
    [new URL(app.sandbox.url).host, new URL(app.url).host].sort(),
  );
});
