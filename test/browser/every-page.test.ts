// Whether a button's accessible name contains its visible words depends on the language, so `npm
// run proof` checks every page in every language, and `npm test` checks each in two.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openDetails, openPath, startVisit } from '../states/visit.ts';
import { forward } from '../support/app/forward.ts';
import { openPages, pagesWithLogin } from '../support/app/page-paths.ts';
import { allServiceScopes, startApp } from '../support/app/start-app.ts';
import { axeSource } from '../support/browser/axe-source.ts';
import { openBrowser } from '../support/browser/chromium.ts';
import { startBehindCutProxy } from '../support/browser/cut-proxy.ts';
import { isProof } from '../support/machine/rounds.ts';

const languages = readdirSync(new URL('../../views/messages/', import.meta.url))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''));

const loggedOut = isProof ? [...openPages, '/login/callback?code=a&state=b', '/nowhere'] : ['/'];
const loggedIn = [
  ...openPages,
  ...pagesWithLogin,
  '/badge-name?try=',
  '/sharing/stop?scope=pii:phone',
  '/nowhere',
];
const visits = languages.map((language, index) => ({
  language,
  widths: isProof ? [390, 1280] : [index % 4 < 2 ? 390 : 1280],
}));

/** Ignores a shift of less than 0.001, such as an 88-pixel picture that moves by half a pixel. */
const noteShifts = `window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    if (value >= 0.001) shifts.push([value, ...sources.map(({ node }) => node?.className || node?.textContent)].join(' '));
}).observe({ type: 'layout-shift', buffered: true });`;

/**
 * Finds words that are split over two lines. An email address may be split after its @ and before a
 * dot.
 */
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

/**
 * `npm test` applies only the rule that compares accessible names with visible words, which is
 * experimental. In English, test/states applies the rules of all tags below except `experimental`.
 */
const rules = isProof
  ? ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental']
  : { type: 'rule', values: ['label-content-name-mismatch'] };

const namedControl = ':is(a, button, input, summary)[aria-label]';
const askAxe = `axe.run({
  resultTypes: ['violations'],
  preload: false,
  runOnly: ${JSON.stringify(rules)},
}).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html.slice(0, 120)).join()))`;

async function whenSettled(page: Page): Promise<void> {
  await page.evaluate(`document.fonts.ready
    .then(() => Promise.all([...document.images].map((image) => image.decode().catch(() => {}))))
    .then(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))))`);
}

async function faultsOf(
  page: Page,
  at: { url: string; path: string; width: number; language: string },
): Promise<string[]> {
  const { url, path, width, language } = at;
  await page.setViewportSize({ width, height: 800 });
  await openPath(page, url, path);
  await whenSettled(page);
  const moved = await page.evaluate<string[]>('window.shifts');
  const broken: string[] = [];
  await openDetails(page);
  for (const narrow of isProof ? [320, 360, 390] : [320]) {
    await page.setViewportSize({ width: narrow, height: 800 });
    broken.push(...(await page.evaluate<string[]>(brokenWords)));
  }
  const isAsked = isProof || (await page.locator(namedControl).count()) > 0;
  const found = isAsked ? await page.evaluate<string[]>(`${axeSource}\n${askAxe}`) : [];
  return [
    ...moved.map((what) => `moves: ${what}`),
    ...broken.map((word) => `is broken: ${word}`),
    ...found.map((violation) => `axe: ${violation}`),
  ].map((fault) => `${language} ${path} ${width}: ${fault}`);
}

test('on every page in every language nothing moves while it loads, no word is broken on the smallest phone, and axe finds nothing', async (t) => {
  const settings = {
    SERVICE_SCOPES: allServiceScopes,
    HELP_EMAIL: 'help.desk@registration.testcon.example',
  };
  const app = await startApp(t, { settings });
  const { url } = app;
  const { context } = await openBrowser(t);
  await context.addInitScript(noteShifts);
  const page = await context.newPage();
  const faults: string[] = [];
  async function look(paths: readonly string[]): Promise<void> {
    for (const [index, { language, widths }] of visits.entries()) {
      const name = `language-${new URL(url).port}`;
      await context.addCookies([{ name, value: language, url }]);
      // `npm test` opens each page in two languages, one at each width.
      for (const path of paths.filter((_, at) => isProof || (at + index) % 2 === 0))
        for (const width of widths)
          faults.push(...(await faultsOf(page, { url, path, width, language })));
    }
  }
  await look(loggedOut);
  await startVisit(app, page).logIn('robin');
  await look(loggedIn);
  assert.deepEqual(faults, []);
});

test('nothing moves while the HTML of a page arrives in small pieces', async (t) => {
  const { app, proxy } = await startBehindCutProxy(t);
  const { context } = await openBrowser(t);
  await context.addInitScript(noteShifts);
  const page = await context.newPage();
  await startVisit(app, page).logIn('robin');
  for (const path of ['/badge-name', '/desk', '/sharing/stop?scope=pii:phone', '/nowhere']) {
    proxy.answers.set(path, (res) => sendInPieces(res, app.listensAt));
    await page.goto(app.url + path);
    await whenSettled(page);
    assert.deepEqual(await page.evaluate('window.shifts'), [], path);
  }
});

/** 20 kilobytes a second, as on a phone with one bar of signal. */
async function sendInPieces(res: ServerResponse, site: string): Promise<void> {
  const { status, headers, body } = await forward(site, res.req);
  res.writeHead(status, { 'content-type': String(headers['content-type']) });
  for (let sent = 0; sent < body.length; sent += 256) {
    res.write(body.subarray(sent, sent + 256));
    await sleep(12);
  }
  res.end();
}
