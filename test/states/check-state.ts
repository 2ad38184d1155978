import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { type CheerioAPI, load } from 'cheerio';
import type { Page } from 'playwright-core';
import { htmlProblems } from '../support/app/html-problems.ts';
import { axeSource } from '../support/browser/axe-source.ts';
import { phoneFaultsOf } from '../support/browser/phone-faults.ts';
import type { State } from './state.ts';
import type { Visit } from './visit.ts';

export interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/** Widths in pixels: the smallest phone, a common phone and a desktop. */
const phoneWidth = 390;
const widths = [320, phoneWidth, 1280];

export const looks: readonly Look[] = widths.flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/** The maximum size of a page in bytes, compressed with gzip. */
const maxHtmlBytes = 14 * 1024;

export async function checkAnswer({ app, read }: Visit, state: State): Promise<number> {
  const { url, status, html, text } = await read();
  assert.equal(status, state.status ?? 200);
  assert.deepEqual([url.origin, url.pathname], [app.url, state.path]);
  assert.deepEqual(await htmlProblems(html), []);
  const $ = load(html);
  checkLayout($, state);
  checkOrder(text.replaceAll('\u00a0', ' '), state.says ?? []);
  for (const words of state.hides ?? [])
    assert.ok(!$('body').text().includes(words), `the page must not contain "${words}"`);
  const size = gzipSync(html).length;
  assert.ok(size <= maxHtmlBytes, `${size} bytes`);
  return size;
}

/** Returns the distinct kinds of elements on a page, such as `a.button [href, rel]`. */
export function elementsOf(html: string): Set<string> {
  const $ = load(html);
  const kinds = $('body *')
    .not('svg *')
    .toArray()
    .map((one) => {
      const { class: classes = '', ...others } = one.attribs;
      const name = [one.tagName, ...classes.split(' ').filter(Boolean)].join('.');
      return `${name} [${Object.entries(others).map(attributeOf).sort().join(', ')}]`;
    });
  return new Set(kinds);
}

/** The value is part of an element's kind only if a style or a screen reader may depend on it. */
function attributeOf([name, value]: [string, string]): string {
  const isKind = ['type', 'role'].includes(name) || /^aria-(?!label|describedby)/.test(name);
  return isKind ? `${name}=${value}` : name;
}

function checkLayout($: CheerioAPI, { heading }: State): void {
  const headings = $('h1').toArray();
  const [found = ''] = headings.map((one) => $(one).text());
  assert.deepEqual([headings.length, found], [1, heading ?? found]);
  assert.notEqual(found, '');
  assert.equal($('head title').text(), `${found} - Testcon`);
  const parts = $('body > :not(.session-end)').toArray();
  assert.deepEqual(
    parts.map(({ tagName }) => tagName),
    ['a', 'header', 'main', 'footer'],
  );
  assert.deepEqual(
    [$('body > a').attr('href'), $('main').attr('id')],
    ['#main', 'main'],
    'the first link skips the header',
  );
  assert.equal(
    $('nav[aria-label]').length,
    $('form[action="/logout"]').length > 0 ? 1 : 0,
    'attendees who are logged in have a navigation',
  );
}

function checkOrder(text: string, says: readonly string[]): void {
  let searchFrom = 0;
  for (const words of says) {
    const at = text.indexOf(words, searchFrom);
    assert.ok(at >= 0, `expected "${words}" in this order in: ${text}`);
    searchFrom = at + words.length;
  }
}

export async function checkLooks(page: Page, seen: readonly Look[]): Promise<void> {
  for (const width of widths) {
    await checkFit(page, width);
    if (width === phoneWidth) {
      await checkTouch(page);
      await checkWithoutStyleSheet(page);
    }
    for (const look of seen.filter((one) => one.width === width)) await askAxe(page, look);
  }
}

export async function checkLook(page: Page, look: Look): Promise<void> {
  await checkFit(page, look.width);
  await askAxe(page, look);
}

async function checkFit(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  const found = await page.evaluate(`(() => {
    const width = document.documentElement.scrollWidth;
    document.adoptedStyleSheets = [new CSSStyleSheet()];
    document.adoptedStyleSheets[0].replaceSync(${JSON.stringify(widerSpacing)});
    const widthSpaced = document.documentElement.scrollWidth;
    document.adoptedStyleSheets = [];
    return { width, widthSpaced };
  })()`);
  assert.deepEqual(found, { width, widthSpaced: width }, `${width} px`);
}

async function checkTouch(page: Page): Promise<void> {
  await page.setViewportSize({ width: phoneWidth, height: 800 });
  await page.evaluate(`${menu}.forEach((one) => (one.open = true))`);
  assert.deepEqual(await phoneFaultsOf(page), []);
  await page.evaluate(`${menu}.forEach((one) => (one.open = false))`);
}

const menu = "document.querySelectorAll('header details')";

/**
 * The maximum size in pixels. At a width of 390, the largest pictures are the badge and the QR code
 * in the link kit.
 */
const largestPicture = 340;
const largestIcon = 20;

/**
 * Without the style sheet, pictures must not fill a phone's screen, and icons must not be taller
 * than their line.
 */
async function checkWithoutStyleSheet(page: Page): Promise<void> {
  await page.setViewportSize({ width: phoneWidth, height: 800 });
  const { isUnstyled, sizes } = await page.evaluate<{
    isUnstyled: boolean;
    sizes: [string, number][];
  }>(`(() => {
    const disable = (isOff) => {
      for (const sheet of document.styleSheets) sheet.disabled = isOff;
    };
    disable(true);
    const isUnstyled = getComputedStyle(document.querySelector('.icon')).strokeLinecap === 'butt';
    const sizes = [...document.querySelectorAll('svg, img')].map((one) => {
      const { width, height } = one.getBoundingClientRect();
      return [one.getAttribute('class') || one.getAttribute('src'), Math.max(width, height)];
    });
    disable(false);
    return { isUnstyled, sizes };
  })()`);
  assert.ok(isUnstyled, 'the style sheet is not applied');
  const icons = sizes.filter(([name]) => /^icon\b/.test(name));
  assert.ok(icons.length > 0, 'the page has icons');
  assert.deepEqual(
    [
      sizes.filter(([, size]) => size > largestPicture),
      icons.filter(([, size]) => size > largestIcon),
    ],
    [[], []],
  );
}

async function askAxe(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme });
  const { violations } = await page.evaluate<{
    violations: { id: string; nodes: { target: unknown }[] }[];
  }>(
    `${axeSource}
    axe.run({
      resultTypes: ['violations'],
      preload: false,
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    })`,
  );
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${JSON.stringify(nodes.map(({ target }) => target))}`,
  );
  assert.deepEqual(found, [], `${width} px, ${colorScheme}`);
}

/** Readers may set this text spacing, and the page must still fit (WCAG 2.2, 1.4.12). */
const widerSpacing =
  '* { line-height: 1.5 !important; letter-spacing: .12em !important; ' +
  'word-spacing: .16em !important } p { margin-bottom: 2em !important }';
