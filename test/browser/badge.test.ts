import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { startVisit } from '../states/visit.ts';
import { startApp } from '../support/app/start-app.ts';
import { fromOwnPage } from '../support/app/visitor.ts';
import { type BrowserVisit, openBrowser } from '../support/browser/chromium.ts';

const attendees = ['sam', 'mallory', 'layla', 'zoe'];
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

/**
 * Returns the edges of each string as fractions of the card's size, measured from its top left
 * corner.
 */
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

const placesOnPreview = `['#try', '.badge-card', '.try-copy'].map((selector) =>
  document.querySelector(selector).getBoundingClientRect().toJSON())`;

/**
 * Returns the left and right edges of the name in a base64 picture, in pixels, and the colour of
 * the band above the name.
 */
const inkOf = `async (base64) => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes]));
  const pen = new OffscreenCanvas(picture.width, picture.height)
    .getContext('2d', { willReadFrequently: true });
  pen.drawImage(picture, 0, 0);
  const top = (880 - (1152 * 412) / 640) / 2;
  const [from, to] = [110, 312].map((unit) => Math.round(top + (unit * 1152) / 640));
  const { data } = pen.getImageData(0, from, picture.width, to - from);
  const columns = [...data.keys()]
    .filter((at) => at % 4 === 0 && data[at] < 60)
    .map((at) => (at / 4) % picture.width);
  return {
    left: columns.reduce((a, b) => Math.min(a, b)),
    right: columns.reduce((a, b) => Math.max(a, b)),
    band: [...pen.getImageData(300, Math.round(top) + 12, 1, 1).data].slice(0, 3).join(),
  };
}`;

const colorsOf = `async ([base64, places]) => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes]));
  const pen = new OffscreenCanvas(picture.width, picture.height)
    .getContext('2d', { willReadFrequently: true });
  pen.drawImage(picture, 0, 0);
  return places.map(([x, y]) => [...pen.getImageData(x, y, 1, 1).data].slice(0, 3).join());
}`;

async function askForPicture(page: Page, form = 'Save as landscape') {
  const link = page.getByRole('link', { name: form });
  if (!(await link.isVisible())) await page.getByText('Save or share').click();
  return link;
}

async function savePicture(page: Page, form?: string) {
  const link = await askForPicture(page, form);
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const png = readFileSync(await download.path());
  assert.equal(png.subarray(1, 4).toString(), 'PNG');
  const size = [png.readUInt32BE(16), png.readUInt32BE(20)];
  return { name: download.suggestedFilename(), size, base64: png.toString('base64') };
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
  const page = await visit.context.newPage();
  const logIn = async (as: string) => {
    await visit.context.clearCookies();
    await startVisit(app, page).logIn(as);
  };
  return { app, ...visit, page, logIn };
}

