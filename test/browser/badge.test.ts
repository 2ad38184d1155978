// The badge in a real browser: every name stays on its card, at every size and in every color mode,
// and the badge is redrawn while the attendee types.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { type BrowserVisit, openBrowser } from '../support/chromium.ts';
import { type RunningApp, startApp } from '../support/start-app.ts';

const attendees = ['sam', 'noa', 'mallory', 'layla', 'zoe'];
const namesToTry = [
  'M'.repeat(41),
  'Ж'.repeat(12),
  '﷽﷽',
  '⸻⸻⸻',
  `${'🧑‍🚀'.repeat(9)} 🏴‍☠️`,
  '山田太郎'.repeat(9),
  `Z${'\u0300'.repeat(99)}`,
  'AVA To.',
  '&<"',
];

const looks = [
  [320, 'light', 'none'],
  [1280, 'dark', 'none'],
  [390, 'dark', 'active'],
] as const;

/** Positions of the texts as fractions of the card: 0 is its left or top edge, 1 the opposite. */
const lettersOnCard = `(() => {
  const card = document.querySelector('.badge-card').getBoundingClientRect();
  return [...document.querySelectorAll('.badge-card text')].map((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    return [
      (left - card.left) / card.width,
      (right - card.left) / card.width,
      (top - card.top) / card.height,
      (bottom - card.top) / card.height,
    ];
  });
})()`;

async function logIn(page: Page, app: RunningApp, as: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${app.url}/badge-name`);
  await page.locator(`button[name=attendee][value=${as}]`).click();
  const allow = page.getByRole('button', { name: 'Allow' });
  await Promise.race([allow.click(), page.waitForURL(`${app.url}/badge-name`)]);
  await page.waitForURL(`${app.url}/badge-name`);
}

async function checkCard(page: Page, where: string): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => {})');
  for (const [left = 0, right = 1, top = 0, bottom = 1] of await page.evaluate<number[][]>(
    lettersOnCard,
  )) {
    assert.ok(
      left >= 0 && right <= 1 && top >= 0 && bottom <= 1,
      `${where}: ${[left, right, top, bottom]}`,
    );
  }
  assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, where);
}

async function start(t: TestContext, options: Parameters<typeof openBrowser>[1] = {}) {
  const app = await startApp(t, { settings: { SERVICE_SCOPES: 'registration:read' } });
  const visit: BrowserVisit = await openBrowser(t, options);
  return { app, ...visit, page: await visit.context.newPage() };
}

test('P58 P63 every name stays on its card and is sound XML, at 320 and 1280 px, light, dark and in forced colors', async (t) => {
  const { app, page, complaints } = await start(t);
  for (const as of attendees) {
    await logIn(page, app, as);
    for (const [width, colorScheme, forcedColors] of looks) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, forcedColors });
      await checkCard(page, `${as} ${width}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  for (const name of namesToTry) {
    await page.goto(`${app.url}/badge-name?${new URLSearchParams({ try: name })}`);
    await checkCard(page, name);
  }
  assert.deepEqual(complaints, []);
  for (const name of [
    '',
    ...namesToTry,
    ']]></text>',
    '<!ENTITY x "y">&x;',
    '\u0000\u0008\u000B\uFFFE',
    '-->',
    '\u202E',
  ]) {
    const address = `/badge-name.svg?${new URLSearchParams({ try: name })}`;
    const root = await page.evaluate(
      `fetch(${JSON.stringify(address)})
        .then((answer) => answer.text())
        .then((text) => new DOMParser().parseFromString(text, 'image/svg+xml'))
        .then((svg) => svg.documentElement.nodeName)`,
    );
    assert.equal(root, 'svg', JSON.stringify(name));
  }
});

