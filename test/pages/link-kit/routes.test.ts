import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'cheerio';
import jsqr from 'jsqr';
import request from 'supertest';
import { everyPage } from '../../../src/app.ts';
import { optionalPages } from '../../../src/settings/settings.ts';
import { createAppAlone } from '../../support/app/create-app-alone.ts';
import { htmlProblems } from '../../support/app/html-problems.ts';

const site = 'http://127.0.0.1:3000';
const settings = {
  CONVENTION_NAME: 'Fox & "Friends"',
  CONVENTION_SITE_URL: 'https://foxcon.example',
  RETURN_ORIGINS: 'https://foxcon.example',
};
const { app } = createAppAlone({ settings });
const textOf = async (path: string, on = app) => (await request(on).get(path)).text;
const pictureOf = async (path: string) => {
  const { status, type, body } = await request(app).get(path);
  assert.deepEqual([status, type], [200, 'image/svg+xml'], path);
  return load(body.toString(), { xml: true });
};

test('for each language there is a button to copy and its pictures, which say the same', async () => {
  const $ = load(await textOf('/link-kit'));
  const links = $('.to-copy')
    .toArray()
    .map((sample) => load($(sample).text())('a.lanyard-button'))
    .filter(({ length }) => length > 0);
  const texts = links.map((link) => [link.attr('lang'), link.text(), link.attr('href')]);
  assert.deepEqual(texts.slice(0, 2), [
    ['en', 'Your Fox & "Friends" badge', `${site}/badge-name`],
    ['de', 'Dein Badge für Fox & "Friends"', `${site}/badge-name`],
  ]);
  const pictures = $('.button-pictures img').toArray();
  assert.equal(pictures.length, links.length * 2, 'one light and one dark picture for each link');
  for (const [index, picture] of pictures.entries()) {
    const text = texts[Math.floor(index / 2)]?.[1];
    const drawn = await pictureOf($(picture).attr('src') ?? '');
    assert.deepEqual([$(picture).attr('alt'), drawn('text').text()], [text, text]);
    assert.equal(drawn('svg').attr('height'), '44');
  }
  assert.deepEqual(await htmlProblems(await textOf('/link-kit')), []);
});

test('it lists the URLs of the pages that this site has', async () => {
  const addresses = async (on = app) => {
    const $ = load(await textOf('/link-kit', on));
    return $('.rows code')
      .toArray()
      .map((code) => $(code).text());
  };
  const pages = everyPage.filter(({ needs }) => !needs);
  const inFront = pages.filter(({ navLabel }) => navLabel);
  const inMenu = pages.filter(({ menuLabel }) => menuLabel);
  assert.ok(inFront.length > 2 && inMenu.length > 0);
  const shown = [...inFront, ...inMenu];
  assert.deepEqual(
    await addresses(),
    shown.map(({ path }) => site + path),
  );
  const { app: small } = createAppAlone({ settings: { PAGES: 'link-kit' } });
  const always = shown.filter(({ name }) => !(optionalPages as readonly string[]).includes(name));
  assert.deepEqual(
    await addresses(small),
    always.map(({ path }) => site + path),
  );
  assert.doesNotMatch(
    await textOf('/link-kit', small),
    /badge-name/,
    'the button does not link to a missing page',
  );
});

test('a QR code reader finds the URL of this site, however long it is', async () => {
  for (const host of ['reg.foxcon.example', `${'attendees.'.repeat(20)}foxcon.example`]) {
    const { app } = createAppAlone({
      settings: { PUBLIC_URL: `https://${host}`, TRUST_PROXY: '1' },
    });
    const { body } = await request(app).get('/link-kit/qr.svg').set({ host });
    const { pixels, size } = drawSquares(load(body.toString(), { xml: true }), { squareSize: 4 });
    assert.equal(jsqr.default(pixels, size, size)?.data, `https://${host}/`);
  }
});

test('around the QR code four squares are light', async () => {
  const { pixels, size } = drawSquares(await pictureOf('/link-kit/qr.svg'), { squareSize: 1 });
  const isDark = (x: number, y: number) => pixels[4 * (y * size + x)] === 0;
  const all = Array.from({ length: size ** 2 }, (_, at) => [at % size, Math.floor(at / size)]);
  const dark = all.filter(([x = 0, y = 0]) => isDark(x, y)).flat();
  assert.deepEqual([Math.min(...dark), Math.max(...dark)], [4, size - 5]);
});

test('it shows the way back, and the result for the other page only if that gets one', async () => {
  const wayBack = `${site}/login?return_to=https%3A%2F%2Ffoxcon.example%2Fthanks`;
  assert.equal(
    load(await textOf('/link-kit'))('.to-copy')
      .last()
      .text(),
    wayBack,
  );
  assert.doesNotMatch(await textOf('/link-kit'), /result=ok/);
  const { app: telling } = createAppAlone({ settings: { ...settings, RETURN_RESULT: 'on' } });
  assert.match(await textOf('/link-kit', telling), /result=ok or result=denied/);
});

function drawSquares($: ReturnType<typeof load>, { squareSize }: { squareSize: number }) {
  const [, , width] = ($('svg').attr('viewBox') ?? '').split(' ').map(Number);
  const size = (width ?? 0) * squareSize;
  const pixels = new Uint8ClampedArray(4 * size ** 2).fill(255);
  for (const [, x, y] of ($('path').attr('d') ?? '').matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < squareSize; row += 1) {
      const start = (Number(y) * squareSize + row) * size + Number(x) * squareSize;
      for (let at = start; at < start + squareSize; at += 1) pixels.fill(0, 4 * at, 4 * at + 3);
    }
  return { pixels, size };
}