test('P64 P69 every name stays on its card and is valid XML, at 320 and 1280 px, light, dark and in forced colors', async (t) => {
  const { app, page, complaints, logIn } = await start(t);
  for (const [index, as] of attendees.entries()) {
    await logIn(as);
    for (const [width, colorScheme, forcedColors] of index === 0 ? looks : looks.slice(0, 1)) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, forcedColors });
      await checkCard(page, `${as} ${width}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  await page.getByText('Preview a different name').click();
  for (const name of namesToTry) {
    await page.locator('#try').fill(name);
    await page.locator('#try').press('Enter');
    await page.waitForURL(`${app.url}/badge-name?${new URLSearchParams({ try: name })}`);
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

test('P64 while somebody types, the preview, its hints and the count follow without moving; nothing leaves this site or is stored', async (t) => {
  const { app, page, complaints, hosts, logIn } = await start(t);
  await logIn('robin');
  await page.getByText('Preview a different name').click();
  hosts.clear();
  const input = page.getByLabel('Name to preview');
  const title = () => page.locator('.badge-card title').textContent();
  const ofBadge = 'Testcon, July 2 – 5, 2027, Sponsor';
  assert.equal(await title(), `Badge: Robin Redbreast, ${ofBadge}, Paid`);
  const places = await page.evaluate(placesOnPreview);
  await input.fill('');
  await input.pressSequentially('🦊 <b>Vix');
  await page.locator('.badge-name text', { hasText: '🦊 <b>Vix' }).waitFor();
  assert.equal(await title(), `Preview: 🦊 <b>Vix, ${ofBadge}, Not saved`);
  assert.deepEqual(await page.locator('.badge-hints li').allInnerTexts(), [
    'Some badge printers can’t print emoji.',
  ]);
  assert.equal(await page.locator('#try-count').textContent(), '8 characters');
  assert.deepEqual(await page.evaluate(placesOnPreview), places);
  const told = page.getByRole('status', { name: 'Preview' });
  await told
    .filter({ hasText: /^Preview: 🦊 <b>Vix, .*, Not saved\. 8 characters\. Some/ })
    .waitFor();
  await checkCard(page, 'typed');
  assert.equal(page.url(), `${app.url}/badge-name?try=`);
  await input.fill('');
  await page.locator('.badge-name path').waitFor({ state: 'attached' });
  assert.ok(await page.locator('.badge-hints').isHidden());
  await input.fill('Vixen');
  await input.press('Enter');
  await page.waitForURL(`${app.url}/badge-name?try=Vixen`);
  const drawn = () => page.locator('.badge-name text').textContent();
  assert.equal(await drawn(), 'Vixen');
  await page.reload();
  assert.equal(await drawn(), 'Vixen', 'the preview remains after a reload');
  const picture = new URL(app.sandbox.url).host;
  assert.deepEqual([[...hosts], complaints], [[new URL(app.url).host, picture], []]);
});

test('the preview is the badge itself at its size, and again after another name was typed and removed', async (t) => {
  const { page, logIn } = await start(t);
  for (const [as, width] of [
    ['layla', 390],
    ['robin', 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await logIn(as);
    const card = () =>
      page.locator('.badge-face').evaluate((face) => {
        const { width: across, height } = face.getBoundingClientRect();
        const { src } = face.querySelector('img') ?? {};
        return [face.querySelector('svg')?.innerHTML.replace(/\s+/g, ' '), across, height, src];
      });
    const own = await card();
    await page.getByText('Preview a different name').click();
    assert.deepEqual(await card(), own, as);
    const input = page.getByLabel('Name to preview');
    const name = await input.inputValue();
    const title = (text: string) => page.locator('.badge-card title', { hasText: text });
    await input.fill('x');
    await title('Preview: x, ').waitFor({ state: 'attached' });
    await input.fill(name);
    await title('Badge: ').waitFor({ state: 'attached' });
    assert.deepEqual(await card(), own, `${as}: the same name typed again gives the same card`);
  }
});

test('the name in the preview is copied on the way to the page that changes it', async (t) => {
  const { app, page, context, logIn } = await start(t);
  await app.restartApp({ BADGE_NAME_URL: `${app.sandbox.url}/registration` });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await logIn('robin');
  await page.getByText('Preview a different name').click();
  await page.getByLabel('Name to preview').fill('Vixen 🦊');
  await page.getByText('Copy name and change it on the Testcon registration site').click();
  await page.waitForURL(`${app.sandbox.url}/registration`);
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'Vixen 🦊');
});

test('the badge name can be selected and copied as typed, and the button confirms it', async (t) => {
  const { app, page, context, logIn } = await start(t);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
  await logIn('zoe');
  await page.getByText('Registration details').click();
  const name = await page.locator('.badge-text bdi').first().textContent();
  await page.locator('.badge-text bdi').first().selectText();
  assert.equal(await page.evaluate('getSelection().toString()'), name);
  const button = page.getByRole('button', { name: 'Copy Name on the badge' });
  const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
  assert.ok(Math.min(width, height) >= 44, `${width} x ${height}`);
  await button.click();
  await page.locator('.badge-details [role=status]', { hasText: 'Copied' }).waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), name);
});

/**
 * Ways in which a browser refuses to copy. The number is how many milliseconds the page waits
 * before it reports the failure.
 */
const refusals = [
  ["Promise.reject(new DOMException('', 'NotAllowedError'))"],
  ["(() => { throw new TypeError('no such thing'); })()"],
  ['new Promise(() => {})', 2000],
] as const;

test('if the browser refuses to copy, the page says so, selects the name, and its link still works', async (t) => {
  const { app, page, complaints, logIn } = await start(t);
  await app.restartApp({ BADGE_NAME_URL: `${app.sandbox.url}/registration` });
  await page.clock.install();
  await logIn('robin');
  for (const [refusal, after = 0] of refusals) {
    const refuse = `navigator.clipboard.writeText = () => ${refusal}; undefined`;
    await page.goto(`${app.url}/badge-name`);
    await page.getByText('Registration details').click();
    await page.evaluate(refuse);
    const button = page.locator('.badge-text button');
    const told = page.locator('.badge-details [role=status]', { hasText: 'didn’t copy' });
    await button.click();
    await page.clock.fastForward(after);
    await told.waitFor();
    const { y = 0 } = (await told.boundingBox()) ?? {};
    const { y: below = 0 } = (await button.boundingBox()) ?? {};
    assert.ok(Math.abs(below - y) < 120, 'the message is next to the button');
    assert.equal(await page.evaluate('getSelection().toString()'), 'Robin Redbreast', refusal);
    assert.match(await button.innerText(), /^Copy/);
    await page.evaluate('navigator.clipboard.writeText = async () => {}; undefined');
    await button.click();
    await page.getByText('Copied').first().waitFor();
    assert.ok(await told.isHidden());

    await page.getByText('Preview a different name').click();
    await page.getByLabel('Name to preview').fill('Vixen');
    await page.evaluate(refuse);
    await page.getByText('Copy name and change it').click();
    await page.clock.fastForward(after);
    await page.locator('.try').getByText('didn’t copy').waitFor();
    assert.equal(await page.evaluate('getSelection().toString()'), 'Vixen', refusal);
    await page.getByText(/^Change it on the Testcon registration site/).click();
    await page.waitForURL(`${app.sandbox.url}/registration`);
  }
  await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await page.goto(`${app.url}/badge-name`);
  await page.getByText('Registration details').click();
  assert.ok(await page.locator('.badge-text button').isHidden());
  await page.getByText('Preview a different name').click();
  await page.getByText(/^Change it on the Testcon registration site/).click();
  await page.waitForURL(`${app.sandbox.url}/registration`);
  assert.deepEqual(complaints, []);
});

type Route = Parameters<Parameters<Page['route']>[1]>[0];

const noPreview: Record<string, (route: Route) => Promise<unknown>> = {
  offline: (route) => route.abort('internetdisconnected'),
  'too many requests': (route) => route.fulfill({ status: 429, body: 'later' }),
  'platform away': (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<p>' }),
  'logged out in another tab': (route) =>
    route.fulfill({ status: 302, headers: { location: '/' } }),
  'portal of a hotel': (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Wi-Fi</title><p>Hi' }),
  'portal that speaks XML': (route) =>
    route.fulfill({ contentType: 'text/xml', body: '<wispr><desc/></wispr>' }),
  'cut off': async (route) => {
    const body = await (await route.fetch()).text();
    await route.fulfill({ contentType: 'image/svg+xml', body: body.slice(0, -200) });
  },
  empty: (route) => route.fulfill({ contentType: 'image/svg+xml', body: '' }),
  'no answer': async () => {},
};

test('if a preview cannot be drawn, the page says so, shows no other name, and draws again as soon as it can', async (t) => {
  const { app, page, logIn } = await start(t);
  await page.clock.install();
  await logIn('robin');
  await page.getByText('Preview a different name').click();
  const input = page.getByLabel('Name to preview');
  const status = page.getByRole('status', { name: 'Preview' });
  const face = page.locator('.badge-face');
  const count = page.locator('#try-count');
  const address = `${app.url}/badge-name.svg*`;
  const own = await input.inputValue();
  const type = async (name: string) => {
    await input.fill(name);
    await page.clock.fastForward(250);
  };
  const isDrawn = async (title: string) => {
    await face.filter({ has: page.locator('title', { hasText: title }) }).waitFor();
    assert.equal(await status.getAttribute('class'), 'visually-hidden');
  };
  const isNone = async (text: string, why: string) => {
    await status.filter({ hasText: text }).waitFor();
    assert.ok(await face.isHidden(), why);
    assert.equal(await count.textContent(), '', why);
    assert.ok(await page.locator('.badge-hints').isHidden(), why);
  };
  for (const [why, response] of Object.entries(noPreview)) {
    await type('Vixen 🦊 the Second');
    await isDrawn('Preview: Vixen 🦊 the Second');
    await page.route(address, response);
    const asked = page.waitForRequest(address);
    await type('Reynard');
    await asked;
    if (why === 'no answer') await page.clock.fastForward(8000);
    await isNone('No preview right now', why);
    await type(own);
    await isDrawn('Badge: Robin Redbreast');
    await page.unroute(address);
  }
  for (const long of ['x'.repeat(4000), 'ж'.repeat(667), '🦊'.repeat(400), ' '.repeat(9000)]) {
    await type(long);
    await isNone('too long', `${long.length} units`);
    assert.equal(await input.inputValue(), long, 'the input contains the whole name');
    await input.press('Enter');
    await type('Vix');
    await isDrawn('Preview: Vix');
  }
  assert.equal(page.url(), `${app.url}/badge-name?try=`, 'the form sends no name over the limit');
  await type('x'.repeat(3990));
  await isDrawn('Preview: xxx');
});

test('a name that was typed before the script loaded is drawn', async (t) => {
  const { app, page, logIn } = await start(t);
  await logIn('robin');
  let send = () => {};
  await page.route('**/badge-preview*.js', (route) => {
    send = () => route.continue();
  });
  await page.locator('main a[href*="try="]').click({ noWaitAfter: true });
  await page.getByLabel('Name to preview').fill('Vixen');
  send();
  await page.locator('.badge-name text', { hasText: 'Vixen' }).waitFor();
  assert.equal(page.url(), `${app.url}/badge-name?try=`);
});

test('selecting the whole page copies no split words: the lines of the badge are not copied, the name next to it is', async (t) => {
  const { app, page, logIn } = await start(t);
  await logIn('mallory');
  for (const name of [
    'Donaudampfschifffahrtsgesellschaftskapitän',
    '山田太郎'.repeat(9),
    'Jean-Luc '.repeat(4),
  ]) {
    const query = new URLSearchParams({ try: name });
    await page.goto(`${app.url}/badge-name`);
    await page.locator('main a[href*="try="]').click();
    await page.getByLabel('Name to preview').fill(name);
    await page.getByLabel('Name to preview').press('Enter');
    await page.waitForURL(`${app.url}/badge-name?${query}`);
    assert.ok((await page.locator('.badge-name text').count()) > 1, name);
    assert.deepEqual(await selectAll(page), [], name);
  }
  await page.goto(`${app.url}/desk`);
  assert.deepEqual(await selectAll(page), []);
});

function selectAll(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    getSelection().selectAllChildren(document.body);
    const copied = getSelection().toString().split('\\n');
    return [...document.querySelectorAll(':is(.badge-name, .desk-name) text')]
      .map(({ textContent }) => textContent.trim())
      .filter((line) => copied.includes(line));
  })()`);
}

