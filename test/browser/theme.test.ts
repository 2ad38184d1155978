import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { contrast } from '../../src/contrast.ts';
import { openPath, startVisit } from '../states/visit.ts';
import { createAppAlone } from '../support/app/create-app-alone.ts';
import { startApp } from '../support/app/start-app.ts';
import { logIn, visitor } from '../support/app/visitor.ts';
import { axeSource } from '../support/browser/axe-source.ts';
import { openBrowser } from '../support/browser/chromium.ts';
import { listen } from '../support/machine/listen.ts';

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

test('a logo takes no room from a phone, and with forced colours and in print the page does not change', async (t) => {
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

/**
 * Elements that a browser must not darken. If Chromium darkens pages for visitors who prefer light
 * ones, a page cannot opt out. So each of these elements has its own background.
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
  // The browser must darken other elements. Otherwise, the checks above would prove nothing.
  await page.goto(`${app.url}/badge-name`);
  await page.evaluate("document.querySelector('.first-action').replaceChildren()");
  assert.ok(!(await isLeft('.first-action')));
});

async function insideOf(page: Page, selector: string): Promise<Buffer> {
  const place = page.locator(selector).first();
  await place.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await place.boundingBox()) ?? assert.fail(selector);
  const edge = Math.min(16, height / 4);
  const clip = { x: x + edge, y: y + edge, width: width - 2 * edge, height: height - 2 * edge };
  return page.screenshot({ clip });
}

test('an extension that darkens pages leaves the desk unchanged, and each text in a drawing has its own colour for the extension to change', async (t) => {
  const app = await startApp(t, { settings: { SERVICE_SCOPES: 'registration:read' } });
  const home = await visitor().open(app.url);
  for (const attendee of ['robin', 'sam', 'blair', 'mallory']) {
    const client = visitor();
    const badge = await logIn(client, `${app.url}/badge-name`, { as: attendee });
    const pages = { home, badge, desk: await client.open(`${app.url}/desk`) };
    for (const [name, { $ }] of Object.entries(pages)) {
      assert.equal($('meta[name=darkreader-lock]').length, Number(name === 'desk'));
      // The extension treats a `fill` on a group as a background, so each text must have its own
      // `fill`.
      assert.ok($('svg text').length > 0);
      assert.equal($('svg text:not([fill])').length, 0, `${attendee} ${name}`);
    }
  }
});
