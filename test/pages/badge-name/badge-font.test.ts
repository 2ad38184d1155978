// The badge font as shipped: the published file, its licence, and its metrics.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { isInFont, measure } from '../../../src/pages/badge-name/badge-font.ts';
import { fontLicence, measureBadgeFont, servedFont } from '../../support/badge-font.ts';

const shipped = (file: string) => readFileSync(new URL(`../../../public/${file}`, import.meta.url));

test('font, licence and measures are those of the published package (if not: npm run badge-font)', () => {
  assert.ok(shipped('noto-sans-bold.woff2').equals(readFileSync(servedFont)));
  assert.ok(shipped('noto-sans-LICENSE.txt').equals(readFileSync(fontLicence)));
  assert.equal(shipped('noto-sans-bold.json').toString(), measureBadgeFont());
});

test('the font is small, and its licence is the Open Font License', () => {
  assert.ok(shipped('noto-sans-bold.woff2').length < 14_000);
  assert.ok(shipped('noto-sans-bold.json').length < 4000);
  assert.match(shipped('noto-sans-LICENSE.txt').toString(), /SIL OPEN FONT LICENSE Version 1\.1/i);
});

test('a width is the sum of its letters, marks and joiners have none, and other scripts are a guess', () => {
  assert.deepEqual(measure(''), { em: 0, isGuess: false });
  assert.equal(measure('WW').em, 2 * measure('W').em);
  assert.equal(measure('é').em, measure('e').em);
  assert.equal(measure('Z\u0335\u0321').em, measure('Z').em);
  assert.deepEqual(
    ['ж', 'Ω', '山', '👨‍👩‍👧‍👦', '★', '\uFFFD'].map((text) => measure(text).isGuess),
    Array(6).fill(false),
  );
  assert.deepEqual(
    ['ل', 'ש', 'ก', 'ᚠ', 'க'].map((text) => measure(text).isGuess),
    Array(5).fill(true),
  );
});

test('it knows which characters the font has', () => {
  for (const one of 'aZ09é Łğжώ€–’') assert.ok(isInFont(one), one);
  for (const one of '★山ل🦊𝓕') assert.ok(!isInFont(one), one);
});