test('without JavaScript the form previews a name, and a link returns to the real one', async (t) => {
  const { page, logIn } = await start(t, { javaScriptEnabled: false });
  await logIn('sam');
  await page.getByText('Registration details').click();
  assert.equal(await page.getByRole('button', { name: 'Copy' }).count(), 0);
  assert.equal(await page.locator('.by-script:visible').count(), 0);
  await page.getByText('Preview a different name').click();
  await page.getByLabel('Name to preview').fill('Vixen');
  await page.getByRole('button', { name: 'Preview' }).click();
  assert.equal(await page.locator('.badge-name text').textContent(), 'Vixen');
  assert.equal(
    await page.getByRole('link', { name: /^Change it on the Testcon registration site/ }).count(),
    1,
  );
  await page.getByRole('link', { name: 'Back to your badge' }).click();
  assert.equal(await page.locator('.badge-name text').textContent(), 'Sam');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (await askForPicture(page)).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'badge.svg');
});

test('the badge is saved as PNG in the font of the page', async (t) => {
  const { page, complaints, logIn } = await start(t);
  await logIn('robin');
  // The picture's site does not allow CORS, so the page cannot draw the picture on a canvas.
  await page.route('**/pictures/*', (route) =>
    route.request().headers().origin ? route.abort() : route.continue(),
  );
  const { name, size, base64 } = await savePicture(page);
  assert.deepEqual([name, size], ['badge.png', [1280, 880]]);
  // The name is 418 units wide only in the badge's own font.
  const { left, right, band } = await page.evaluate<Record<string, number | string>>(
    `(${inkOf})(${JSON.stringify(base64)})`,
  );
  assert.equal(band, '85,39,184', 'the band has the accent colour');
  const width = (Number(right) - Number(left)) * (640 / (1280 - 2 * 64));
  assert.ok(Math.abs(width - 418) < 12, `${width} units`);
  await page.unroute('**/pictures/*');
  assert.match(complaints.join(), /Failed to load/);
});

