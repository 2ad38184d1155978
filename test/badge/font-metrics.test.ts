import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { ascentAndDescent, isInFont, measure } from '../../src/badge/font-metrics.ts';
import { fontLicence, measureBadgeFont, servedFont } from './badge-font.ts';

const shipped = (file: string) => readFileSync(new URL(`../../public/${file}`, import.meta.url));

test('font, licence and measurements match the published package (if not: npm run badge-font)', () => {
  assert.ok(shipped('noto-sans-bold.woff2').equals(readFileSync(servedFont)));
  assert.ok(shipped('noto-sans-LICENSE.txt').equals(readFileSync(fontLicence)));
  assert.equal(shipped('noto-sans-bold.json').toString(), measureBadgeFont());
});

test('the font is small, and its licence is the Open Font License', () => {
  assert.ok(shipped('noto-sans-bold.woff2').length < 14_000);
  assert.ok(shipped('noto-sans-bold.json').length < 4000);
  assert.match(shipped('noto-sans-LICENSE.txt').toString(), /SIL OPEN FONT LICENSE Version 1\.1/i);
});

test('a width is the sum of its letters, marks and joiners have none, and other scripts are estimated', () => {
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

test('letters of measured scripts have the width of their position: joined, stacked or alone', () => {
  const em = (text: string) => measure(text).em;
  assert.ok(em('ببب') < 0.7 * 3 * em('ب'), 'joined letters are narrower');
  assert.ok(em('ب\u200Cب') > em('بب'), 'a zero-width non-joiner prevents joining');
  assert.equal(em('กี้'), em('ก'), 'marks above add nothing');
  assert.ok(measure('သန်း').isGuess);
  assert.deepEqual([em('ﾒｱﾘ'), measure('ﾒｱﾘ').isGuess], [3 * 0.52, true]);
  assert.ok(Math.abs(em('メアリー・スー') - 7 * 1.02) < 1e-9);
});

test('stacked letters are taller and deeper than others', () => {
  const usual = ascentAndDescent('Robin');
  assert.deepEqual(ascentAndDescent('山田'), usual);
  const tibetan = ascentAndDescent('ཧཱུྃ');
  assert.ok(tibetan.ascent > usual.ascent && tibetan.descent > 0.9);
});

test('it knows which characters the font has', () => {
  for (const one of 'aZ09é Łğжώ€–’') assert.ok(isInFont(one), one);
  for (const one of '★山ل🦊𝓕') assert.ok(!isInFont(one), one);
});
