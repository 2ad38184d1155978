// The convention's theme in a real browser: its accent color, its logo, and readable contrast.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { contrast } from '../../src/contrast.ts';
import { startVisit } from '../states/visit.ts';
import { axeSource } from '../support/axe-source.ts';
import { openBrowser } from '../support/chromium.ts';
import { createAppAlone } from '../support/create-app-alone.ts';
import { listen } from '../support/listen.ts';
import { startApp } from '../support/start-app.ts';

const looks = [
  { accent: '#ffd400', onAccent: '#16161a', link: { light: '#846e00', dark: '#ffd400' } },
  { accent: '#e8590c', onAccent: '#16161a', link: { light: '#bd490a', dark: '#f8a070' } },
  { accent: '#101014', onAccent: '#ffffff', link: { light: '#101014', dark: '#a7a7ab' } },
];
const logo = fileURLToPath(new URL('../../public/icon.svg', import.meta.url));

/** The colors and sizes on the page; each color is #rrggbb. */
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
    onBand: color('.badge-on-band text', 'fill'),
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
  // Without a badge name, so there is a filled button on the badge page.
  await startVisit(app, page).logIn('blair');
  const cookies = await context.cookies();

  for (const look of looks) {
    await app.restartApp({ CONVENTION_ACCENT: look.accent, CONVENTION_LOGO: logo });
    for (const path of ['/', '/badge-name']) {
      // The home page redirects a logged-in attendee.
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

test('a logo takes no room that a phone has not, and in forced colours and on paper the page stays as it was', async (t) => {
  const server = createServer();
  const url = await listen(t, server);
  const settings = { PUBLIC_URL: url, CONVENTION_LOGO: logo, CONVENTION_NAME: 'Con'.repeat(20) };
  server.on('request', createAppAlone({ settings }).app);
  const { context, complaints } = await openBrowser(t, { width: 320 });
  const page = await context.newPage();
  await page.goto(url);
  const image = page.locator('.site-convention img');
  assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
  assert.equal((await image.boundingBox())?.height, 28);
  await page.emulateMedia({ forcedColors: 'active' });
  assert.ok(await image.isVisible());
  await page.emulateMedia({ media: 'print' });
  assert.ok(await image.isHidden());
  assert.deepEqual(complaints, []);
});