/**
 * Outcomes of a share sheet. With a second value, the page then saves the badge as a file with this
 * name.
 */
const sheets = [
  ['Promise.resolve()'],
  ["Promise.reject(new DOMException('closed', 'AbortError'))"],
  ["Promise.reject(new DOMException('too late', 'NotAllowedError'))", 'badge-upright.png'],
  ["Promise.reject(new DOMException('not this file', 'DataError'))", 'badge-upright.png'],
  ["(() => { throw new TypeError('no such thing'); })()", 'badge-upright.png'],
  ['new Promise(() => {})'],
] as const;

const withSheet = `
  navigator.canShare = ({ files }) => files.length === 1;
  navigator.share = ({ files: [file] }) => {
    onShare(file.name + ' ' + file.type);
    return outcome();
  };
`;

test('on a phone with a share sheet the badge can be shared or saved, and if the sheet does not open, a file is saved', async (t) => {
  const { page, complaints, logIn } = await start(t, { hasTouch: true });
  await page.addInitScript(withSheet);
  await logIn('robin');
  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  const share = await askForPicture(page, 'Share as portrait');
  for (const [outcome, file] of sheets) {
    await page.evaluate(`
      window.shared = new Promise((resolve) => { window.onShare = resolve; });
      window.outcome = () => ${outcome};
      undefined;
    `);
    const download = file && page.waitForEvent('download');
    await share.click();
    assert.equal(await page.evaluate('shared'), 'badge-upright.png image/png');
    await download;
    assert.deepEqual(saved.splice(0), file ? [file] : [], outcome);
  }
  assert.equal((await savePicture(page)).name, 'badge.png');
  assert.deepEqual(complaints, []);
});

