import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { composed } from '../../src/badge/text-layout.ts';
import { scriptFonts, styleOfFonts } from '../badge/script-fonts.ts';
import { fakerNames, namesByScript } from '../badge/world-names.ts';
import { calls, type ScriptedApp, startScriptedApp } from '../support/app/scripted-app.ts';
import { fromOwnPage } from '../support/app/visitor.ts';
import { openBrowser } from '../support/browser/chromium.ts';
import { isProof } from '../support/machine/rounds.ts';
import { validResponses } from '../support/platform/valid-responses.ts';

interface Drawn {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** Left and right limits of the name on a card without a picture, in card units. */
const [placeStart, placeEnd] = [36, 604];
const namesAtOnce = 100;

const draw = `(pictures) => pictures.map((picture) => {
  document.body.innerHTML = picture;
  const lines = [...document.querySelectorAll('.badge-name text')];
  const boxes = lines.map((line) => line.getBBox());
  return {
    text: lines.map((line) => line.textContent).join(' '),
    left: Math.min(...boxes.map(({ x }) => x)),
    right: Math.max(...boxes.map(({ x, width }) => x + width)),
  };
})`;

async function pageWithFonts(t: TestContext): Promise<Page> {
  const { context } = await openBrowser(t, { width: 700 });
  const page = await context.newPage();
  const own = readFileSync('public/noto-sans-bold.woff2').toString('base64');
  const families = ['Badge Sans', ...scriptFonts.map(({ script }) => script)];
  await page.setContent(
    `<style>${styleOfFonts()}
    @font-face{font-family:"Badge Sans";font-weight:700;src:url(data:font/woff2;base64,${own})}
    .badge-card{font-family:${families.map((family) => `"${family}"`).join()},sans-serif}</style>`,
  );
  await page.evaluate('Promise.all([...document.fonts].map((font) => font.load()))');
  return page;
}

async function pictureOf(app: ScriptedApp, name: string): Promise<string> {
  const query = new URLSearchParams({ try: name });
  const { attendee, url } = app;
  const headers = { ...fromOwnPage, referer: `${url}/badge-name` };
  const response = await attendee.request(`${url}/badge-name.svg?${query}`, { headers });
  return response.text();
}

async function checkNames(t: TestContext, names: readonly string[]): Promise<void> {
  const app = await startScriptedApp(t, {});
  const page = await pageWithFonts(t);
  for (let start = 0; start < names.length; start += namesAtOnce) {
    const some = names.slice(start, start + namesAtOnce);
    const pictures: string[] = [];
    for (const name of some) pictures.push(await pictureOf(app, name));
    const drawn = await page.evaluate<Drawn[]>(`(${draw})(${JSON.stringify(pictures)})`);
    for (const [index, { text, left, right }] of drawn.entries()) {
      const name = some[index] ?? '';
      assert.equal(
        lettersOnly(text),
        lettersOnly(composed(name)),
        'the card shows every code point of the name',
      );
      assert.ok(left >= placeStart && right <= placeEnd, `${name}: from ${left} to ${right}`);
    }
  }
}

/**
 * A line may wrap at a space, or between letters if the name does not contain a space. So only the
 * letters are compared.
 */
function lettersOnly(text: string): string {
  return text.replace(/[\s\p{Cc}]/gu, '');
}

test('text that was typed on several lines is shown on several lines', async (t) => {
  const options = [{ name: 'Allergies', type: 'text', value: 'nuts\nmilk\nbees' }];
  const registration = { ...validResponses[calls.registration], options };
  const app = await startScriptedApp(t, { ...validResponses, [calls.registration]: registration });
  const { context } = await openBrowser(t);
  const page = await context.newPage();
  await page.goto(`${app.url}/badge-name`);
  await page.getByText('Registration details').click();
  const response = page.locator('.row', { hasText: 'Allergies' }).locator('bdi');
  assert.equal(await response.innerText(), 'nuts\nmilk\nbees');
});

test('names in thirty scripts are drawn completely, and within their box', async (t) => {
  const names = Object.values(namesByScript).flat();
  t.diagnostic(`${names.length} names in ${Object.keys(namesByScript).length} scripts`);
  await checkNames(t, names);
});

const namesOfFaker = fakerNames();
const namesPerTest = isProof ? 2000 : 200;
const step = isProof ? 1 : Math.floor(namesOfFaker.length / namesPerTest);
const chosen = namesOfFaker.filter((_, index) => index % step === 0);
for (let start = 0; start < chosen.length; start += namesPerTest) {
  const some = chosen.slice(start, start + namesPerTest);
  test(`names from ${start} on from all faker locales are drawn completely, and within their box`, async (t) => {
    t.diagnostic(`${some.length} of ${namesOfFaker.length} names of faker`);
    await checkNames(t, some);
  });
}
