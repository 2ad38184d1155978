import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { startVisit } from '../states/visit.ts';
import { startApp } from '../support/app/start-app.ts';
import { openBrowser } from '../support/browser/chromium.ts';

const settings = {
  SERVICE_SCOPES: 'registration:read',
  CONVENTION_PLACE: 'Harbour Hall, Hamburg',
  CONVENTION_MAP_URL: 'https://map.testcon.example/',
  DESK_HOURS: '2027-07-02 10:00-20:00; 2027-07-03 9:00-12:00',
  BADGE_NAME_UNTIL: '2027-06-01',
  HELP_EMAIL: 'help@testcon.example',
};
const longBefore = '2027-02-01T12:00:00Z';
const soon = '2027-05-20T12:00:00Z';
const onTheDay = '2027-07-02T12:00:00Z';

async function openBadge(t: TestContext, options: { as: string; now: string; phone: number[] }) {
  const app = await startApp(t, { settings, now: () => Date.parse(options.now) });
  const { context } = await openBrowser(t);
  const page = await context.newPage();
  const [width = 0, height = 0] = options.phone;
  await page.setViewportSize({ width, height });
  await startVisit(app, page).logIn(options.as);
  return page;
}

const measure = (page: Page) =>
  page.evaluate<{ words: number; controls: number; screens: number }>(`({
    words: document.querySelector('main').innerText.trim().split(/\\s+/).length,
    controls: [...document.querySelectorAll('main :is(a, button, summary, input)')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true })).length,
    screens: document.documentElement.scrollHeight / innerHeight,
  })`);

const firstScreen = (page: Page) =>
  page.evaluate<string>(`(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const seen = [];
    while (texts.nextNode()) {
      const { data, parentElement: parent } = texts.currentNode;
      const { top, height } = parent.getBoundingClientRect();
      if (parent.checkVisibility() && height > 1 && top < innerHeight) seen.push(data.trim());
    }
    return seen.join(' ');
  })()`);

for (const [when, now, mostWords, mostControls] of [
  ['long before', longBefore, 75, 7],
  ['twelve days before the last day for names', soon, 75, 7],
  ['on the day', onTheDay, 70, 5],
] as const)
  test(`${when}, the badge page without open tasks has at most ${mostWords} words, ${mostControls} controls and 1.3 screens, and repeats nothing`, async (t) => {
    const page = await openBadge(t, { as: 'robin', now, phone: [390, 844] });
    const { words, controls, screens } = await measure(page);
    t.diagnostic(`${words} words, ${controls} controls, ${screens.toFixed(2)} screens`);
    assert.ok(words <= mostWords && controls <= mostControls && screens <= 1.3);
    const seen = await firstScreen(page);
    for (const fact of [/Redbreast/g, /Sponsor/g, /\bPaid/g, /July \d+ –/g, /\bID\b/g, /Harbour/g])
      assert.equal(seen.match(fact)?.length, 1, `${fact} in: ${seen}`);
    for (const language of ['de', 'fr', 'es']) {
      await page.locator('.site-menu summary').click();
      await page.locator(`[name=language][value=${language}]`).click();
      await page.waitForSelector(`[lang=${language}] main`);
      const translated = await measure(page);
      assert.ok(translated.screens <= 1.3, `${language}: ${translated.screens} screens`);
    }
  });

test('on a small phone, an attendee who has not paid sees the way to pay and the whole badge on the first screen', async (t) => {
  for (const now of [soon, onTheDay]) {
    const page = await openBadge(t, { as: 'sam', now, phone: [375, 667] });
    assert.equal(await page.locator('.first-action').count(), 1, 'the page has one first action');
    for (const target of [page.getByText('Pay now'), page.locator('.badge-card')]) {
      const { y = 999, height = 0 } = (await target.boundingBox()) ?? {};
      assert.ok(y + height <= 667, `${target} ends at ${y + height}`);
    }
  }
});