test('in a chat app’s browser, which cannot share, the server’s file is saved', async (t) => {
  const { page, logIn } = await start(t, { hasTouch: true });
  await page.addInitScript('delete Navigator.prototype.canShare; delete Navigator.prototype.share');
  await logIn('robin');
  const save = await askForPicture(page);
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  assert.equal(new URL(download.url()).pathname, '/badge-name.svg');
});

test('with a mouse there is a file, even if the computer has a share sheet, or the browser has no list of fonts', async (t) => {
  const { page, logIn } = await start(t);
  await page.addInitScript(withSheet);
  await page.addInitScript("Object.defineProperty(document, 'fonts', { value: undefined })");
  await logIn('robin');
  for (const form of ['Save as landscape', 'Save as portrait']) await savePicture(page, form);
  const share = page.locator('a', { hasText: 'Share' });
  assert.equal(await share.count(), 2);
  assert.equal(await share.locator('visible=true').count(), 0);
});

test('the saved picture has the profile picture, and a portrait version has the strap and the height of a phone', async (t) => {
  const { page, complaints, logIn } = await start(t);
  await logIn('robin');
  const [fur, nose, accent] = ['255,205,133', '26,26,32', '85,39,184'];
  const [dark, white] = ['28,28,35', '255,255,255'];
  for (const [form, name, size, colors] of [
    [
      'Save as landscape',
      'badge.png',
      [1280, 880],
      { '136,449': fur, '273,525': nose, '700,100': accent, '640,285': white },
    ],
    [
      'Save as portrait',
      'badge-upright.png',
      [1080, 1920],
      {
        ...{ '120,967': fur, '234,1031': nose, '200,690': accent, '540,820': white },
        ...{ '540,60': dark, '275,420': accent },
      },
    ],
  ] as const) {
    const saved = await savePicture(page, form);
    assert.deepEqual([saved.name, saved.size], [name, size]);
    const places = Object.keys(colors).map((place) => place.split(',').map(Number));
    const seen = await page.evaluate<string[]>(
      `(${colorsOf})(${JSON.stringify([saved.base64, places])})`,
    );
    assert.deepEqual(seen, Object.values(colors), name);
  }
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  const headers = { 'Access-Control-Allow-Origin': '*' };
  await page.route('**/pictures/*', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body, headers }),
  );
  await page.reload();
  const { base64 } = await savePicture(page);
  const places = JSON.stringify([
    base64,
    [
      [200, 449],
      [240, 449],
      [273, 449],
      [300, 449],
    ],
  ]);
  const clear = await page.evaluate<string[]>(`(${colorsOf})(${places})`);
  assert.deepEqual(clear, Array(4).fill(white), 'a transparent picture covers the initials');
  assert.deepEqual(complaints, []);
});

