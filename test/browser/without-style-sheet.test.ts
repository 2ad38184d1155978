// Pages without their style sheet. Who sends too many cookies gets none, because the browser sends
// them for the style sheet, too: then pictures have the size that their elements say.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Page } from 'playwright-core';
import { startVisit } from '../states/visit.ts';
import { openBrowser } from '../support/chromium.ts';
import { openPages, pagesWithLogin } from '../support/page-paths.ts';
import { allServiceScopes, startApp } from '../support/start-app.ts';

/** In pixels, of 390: the badge and the QR code of the link kit. */
const largest = 340;

/** Pictures in use, with the larger of width and height. */
const pictureSizes = `[...document.querySelectorAll('svg, img')].map((one) => {
  const { width, height } = one.getBoundingClientRect();
  return [one.getAttribute('class') || one.getAttribute('src'), Math.max(width, height)];
})`;

const isUnstyled = `getComputedStyle(document.querySelector('.icon')).strokeLinecap === 'butt'`;

async function checkPictures(page: Page, where: string): Promise<void> {
  assert.ok(await page.evaluate(isUnstyled), `${where} is without style sheet`);
  const sizes = await page.evaluate<[string, number][]>(pictureSizes);
  const icons = sizes.filter(([name]) => /^icon\b/.test(name));
  assert.ok(icons.length > 0, `${where} has icons`);
  assert.deepEqual(
    [sizes.filter(([, size]) => size > largest), icons.filter(([, size]) => size > 20)],
    [[], []],
    where,
  );
}

test('who sends too many cookies reads why on a page of text, with no picture larger than its line', async (t) => {
  const app = await startApp(t);
  const { context } = await openBrowser(t);
  const many = [1, 2, 3, 4, 5].map((number) => ({
    name: `c${number}`,
    value: 'x'.repeat(4000),
    url: app.url,
  }));
  await context.addCookies(many);
  const page = await context.newPage();
  const answer = await page.goto(app.url);
  assert.equal(answer?.status(), 431);
  await checkPictures(page, '431');
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
  const sentence = page.getByText('Delete the cookies for this address');
  const { y = 999 } = (await sentence.boundingBox()) ?? {};
  assert.ok(y < 400, `the sentence stands at ${y}`);
});

test('on every page no picture fills the screen without the style sheet', async (t) => {
  const settings = { SERVICE_SCOPES: allServiceScopes, HELP_EMAIL: 'help@testcon.example' };
  const app = await startApp(t, { settings });
  const { context } = await openBrowser(t);
  const page = await context.newPage();
  const { open, logIn } = startVisit(app, page);
  await page.route('**/style-*.css', (route) => route.abort());
  for (const path of openPages) {
    await open(path);
    await checkPictures(page, path);
  }
  for (const attendee of ['robin', 'sam']) {
    await context.clearCookies();
    await logIn(attendee);
    for (const path of [...pagesWithLogin, '/badge-name?try=Vixen']) {
      await open(path);
      await checkPictures(page, `${attendee} ${path}`);
    }
  }
});
