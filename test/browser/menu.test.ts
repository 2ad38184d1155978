import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { openMenu, startVisit } from '../states/visit.ts';
import { allServiceScopes, startApp } from '../support/app/start-app.ts';
import { openBrowser } from '../support/browser/chromium.ts';

async function start(t: TestContext, options: Parameters<typeof openBrowser>[1] = {}) {
  const app = await startApp(t, { settings: { SERVICE_SCOPES: allServiceScopes } });
  const { context } = await openBrowser(t, options);
  const page = await context.newPage();
  await startVisit(app, page).logIn('robin', { path: '/profile' });
  const isOpen = () => page.locator('.site-menu[open]').isVisible();
  const topOf = (selector: string) =>
    page.locator(selector).evaluate((one) => one.getBoundingClientRect().top);
  return { page, isOpen, topOf };
}

test('the menu closes on Escape, on a press outside it and when the focus leaves it, and moves nothing', async (t) => {
  const { page, isOpen, topOf } = await start(t);
  const top = await topOf('main');
  const leave = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(20, 700),
    () => page.keyboard.press('Shift+Tab'),
    async () => {
      for (let left = 20; left > 0 && (await isOpen()); left -= 1) await page.keyboard.press('Tab');
    },
  ];
  for (const [index, close] of leave.entries()) {
    await openMenu(page);
    assert.deepEqual([await isOpen(), await topOf('main')], [true, top], `${index}`);
    await close();
    assert.equal(await isOpen(), false, `${index}`);
    const focus = await page.evaluate<string>('document.activeElement.textContent');
    if (index === 0) assert.match(focus, /Robin/, 'Escape returns the focus');
    if (index === 3) assert.equal(focus, 'Badge', 'Tab continues in the order of the page');
  }
});

test('the menu takes the focus from elements that it would cover', async (t) => {
  const { page, isOpen } = await start(t);
  await page.locator('main a').first().focus();
  await page.evaluate("document.querySelector('.site-menu').open = true");
  await page.locator('.site-menu > summary:focus').waitFor();
  assert.equal(await isOpen(), true);
});

test('text that is typed or ticked, and not sent yet, stays when the language changes', async (t) => {
  const app = await startApp(t, { settings: { SERVICE_SCOPES: allServiceScopes } });
  const { context } = await openBrowser(t);
  const page = await context.newPage();
  const changeTo = async (name: string, code: string) => {
    await openMenu(page);
    await page.getByRole('button', { name }).click();
    await page.locator(`html[lang=${code}]`).waitFor();
  };
  await page.goto(`${app.url}/login/choose?return_to=/badge-name`);
  const boxes = page.locator('input[type=checkbox]');
  const ticked = async () => Promise.all((await boxes.all()).map((box) => box.isChecked()));
  assert.deepEqual(await ticked(), [false, false, false]);
  await boxes.nth(1).check();
  await changeTo('Deutsch', 'de');
  assert.deepEqual(await ticked(), [false, true, false]);
  await boxes.nth(1).uncheck();
  await changeTo('English', 'en');
  assert.deepEqual(await ticked(), [false, false, false]);
  assert.equal(
    (await context.cookies()).some(({ name }) => name.startsWith('scopes')),
    false,
  );

  await startVisit(app, page).logIn('robin');
  await page.locator('a[href="/badge-name?try="]').click();
  await changeTo('Deutsch', 'de');
  assert.equal(await page.locator('#try').inputValue(), 'Robin Redbreast');
  assert.equal(new URL(page.url()).search, '?try=');
  await page.locator('#try').fill('Füchsin & 狐');
  await changeTo('Français', 'fr');
  assert.equal(await page.locator('#try').inputValue(), 'Füchsin & 狐');
  assert.ok((await page.locator('.badge-card > title').textContent())?.includes('Füchsin & 狐'));
  await page.locator('#try').press('Enter');
  await page.waitForURL(/try=F/);
  assert.equal(await page.evaluate('document.documentElement.lang'), 'fr');
});

test('without a script the menu pushes the page down, and its forms work', async (t) => {
  const { page, isOpen, topOf } = await start(t, { javaScriptEnabled: false });
  const top = await topOf('main');
  await openMenu(page);
  const menu = await page.locator('.site-menu > div').boundingBox();
  assert.ok(menu && (await topOf('main')) >= top + menu.height, 'the menu covers nothing');
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.locator('html[lang=de]').waitFor();
  assert.equal(await isOpen(), false);
});
