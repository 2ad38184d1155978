// Which names get which hints, and which get none.
import assert from 'node:assert/strict';
import test from 'node:test';
import { badgeNameHints, countGraphemes } from '../../../src/pages/badge-name/badge-hints.ts';
import { cpuMilliseconds } from '../../support/cpu-time.ts';
import { words } from '../../support/english.ts';

const hints = (name: string, softLimit = 20) => badgeNameHints(name, { softLimit, words });
const long = 'Names of more than 20 characters are often cut off or printed small.';
const emoji = 'Some badge printers cannot print emoji.';
const direction = 'It is written from right to left: not every badge printer keeps that order.';
const script = (name: string) => `Ask the convention whether ${name} characters can be printed.`;

test('an ordinary name in letters of Europe gets no hint', () => {
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
  ['❤', 'The font of this badge does not have: ❤'],
  ['★ Fox ☾ ★', 'The font of this badge does not have: ★ ☾'],
  ['𝓕𝓸𝔁', 'The font of this badge does not have: 𝓕 𝓸 𝔁'],
  ['ليلى', script('Arabic'), direction],
  ['שרה', script('Hebrew'), direction],
  ['山田太郎', script('Han')],
  ['やまだ太郎', script('Japanese')],
  ['김', script('Korean')],
  ['ᚠᚢ', 'Ask the convention whether these letters can be printed.'],
  [`Z${'\u0335\u0321'.repeat(12)}oe`, 'Marks stacked on one letter may be simplified.'],
  ['Ro\u200Bbin', 'It has hidden characters. This preview leaves them out.'],
  ['\u202Egnirts', 'It has hidden characters. This preview leaves them out.'],
  [' Robin', 'It begins or ends with a space.'],
  ['Robin\u00A0', 'It begins or ends with a space.'],
  ['Pаul', 'One word mixes Latin letters with Greek or Cyrillic ones that look alike.'],
] as const) {
  test(`it hints at ${JSON.stringify(name)}`, () => assert.deepEqual(hints(name), expected));
}

test('words of two alphabets beside each other are no mix', () =>
  assert.deepEqual(hints('Paul Павел'), []));

test('the limit is a setting, and counts what a reader sees as one character', () => {
  assert.equal(hints('👨‍👩‍👧‍👦'.repeat(20)).includes(long), false);
  assert.deepEqual(hints('Robin', 4), [long.replace('20', '4')]);
  assert.deepEqual(hints(' abcd ', 4), ['It begins or ends with a space.']);
  assert.deepEqual(
    ['', 'abc', '👨‍👩‍👧‍👦🏳️‍🌈', 'e\u0301', 'x'.repeat(5000)].map(countGraphemes),
    [0, 3, 2, 1, 501],
  );
});

test('of many missing characters five are named, and a name of any kind gets hints in no time', () => {
  assert.deepEqual(hints('★☆☾☀☂☃☄'), ['The font of this badge does not have: ★ ☆ ☾ ☀ ☂']);
  const cost = cpuMilliseconds(() => {
    for (const piece of ['a', '\u0301', '👨‍👩‍👧‍👦', 'ل', 'a\uD800', '\u200B'])
      assert.ok(hints(piece.repeat(5000)).length > 0);
  });
  assert.ok(cost < 2000, `${cost} ms`);
});
