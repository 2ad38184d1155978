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

test('a long convention name is readable in the header on a phone, next to the language', async (t) => {
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
