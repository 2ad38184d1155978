import assert from 'node:assert/strict';
import test from 'node:test';
import { startVisit } from '../states/visit.ts';
import { startApp } from '../support/app/start-app.ts';
import { openBrowser } from '../support/browser/chromium.ts';
import { isProof } from '../support/machine/rounds.ts';

interface PictureState {
  isLoaded: boolean;
  places: { x: number; y: number; width: number; height: number }[];
}

const pictureState = `({
  isLoaded: document.querySelector('.picture canvas') !== null,
  places: ['.picture', '.picture :is(img, canvas):not([hidden])', 'main .initials', '.person-name', '#contact'].map((selector) =>
    document.querySelector(selector).getBoundingClientRect().toJSON()),
})`;

test('P53 the picture is shown without console messages, and a broken one is replaced by the initials', async (t) => {
  const app = await startApp(t);
  const { context, complaints, hosts } = await openBrowser(t);
  const page = await context.newPage();
  const pictureRequest = page.waitForRequest(`${app.sandbox.url}/pictures/1001.svg`);
  await startVisit(app, page).logIn('robin', { path: '/profile' });

  const whole = await page.evaluate<PictureState>(pictureState);
  assert.ok(whole.isLoaded);
  for (const { width, height } of whole.places.slice(0, 3))
    assert.deepEqual([width, height], [88, 88]);
  const headers = await (await pictureRequest).allHeaders();
  assert.equal(headers['sec-fetch-dest'], 'image');
  assert.equal(headers.referer, undefined);
  assert.equal(headers.cookie, undefined);
  assert.deepEqual(complaints, []);
  assert.deepEqual(
    [...hosts].sort(),
    [new URL(app.sandbox.url).host, new URL(app.url).host].sort(),
  );

  await context.route('**/pictures/*', (route) => route.abort());
  await page.reload();
  assert.deepEqual(await page.evaluate(pictureState), { ...whole, isLoaded: false });
  const broken = await page.locator('.picture').screenshot();
  await page.evaluate(`document.querySelector('.picture img').remove()`);
  const initials = await page.locator('.picture').screenshot();
  assert.ok(broken.equals(initials), 'a broken picture shows only the initials');

  await page.goto(`${app.url}/badge-name`);
  const card = page.locator('.badge-face');
  const withoutPicture = await card.screenshot();
  await page.evaluate(`document.querySelector('.badge-face img').remove()`);
  assert.ok((await card.screenshot()).equals(withoutPicture));
  await context.unroute('**/pictures/*');
  await page.reload();
  assert.ok(!(await card.screenshot()).equals(withoutPicture), 'the picture is shown');
});

const animations: Record<string, { contentType: string; body: Buffer }> = {
  GIF: {
    contentType: 'image/gif',
    body: Buffer.concat([
      Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\xff\0\0\0\0\xff', 'latin1'),
      Buffer.from('!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0', 'latin1'),
      ...[0x44, 0x4c].map((pixel) =>
        Buffer.from([
          ...[0x21, 0xf9, 4, 0, 10, 0, 0, 0],
          ...[0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, pixel, 1, 0],
        ]),
      ),
      Buffer.from(';'),
    ]),
  },
  SVG: {
    contentType: 'image/svg+xml',
    body: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="red"><animate attributeName="fill" values="red;blue" dur=".2s" calcMode="discrete" repeatCount="indefinite"/></rect></svg>',
    ),
  },
};

const clear: typeof animations = {
  PNG: {
    contentType: 'image/png',
    body: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=',
      'base64',
    ),
  },
  SVG: {
    contentType: 'image/svg+xml',
    body: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="30"><path d="M0 0h1v1z"/></svg>',
    ),
  },
};

test('an animated picture stands still, and no initials show through its transparent parts', async (t) => {
  const app = await startApp(t, { settings: { SERVICE_SCOPES: 'registration:read' } });
  const { context } = await openBrowser(t, { reducedMotion: 'no-preference' });
  const page = await context.newPage();
  const { logIn } = startVisit(app, page);
  await logIn('robin');
  const pictures = [...Object.entries(animations), ...Object.entries(clear)];
  const paths = ['/badge-name', '/profile'];
  for (const [index, [kind, picture]] of pictures.entries()) {
    const headers = { 'Access-Control-Allow-Origin': '*' };
    await context.route('**/pictures/*', (route) => route.fulfill({ ...picture, headers }));
    // `npm test` opens one of the two pages for each picture.
    for (const path of isProof ? paths : paths.slice(index % 2, (index % 2) + 1)) {
      await page.goto(app.url + path);
      await page.evaluate('Promise.all(document.getAnimations().map((one) => one.finished))');
      const drawn = page.locator(':is(.badge-face, .picture) canvas');
      const { x, y, width, height } = (await drawn.boundingBox()) ?? assert.fail(path);
      const clip = { x: x + width / 4, y: y + height / 4, width: width / 2, height: height / 2 };
      const first = await page.screenshot({ clip });
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 250))');
      assert.ok((await page.screenshot({ clip })).equals(first), `${kind} ${path}`);
      if (!Object.values(clear).includes(picture)) continue;
      await page.evaluate("document.querySelector('main canvas').style.background = '#fff'");
      assert.ok(
        (await page.screenshot({ clip })).equals(first),
        `${kind} ${path}: the background is unchanged`,
      );
    }
    await context.unroute('**/pictures/*');
  }
});
