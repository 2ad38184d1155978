import assert from 'node:assert/strict';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { contrast } from '../../src/contrast.ts';
import { openPath, startVisit } from '../states/visit.ts';
import { startApp } from '../support/app/start-app.ts';
import { axeSource } from '../support/browser/axe-source.ts';
import { openBrowser } from '../support/browser/chromium.ts';

const looks = [
  { accent: '#ffd400', onAccent: '#16161a', link: { light: '#846e00', dark: '#ffd400' } },
  { accent: '#e8590c', onAccent: '#16161a', link: { light: '#bd490a', dark: '#f8a070' } },
  { accent: '#101014', onAccent: '#ffffff', link: { light: '#101014', dark: '#a7a7ab' } },
];
const logo = fileURLToPath(new URL('../../public/icon.svg', import.meta.url));

const colorsSeen = `(() => {
  const hexPart = (part) => Number(part).toString(16).padStart(2, '0');
  const hex = (color) => '#' + color.match(/\\d+/g).slice(0, 3).map(hexPart).join('');
  const color = (selector, property) => {
    const element = document.querySelector(selector);
    return element ? hex(getComputedStyle(element)[property]) : undefined;
  };
  return {
    page: color('html', 'backgroundColor'),
    link: color('main a:not(.button, .button-quiet)', 'color'),
    button: color('a.button, button.button', 'backgroundColor'),
    onButton: color('a.button, button.button', 'color'),
    buttonEdge: color('a.button, button.button', 'borderTopColor'),
    navigation: color('.site-tabs [aria-current]', 'boxShadow'),
    band: color('.badge-band', 'fill'),
    onBand: color('.badge-slot + text', 'fill'),
    card: color('.badge-surface', 'fill'),
    logo: document.querySelector('.site-convention img').naturalWidth,
    logoHeight: document.querySelector('.site-convention img').getBoundingClientRect().height,
    glyph: getComputedStyle(document.querySelector('.site-convention'), '::before').content,
  };
})()`;

test('accent and logo of a convention: light, mid and nearly black, each readable, light and dark', async (t) => {
  const app = await startApp(t, { settings: { SERVICE_SCOPES: 'registration:read' } });
  const { context, complaints } = await openBrowser(t);
  const page = await context.newPage();
  // Blair has no badge name, so Blair's badge page shows a filled button.
  await startVisit(app, page).logIn('blair');
  const cookies = await context.cookies();

  for (const look of looks) {
    await app.restartApp({ CONVENTION_ACCENT: look.accent, CONVENTION_LOGO: logo });
    for (const path of ['/', '/badge-name']) {
      // The home page redirects attendees who are logged in, so it is opened without cookies.
      if (path === '/') await context.clearCookies();
      else await context.addCookies(cookies);
      await page.goto(app.url + path);
      await page.evaluate(axeSource);
      for (const colorScheme of ['light', 'dark'] as const) {
        await checkColors(page, { path, look, colorScheme });
      }
    }
  }
  assert.deepEqual(complaints, []);
});

async function checkColors(
  page: Page,
  options: { path: string; look: (typeof looks)[number]; colorScheme: 'light' | 'dark' },
): Promise<void> {
  const { path, colorScheme } = options;
  const { accent, onAccent, link } = options.look;
  const where = `${path} ${accent} ${colorScheme}`;
  await page.emulateMedia({ colorScheme });
  const seen = await page.evaluate<Record<string, string>>(colorsSeen);
  assert.equal(seen.page, colorScheme === 'dark' ? '#111116' : '#f5f4f9', where);
  assert.equal(seen.link, link[colorScheme], where);
  assert.deepEqual([seen.button, seen.onButton], [accent, onAccent], where);
  assert.ok(
    contrast(seen.buttonEdge ?? '', seen.page) >= 3,
    `${where}: buttons ${seen.buttonEdge}`,
  );
  assert.deepEqual([Number(seen.logo) > 0, seen.logoHeight, seen.glyph], [true, 28, 'none'], where);
  if (path === '/badge-name') {
    assert.deepEqual([seen.band, seen.onBand, seen.card], [accent, onAccent, '#ffffff'], where);
    assert.ok(
      contrast(seen.navigation ?? '', seen.page) >= 3,
      `${where}: navigation ${seen.navigation}`,
    );
  }
  const { violations } = await page.evaluate<{
    violations: { nodes: { target: string[] }[] }[];
  }>('axe.run({ runOnly: ["color-contrast"] })');
  const found = violations.flatMap(({ nodes }) => nodes.flatMap(({ target }) => target));
  assert.deepEqual(found, [], where);
}

/**
 * Elements that a browser must not darken, by the colour scheme that the visitor prefers. With
 * `light`, a page cannot opt out, so fewer elements are protected.
 */
const white = {
  dark: [
    ['/desk', 'html'],
    ['/badge-name', '.badge-face'],
    ['/badge-name?try=', '.badge-face'],
    ['/link-kit', '.swatch.on-light'],
    ['/link-kit', '.swatch.on-dark'],
    ['/link-kit', '.qr-code'],
  ],
  light: [
    ['/desk', '.desk-name'],
    ['/link-kit', '.qr-code'],
  ],
} as const;

test('where a browser darkens pages, the desk, the badge, the QR code and pictures of buttons do not change', async (t) => {
  const app = await startApp(t, { settings: { SERVICE_SCOPES: 'registration:read' } });
  const { context } = await openBrowser(t);
  const page = await context.newPage();
  const browser = await context.newCDPSession(page);
  const { logIn } = startVisit(app, page);
  const isLeft = async (selector: string) => {
    const asSent = await insideOf(page, selector);
    await browser.send('Emulation.setAutoDarkModeOverride', { enabled: true });
    const darkened = await insideOf(page, selector);
    await browser.send('Emulation.setAutoDarkModeOverride', {});
    return darkened.equals(asSent);
  };
  for (const [attendee, colorScheme] of [
    ['robin', 'dark'],
    ['sam', 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await context.clearCookies();
    await logIn(attendee);
    for (const [path, selector] of white[colorScheme]) {
      await openPath(page, app.url, path);
      assert.ok(await isLeft(selector), `${attendee} ${path} ${selector}`);
    }
  }
  // The browser must darken other elements. Otherwise, the checks above would pass for any page.
  await page.goto(`${app.url}/badge-name`);
  await page.evaluate("document.querySelector('.first-action').replaceChildren()");
  assert.ok(!(await isLeft('.first-action')));
});

/** Takes pictures until two in a row are equal, because a busy browser may still be painting. */
async function insideOf(page: Page, selector: string): Promise<Buffer> {
  const place = page.locator(selector).first();
  await place.scrollIntoViewIfNeeded();
  let last = await pictureInside(page, place);
  for (;;) {
    const next = await pictureInside(page, place);
    if (next.equals(last)) return next;
    last = next;
  }
}

async function pictureInside(page: Page, place: Locator): Promise<Buffer> {
  const { x, y, width, height } = (await place.boundingBox()) ?? assert.fail(`${place}`);
  const edge = Math.min(16, height / 4);
  const clip = { x: x + edge, y: y + edge, width: width - 2 * edge, height: height - 2 * edge };
  return page.screenshot({ clip });
}