test('where the browser cannot create a picture, the badge is saved as SVG, and a double click saves one file', async (t) => {
  const { page, logIn } = await start(t);
  await logIn('robin');
  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  const save = await askForPicture(page);
  await Promise.all([page.waitForEvent('download'), save.dblclick()]);
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))');
  assert.deepEqual(saved, ['badge.png']);
  await page.clock.install();
  for (const refusal of [
    'HTMLCanvasElement.prototype.toBlob = (done) => done(null)',
    "HTMLCanvasElement.prototype.toBlob = () => { throw new DOMException('', 'SecurityError'); }",
    'HTMLCanvasElement.prototype.toBlob = () => {}',
    'HTMLCanvasElement.prototype.getContext = () => null',
    "Image.prototype.decode = () => Promise.reject(new DOMException('', 'EncodingError'))",
    'Image.prototype.decode = () => new Promise(() => {})',
    'delete Image.prototype.decode',
  ]) {
    saved.length = 0;
    await page.evaluate(`${refusal}; undefined`);
    const download = page.waitForEvent('download');
    await save.click();
    for (let steps = 0; steps < 4 && saved.length === 0; steps += 1) {
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 0))').catch(() => {});
      await page.clock.fastForward(20_000);
    }
    await download;
    assert.deepEqual(saved, ['badge.svg'], refusal);
  }
});

test('a line that is wider in the device’s fonts is squeezed, on the page and in the saved picture', async (t) => {
  const { app, page, logIn } = await start(t);
  await logIn('layla');
  const line = () => page.locator('.badge-name text').first();
  assert.equal(await line().getAttribute('textLength'), null, 'the name fits without compression');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url().replace(app.url, '')));
  await page.evaluate("document.querySelector('.badge-card').style.letterSpacing = '99px'");
  await savePicture(page);
  assert.ok(asked.includes('/badge-name.svg?picture=&fixed='), asked.join());
  const picture = await page.context().request.get(`${app.url}/badge-name.svg?fixed`, {
    headers: fromOwnPage,
  });
  const body = await picture.text();
  assert.ok(!body.includes('data-room'), 'every line has a fixed width');
  await page.evaluate("document.querySelector('.badge-card').append('')");
  await page.locator('.badge-name text[textLength]').first().waitFor();
  const box = await page.evaluate<number>(
    "document.querySelector('.badge-name text').getBBox().width",
  );
  assert.ok(box <= 568.5, `${box} units`);
});

test('the page prints on one sheet of A6 or A4, with its URL and time, and without the name on the ID, birth date or age', async (t) => {
  const { app, page, logIn } = await start(t, { colorScheme: 'dark' });
  for (const as of ['robin', 'mallory']) {
    await logIn(as);
    for (const format of ['A6', 'A4']) {
      const pdf = (await page.pdf({ format, preferCSSPageSize: false })).toString('latin1');
      assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1, `${as} ${format}`);
    }
    await page.emulateMedia({ media: 'print' });
    const paper = await page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    assert.equal(paper, 'rgb(255, 255, 255)', 'the paper is white even with a dark screen');
    const printed = await page.locator('body').innerText();
    assert.match(printed, new RegExp(`${app.url}/badge-name`));
    if (as === 'robin')
      assert.match(
        printed,
        /Robin\s+Redbreast.*July 2\s–\s5.*Sponsor.*Paid.*Checked \d\d:\d\d \(\p{L}+ \d+\)/su,
      );
    assert.doesNotMatch(
      printed,
      /Roberta|Banks|1990|Age on|today|tomorrow|day \d of|Log out$|Save|Change|Preview|Confirm|Bring|Copy|Payment/m,
    );
    await page.emulateMedia({ media: null });
  }
});