test('P58 while one types, the badge, its hints and the count follow; nothing leaves this site, and nothing is kept', async (t) => {
  const { app, page, complaints, hosts } = await start(t);
  await logIn(page, app, 'robin');
  const own = await page.locator('.badge-name').innerHTML();
  hosts.clear();
  await page.getByText('Try another name').click();
  const input = page.getByLabel('A name to try');
  await input.pressSequentially('🦊 <b>Vix');
  await page.locator('.badge-name text', { hasText: '🦊 <b>Vix' }).waitFor();
  assert.equal(await page.locator('.badge-card title').textContent(), 'Badge preview: 🦊 <b>Vix');
  assert.equal(await page.locator('.badge-note').textContent(), 'A name you try');
  assert.deepEqual(await page.locator('.badge-hints li').allInnerTexts(), [
    'Some badge printers cannot print emoji.',
  ]);
  assert.equal(await page.locator('output').textContent(), '8');
  await checkCard(page, 'typed');
  assert.equal(page.url(), `${app.url}/badge-name`);
  await input.fill('');
  await page.locator('.badge-name text', { hasText: 'Robin Redbreast' }).waitFor();
  assert.equal(
    (await page.locator('.badge-name').innerHTML()).replace(/\s/g, ''),
    own.replace(/\s/g, ''),
  );
  assert.ok(await page.locator('.badge-hints').isHidden());
  await input.fill('Vixen');
  await input.press('Enter');
  await page.waitForURL(`${app.url}/badge-name?try=Vixen`);
  const drawn = () => page.locator('.badge-name text').textContent();
  assert.equal(await drawn(), 'Vixen');
  await page.reload();
  assert.equal(await drawn(), 'Vixen', 'the page may be loaded again');
  assert.deepEqual([[...hosts], complaints], [[new URL(app.url).host], []]);
});

test('without JavaScript a name is tried by the form, and one comes back to the own one', async (t) => {
  const { app, page } = await start(t, { javaScriptEnabled: false });
  await logIn(page, app, 'noa');
  await page.getByText('Try a name').click();
  await page.getByLabel('A name to try').fill('Vixen');
  await page.getByRole('button', { name: 'Show' }).click();
  assert.equal(await page.locator('.badge-name text').textContent(), 'Vixen');
  assert.equal(await page.getByRole('button', { name: 'Print' }).count(), 0);
  await page.getByRole('link', { name: 'Back to your own name' }).click();
  assert.equal(await page.locator('.badge-name text').count(), 0);
});

test('the page prints on one sheet of A6 or A4, with its address and time, and without name on the ID, birth date or age', async (t) => {
  const { app, page } = await start(t, { colorScheme: 'dark' });
  for (const as of ['robin', 'mallory']) {
    await logIn(page, app, as);
    for (const format of ['A6', 'A4']) {
      const pdf = (await page.pdf({ format, preferCSSPageSize: false })).toString('latin1');
      assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1, `${as} ${format}`);
    }
    await page.emulateMedia({ media: 'print' });
    const paper = await page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    assert.equal(paper, 'rgb(255, 255, 255)', 'also of a dark screen');
    const printed = await page.locator('body').innerText();
    assert.match(printed, new RegExp(`${app.url}/badge-name`));
    if (as === 'robin') assert.match(printed, /Robin Redbreast.*Sponsor.*Paid.*Checked \d\d:\d\d/s);
    assert.doesNotMatch(printed, /Roberta|Banks|1990|Age|Log out$|Download|Change|Try/m);
    await page.emulateMedia({ media: null });
  }
});

test('the first visit is light: page, style sheet, font, script and icon', async (t) => {
  const { app, page } = await start(t);
  await logIn(page, app, 'robin');
  const sizes = new Map<string, number>();
  for (const address of await page.evaluate<string[]>(
    `[
      location.href,
      ...performance.getEntriesByType('resource').map(({ name }) => name),
      document.querySelector('link[rel=icon]').href,
    ]`,
  )) {
    const body = await (await page.context().request.get(address)).body();
    sizes.set(
      address.replace(/^.*\/|-\w{12}(?=\.)/g, ''),
      address.includes('/assets/') ? brotliCompressSync(body).length : gzipSync(body).length,
    );
  }
  assert.deepEqual([...sizes.keys()].sort(), [
    'back-button.js',
    'badge-name',
    'badge.js',
    'icon.svg',
    'noto-sans-bold.woff2',
    'style.css',
  ]);
  assert.ok((sizes.get('badge-name') ?? 0) < 14_000);
  assert.ok((sizes.get('style.css') ?? 0) < 5000);
  assert.ok((sizes.get('badge.js') ?? 0) < 2000);
  assert.ok(
    [...sizes.values()].reduce((sum, size) => sum + size) < 50_000,
    JSON.stringify([...sizes]),
  );
});
