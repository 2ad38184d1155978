import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';
import type { Page } from 'playwright-core';
import { openDetails, openMenu, startVisit } from '../states/visit.ts';
import { allServiceScopes, startApp } from '../support/app/start-app.ts';
import { axeSource } from '../support/browser/axe-source.ts';
import { openBrowser } from '../support/browser/chromium.ts';
import { phoneFaultsOf } from '../support/browser/phone-faults.ts';
import { isProof } from '../support/machine/rounds.ts';

const languages = readdirSync(new URL('../../views/messages/', import.meta.url))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''));

const longestPages = [
  ['/badge-name', '/privacy'],
  ['/sharing', '/nowhere'],
];

async function faultsOf(page: Page, where: string): Promise<string[]> {
  return (await phoneFaultsOf(page)).map((fault) => `${where}: ${fault}`);
}

test('in each language the longest pages fit a phone, and their header has at most 100 px, also with a banner', async (t) => {
  const settings = { SERVICE_SCOPES: allServiceScopes };
  const app = await startApp(t, { settings, banner: 'banner.development' });
  const { context } = await openBrowser(t);
  const page = await context.newPage();
  await startVisit(app, page).logIn('robin');
  const faults: string[] = [];
  for (const [index, value] of languages.entries()) {
    await context.addCookies([{ name: `language-${new URL(app.url).port}`, value, url: app.url }]);
    for (const path of isProof ? longestPages.flat() : (longestPages[index % 2] ?? [])) {
      await page.goto(app.url + path);
      await openDetails(page);
      assert.equal(await page.evaluate('document.documentElement.lang'), value);
      for (const width of [320, 360, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const scrolls =
          (await page.evaluate<number>('document.documentElement.scrollWidth')) > width;
        const where = `${value} ${path} ${width}`;
        faults.push(...(await faultsOf(page, where)), ...(scrolls ? [`${where}: scrolls`] : []));
      }
    }
  }
  assert.deepEqual(faults, []);
});

test('a long name of the convention is readable in the header of a phone, next to the language', async (t) => {
  const app = await startApp(t, {
    settings: { CONVENTION_NAME: 'Nordic Fuzz Gathering 2027' },
    banner: 'banner.development',
  });
  const { context } = await openBrowser(t);
  const page = await context.newPage();
  const { open, logIn } = startVisit(app, page);
  const faults: string[] = [];
  for (const attendee of [undefined, 'robin']) {
    if (attendee) await logIn(attendee);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await open('/privacy');
      const isWhole = await page.evaluate<boolean>(
        "(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)(document.querySelector('.site-convention span'))",
      );
      const where = `${attendee} ${width}`;
      faults.push(...(await faultsOf(page, where)), ...(isWhole ? [] : [`${where}: cut`]));
    }
  }
  assert.deepEqual(faults, []);
});

test('a name of the convention that fits three lines keeps its last word with the spacing of WCAG 1.4.12', async (t) => {
  const app = await startApp(t, {
    settings: { CONVENTION_NAME: 'Nordic Fuzz Winter Gathering 2027' },
    banner: 'banner.development',
  });
  const { context } = await openBrowser(t);
  const page = await context.newPage();
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${app.url}/privacy`);
    const [before, after] = await page.evaluate<boolean[]>(`(() => {
      const name = document.querySelector('.site-convention span');
      const isWhole = () => name.scrollHeight <= name.clientHeight;
      const before = isWhole();
      const spacing = { lineHeight: '1.5', letterSpacing: '0.12em', wordSpacing: '0.16em' };
      Object.assign(name.style, spacing);
      return [before, isWhole()];
    })()`);
    assert.deepEqual([before, after], [true, true], `${width}`);
  }
});

test('the open menu has no accessibility fault, and stays within the window', async (t) => {
  const app = await startApp(t, { settings: { SERVICE_SCOPES: allServiceScopes } });
  const { context } = await openBrowser(t);
  const page = await context.newPage();
  const { open, logIn } = startVisit(app, page);
  for (const path of ['/', '/roles']) {
    if (path === '/') await open(path);
    else await logIn('robin', { path });
    await openMenu(page);
    await page.evaluate(axeSource);
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const menu = await page.locator('.site-menu > div').boundingBox();
      assert.ok(menu && menu.x >= 0 && menu.x + menu.width <= width, JSON.stringify(menu));
      const { violations } = await page.evaluate<{ violations: unknown[] }>(
        "axe.run('.site-header')",
      );
      assert.deepEqual(violations, []);
    }
  }
});

test('in each language the header shows the convention’s name with space above it, and its menu on one line, also on a small desktop', async (t) => {
  const settings = { SERVICE_SCOPES: allServiceScopes, CONVENTION_NAME: 'Foxcon 2027' };
  const app = await startApp(t, { settings, banner: 'banner.demo' });
  const { context } = await openBrowser(t);
  const page = await context.newPage();
  await startVisit(app, page).logIn('robin', { path: '/dealer' });
  const faults: string[] = [];
  for (const value of languages) {
    await context.addCookies([{ name: `language-${new URL(app.url).port}`, value, url: app.url }]);
    await page.goto(`${app.url}/dealer`);
    for (const width of [320, 390, 768, 1024, 1152, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      const seen = await page.evaluate<Record<string, number>>(headerOf);
      const { lines, name = 0, header = 0, nameLines = 0, air = 0 } = seen;
      const isWhole = name >= 68 && nameLines <= (width < 390 ? 2 : 1) && air >= 5;
      const isSound = lines === 1 && isWhole && header <= 100;
      if (!isSound) faults.push(`${value} ${width}: ${JSON.stringify(seen)}`);
    }
  }
  assert.deepEqual(faults, []);
});

const headerOf = `(() => {
  const tops = [...document.querySelectorAll('.site-menu summary, .site-login')]
    .filter((one) => one.checkVisibility())
    .map((one) => Math.round(one.getBoundingClientRect().top));
  const name = document.querySelector('.site-convention span');
  const { top, width, height } = name.getBoundingClientRect();
  return {
    lines: new Set(tops).size,
    name: width,
    nameLines: Math.round(height / parseFloat(getComputedStyle(name).lineHeight)),
    air: top,
    header: document.querySelector('.site-header').getBoundingClientRect().height,
  };
})()`;
