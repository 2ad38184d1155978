import assert from 'node:assert/strict';
import test from 'node:test';
import type { Page } from 'playwright-core';
import { allServiceScopes, startApp } from '../support/app/start-app.ts';
import { openBrowser } from '../support/browser/chromium.ts';

interface Focus {
  readonly name: string;
  readonly isAfter: boolean;
  /** Whether the element is fully inside the window, with an outline of at least 3 px. */
  readonly isSeen: boolean;
}

const lookAtFocus = `(() => {
  const one = document.activeElement;
  // After the last element, Tab moves the focus back to the document.
  if (one === document.body) {
    delete window.lastFocus;
    return { name: '', isAfter: true, isSeen: true };
  }
  const { top, bottom, left, right, height } = one.getBoundingClientRect();
  const style = getComputedStyle(one);
  const isAfter = !window.lastFocus || Boolean(
    window.lastFocus.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
  window.lastFocus = one;
  return {
    name: (one.getAttribute('aria-label') || one.labels?.[0]?.innerText || one.textContent)
      .replace(/\\s+/g, ' ').trim(),
    isAfter,
    isSeen: height > 0 && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
      && style.outlineStyle === 'solid' && parseFloat(style.outlineWidth) >= 3,
  };
})()`;

/**
 * Presses Tab until the element with this name has the focus. Each element on the way must be
 * visible and come after the previous element in the document.
 */
async function tabTo(page: Page, name: string): Promise<void> {
  const stops: string[] = [];
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate<Focus>(lookAtFocus);
    stops.push(focus.name);
    assert.ok(focus.isSeen, `"${focus.name}" has the focus, and the focus is visible`);
    assert.ok(focus.isAfter, `${stops.join(' > ')} is the order in the document`);
    if (focus.name === name) return;
  }
  assert.fail(`${name} is not among ${stops.join(' > ')}`);
}

interface Journey {
  readonly page: Page;
  readonly url: string;
}

test('the whole journey works with the keyboard alone, in the order of each page, and the focus is always visible', async (t) => {
  const { url } = await startApp(t, { settings: { SERVICE_SCOPES: allServiceScopes } });
  const { context } = await openBrowser(t, { width: 390 });
  const journey = { url, page: await context.newPage() };
  await chooseAndLogIn(journey);
  await tryAName(journey);
  await shareThePhoneNumber(journey);
  await keepSharing(journey);
  await readInGermanAndLogOut(journey);
});

async function chooseAndLogIn(journey: Journey): Promise<void> {
  const { page, url } = journey;
  await page.goto(url);
  await go(journey, 'Choose what to share before you log in', '/login/choose');
  await tabTo(page, 'Email');
  await page.keyboard.press('Space');
  await tabTo(page, 'Save and continue');
  await page.keyboard.press('Enter');
  await page.locator('button[value=robin]').press('Enter');
  await page.getByRole('button', { name: 'Allow' }).press('Enter');
  await page.waitForURL(`${url}/badge-name`);
}

async function tryAName({ page }: Journey): Promise<void> {
  await tabTo(page, 'Skip to main content');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Preview a different name');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\?try=$/);
  await tabTo(page, 'Name to preview');
  await page.keyboard.type('Foxy');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\?try=Foxy$/);
  assert.match((await page.locator('.badge-card title').textContent()) ?? '', /Foxy/);
}

async function shareThePhoneNumber(journey: Journey): Promise<void> {
  const { page, url } = journey;
  await go(journey, 'Profile', '/profile');
  await tabTo(page, 'Share: Phone');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Allow' }).press('Enter');
  await page.waitForURL(`${url}/profile`);
  assert.match(
    await page.locator('[role=alert]:focus').innerText(),
    /^Now on your profile: your phone number/,
    'the notice has the focus',
  );
  await tabTo(page, 'Show your ID details');
  await page.keyboard.press('Enter');
  assert.ok(await page.getByText('Roberta Banks').isVisible());
}

async function keepSharing(journey: Journey): Promise<void> {
  await go(journey, 'Your data', '/sharing');
  await go(journey, 'Stop sharing: Phone', '/sharing/stop');
  await go(journey, 'Keep sharing', '/sharing');
}

async function readInGermanAndLogOut(journey: Journey): Promise<void> {
  const heading = () => journey.page.locator('h1').textContent();
  const openMenu = async (name: string) => {
    await tabTo(journey.page, name);
    await journey.page.keyboard.press('Enter');
  };
  await openMenu('R Logged in as Robin');
  await go(journey, 'Deutsch', '/sharing');
  assert.equal(await heading(), 'Deine Daten');
  await openMenu('R Eingeloggt als Robin');
  await go(journey, 'English', '/sharing');
  await go(journey, 'Privacy', '/privacy');
  await openMenu('R Logged in as Robin');
  await go(journey, 'Log out', '/logged-out');
  assert.equal(await heading(), 'You’re logged out');
}

async function go({ page, url }: Journey, name: string, path: string): Promise<void> {
  await tabTo(page, name);
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
  assert.equal(page.url().split('?')[0], url + path);
}
