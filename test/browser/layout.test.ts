import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { startVisit } from '../states/visit.ts';
import { allServiceScopes, startApp } from '../support/app/start-app.ts';
import { openBrowser } from '../support/browser/chromium.ts';

const languages = readdirSync(new URL('../../views/messages/', import.meta.url))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''));

async function start(t: TestContext) {
  const settings = {
    SERVICE_SCOPES: allServiceScopes,
    HELP_EMAIL: 'help.desk@registration.testcon.example',
  };
  const app = await startApp(t, { settings });
  const { context } = await openBrowser(t);
  const page = await context.newPage();
  await startVisit(app, page).logIn('robin');
  const setLanguage = (value: string) =>
    context.addCookies([{ name: `language-${new URL(app.url).port}`, value, url: app.url }]);
  return { app, context, page, setLanguage };
}

test('with text at twice its size, the badge buttons are below each other, and nothing is cut', async (t) => {
  const { app, page, setLanguage } = await start(t);
  for (const language of languages) {
    await setLanguage(language);
    await page.goto(`${app.url}/badge-name`);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const found = await page.evaluate<number[]>(`(() => {
        document.documentElement.style.fontSize = '200%';
        const lefts = [...document.querySelectorAll('.badge-actions > *')]
          .map((one) => Math.round(one.getBoundingClientRect().left));
        return [new Set(lefts).size, document.documentElement.scrollWidth];
      })()`);
      assert.deepEqual(found, [1, width], language);
    }
  }
});

test('the button to stop sharing is as clear as the one to allow: red, first, and as large as the one to keep sharing', async (t) => {
  const { app, page } = await start(t);
  await page.goto(`${app.url}/sharing/stop?scope=pii:phone`);
  const [stop, keep] = await decisionsOn(page);
  assert.ok(keep && stop);
  assert.deepEqual([stop.text, keep.text], ['Stop sharing', 'Keep sharing']);
  assert.equal(stop.ground, 'rgb(179, 36, 60)');
  assert.notEqual(keep.ground, stop.ground);
  assert.deepEqual([stop.height, stop.width], [keep.height, keep.width]);
  assert.ok(keep.top >= stop.top + stop.height);
});

function decisionsOn(page: Page) {
  return page.evaluate<
    { text: string; top: number; height: number; width: number; ground: string }[]
  >(
    `[...document.querySelectorAll('main form :is(a, button)')].map((one) => {
      const { top, height, width } = one.getBoundingClientRect();
      const ground = getComputedStyle(one).backgroundColor;
      return { text: one.innerText, top, height, width, ground };
    })`,
  );
}
