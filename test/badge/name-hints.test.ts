import assert from 'node:assert/strict';
import test from 'node:test';
import { badgeNameHints, countGraphemes } from '../../src/badge/name-hints.ts';
import { words } from '../support/app/english.ts';
import { cpuMilliseconds } from '../support/machine/cpu-time.ts';

const hints = (name: string) => badgeNameHints(name, words);
const long = 'Names over 20 characters may be cut off or printed very small.';
const emoji = 'Some badge printers can’t print emoji.';
const direction =
  'Right-to-left names sometimes print in the wrong order. Ask the convention to check yours.';
const script = (name: string) => `Ask the convention whether it can print ${name} characters.`;

test('an ordinary name in European letters gets no hint', () => {
  const names = [
    'Robin',
    'Łukasz Żółw',
    'Ğülşen',
    "D'Arcy-Fox 2027!",
    'Ωμέγα',
    'Жанна',
    'Nguyễn Văn',
    'Fox™',
    '9',
    'O’Neil & Søn',
  ];
  for (const name of [...names, 'W'.repeat(20)]) assert.deepEqual(hints(name), [], name);
});

for (const [name, ...expected] of [
  ['W'.repeat(21), long],
  ['Kit 👨‍👩‍👧‍👦 🏳️‍🌈', emoji],
  ['1️⃣', emoji],
  ['❤️', emoji],
  ['\u{1facf}', emoji],
  ['ー・、', 'Ask the convention whether it can print these letters.'],
  ['ကျော် ၁၂', 'Ask the convention whether it can print these letters.'],
  ['メアリー・スー', script('Japanese')],
  ['𐴀𐴁', 'Ask the convention whether it can print these letters.', direction],
  ['❤', 'Our preview font can’t show: ❤'],
  ['★ Fox ☾ ★', 'Our preview font can’t show: ★ ☾'],
  ['𝓕𝓸𝔁', 'Our preview font can’t show: 𝓕 𝓸 𝔁'],
  ['ليلى', script('Arabic'), direction],
  ['שרה', script('Hebrew'), direction],
  ['山田太郎', script('Han')],
  ['やまだ太郎', script('Japanese')],
  ['김', script('Korean')],
  ['ᚠᚢ', 'Ask the convention whether it can print these letters.'],
  [`Z${'\u0335\u0321'.repeat(12)}oe`, 'Stacked accents may not print.'],
  ['Ro\u200Bbin', 'The name contains invisible characters. We left them out of the preview.'],
  ['\u202Egnirts', 'The name contains invisible characters. We left them out of the preview.'],
  [' Robin', 'The name begins or ends with a space.'],
  ['Robin\u00A0', 'The name begins or ends with a space.'],
  ['Pаul', 'One word mixes lookalike letters from different alphabets.'],
] as const) {
  test(`it hints at ${JSON.stringify(name)}`, () => assert.deepEqual(hints(name), expected));
}

test('adjacent words in two alphabets are not a mix', () =>
  assert.deepEqual(hints('Paul Павел'), []));

test('the limit counts the characters that a reader sees', () => {
  assert.equal(hints('👨‍👩‍👧‍👦'.repeat(20)).includes(long), false);
  assert.deepEqual(hints('x'.repeat(21)), [long]);
  assert.deepEqual(hints(` ${'x'.repeat(20)} `), ['The name begins or ends with a space.']);
  assert.deepEqual(
    ['', 'abc', '👨‍👩‍👧‍👦🏳️‍🌈', 'e\u0301', 'x'.repeat(5000)].map(countGraphemes),
    [0, 3, 2, 1, 501],
  );
});

test('at most five missing characters are named, and any name gets its hints quickly', () => {
  assert.deepEqual(hints('★☆☾☀☂☃☄'), ['Our preview font can’t show: ★ ☆ ☾ ☀ ☂']);
  const cost = cpuMilliseconds(() => {
    for (const piece of ['a', '\u0301', '👨‍👩‍👧‍👦', 'ل', 'a\uD800', '\u200B'])
      assert.ok(hints(piece.repeat(5000)).length > 0);
  });
  assert.ok(cost < 2000, `${cost} ms`);
});
