// A page without its style sheet: who sends too many cookies gets none, because the browser sends
// them for the style sheet, too. test/states checks the pictures of every page without it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { checkWithoutStyleSheet } from '../states/check-state.ts';
import { openBrowser } from '../support/chromium.ts';
import { startApp } from '../support/start-app.ts';

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
  await checkWithoutStyleSheet(page);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
  const sentence = page.getByText('Delete the cookies for this address');
  const { y = 999 } = (await sentence.boundingBox()) ?? {};
  assert.ok(y < 400, `the sentence stands at ${y}`);
});
