// How every page is laid out while it loads and where it is narrow: nothing moves, no word is broken
// inside, and what stands beside each other stacks where text is enlarged.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { openDetails, openPath, startVisit } from '../states/visit.ts';
import { openBrowser } from '../support/chromium.ts';
import { openPages, pagesWithLogin } from '../support/page-paths.ts';
import { isProof } from '../support/rounds.ts';
import { allServiceScopes, startApp } from '../support/start-app.ts';

const languages = readdirSync(new URL('../../views/messages/', import.meta.url))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''));

const paths = [
  ...openPages,
  ...pagesWithLogin,
  '/badge-name?try=',
  '/sharing/stop?scope=pii:phone',
  '/nowhere',
];

/** Notes every shift of the layout, from the beginning of the page. */
const noteShifts = `window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    shifts.push([value, ...sources.map(({ node }) => node?.className || node?.textContent)].join(' '));
}).observe({ type: 'layout-shift', buffered: true });`;

/** The words that stand on two lines: a mail address may after its @, and before a dot. */
const brokenWords = `(() => {
  const broken = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement: parent } = texts.currentNode;
    if (parent.closest('svg, script, code, .visually-hidden')) continue;
    if (!parent.checkVisibility()) continue;
    for (const { 0: word, index } of data.matchAll(/[^\\s\\-/–—…@.:?&=]+/gu)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
      if (new Set(tops).size > 1) broken.push(word);
    }
  }
  return broken;
})()`;

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

/** Resolves when fonts and pictures are there, and what follows from them is drawn. */
async function whenSettled(page: Page): Promise<void> {
  await page.evaluate(`document.fonts.ready
    .then(() => Promise.all([...document.images].map((image) => image.decode().catch(() => {}))))
    .then(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))))`);
}

test('nothing moves while a page loads, in any language, on a phone and on a desktop', async (t) => {
  const { app, context, page, setLanguage } = await start(t);
  await context.addInitScript(noteShifts);
  const found: string[] = [];
  // `npm test` looks at each language in one of the two widths.
  for (const [index, language] of languages.entries())
    for (const width of isProof ? [390, 1280] : [[390, 1280][index % 2] ?? 390]) {
      await setLanguage(language);
      await page.setViewportSize({ width, height: 800 });
      for (const path of paths) {
        await openPath(page, app.url, path);
        await whenSettled(page);
        const shifts = await page.evaluate<string[]>('window.shifts');
        found.push(...shifts.map((shift) => `${language} ${width} ${path}: ${shift}`));
      }
    }
  assert.deepEqual(found, []);
});

test('no word is broken inside on the smallest phone, in any language', async (t) => {
  const { app, page, setLanguage } = await start(t);
  const found: string[] = [];
  for (const language of languages) {
    await setLanguage(language);
    for (const width of isProof ? [320, 360, 390] : [320]) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of paths) {
        await openPath(page, app.url, path);
        await openDetails(page);
        const broken = await page.evaluate<string[]>(brokenWords);
        found.push(...broken.map((word) => `${language} ${width} ${path}: ${word}`));
      }
    }
  }
  assert.deepEqual(found, []);
});

test('the buttons of the badge stand below each other where text has twice its size, and nothing is cut', async (t) => {
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

test('an application stands in two columns where there is room for both', async (t) => {
  const { app, page } = await start(t);
  await page.goto(`${app.url}/dealer`);
  for (const [width, columns] of [
    [320, 1],
    [390, 2],
    [1280, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const lefts = await page.evaluate<number[]>(
      "[...document.querySelectorAll('main dl:first-of-type > *')].map((one) => one.getBoundingClientRect().left)",
    );
    assert.equal(new Set(lefts).size, columns, `${width}`);
  }
});

test('to keep the data has the weight, and to delete it is the quiet button below it', async (t) => {
  const { app, page } = await start(t);
  await page.goto(`${app.url}/sharing/forget`);
  const [keep, forget] = await decisionsOn(page);
  assert.ok(keep && forget);
  assert.ok(forget.top >= keep.top + keep.height && forget.height >= 44);
  assert.equal(forget.ground, 'rgb(255, 255, 255)');
  assert.notEqual(keep.ground, forget.ground);
});

test('to stop sharing is a button as clear as to allow was: red, first, and as large as to keep sharing', async (t) => {
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
