// How a name is cleaned and laid out: never wider than the card, never too small to read.
import assert from 'node:assert/strict';
import test from 'node:test';
import { drawable, hasHidden, setLine, setName } from '../../../src/pages/badge-name/badge-text.ts';
import { cpuMilliseconds } from '../../support/cpu-time.ts';

const stacked = `Z${'\u0335\u0321\u0353'.repeat(12)}a${'\u0300\u0301\u0308'.repeat(12)}lgo`;
const family = '👨‍👩‍👧‍👦';
const textsOf = ({ lines }: ReturnType<typeof setName>) => lines.map(({ text }) => text);

for (const [name, size, lines] of [
  ['Bo', 96, ['Bo']],
  ['Robin Redbreast', 67, ['Robin Redbreast']],
  ['Robin Redbreast the Third of Oxford', 58, ['Robin Redbreast', 'the Third of Oxford']],
  ['Bartholomäus Featherstonehaugh', 56, ['Bartholomäus', 'Featherstonehaugh']],
  ['W'.repeat(40), 30, ['W'.repeat(40)]],
  ['i'.repeat(40), 46, ['i'.repeat(40)]],
  [`Kit ${family} 🏳️‍🌈`, 96, [`Kit ${family} 🏳️‍🌈`]],
  ['山田太郎', 96, ['山田太郎']],
  ['ليلى الثعلب 2027', 55, ['ليلى الثعلب 2027']],
  [drawable(stacked), 96, [drawable(stacked)]],
  [
    '<script>alert(1)</script><b onmouseover="alert(2)">x</b>',
    36,
    ['<script>alert(1)</script><b', 'onmouseover="alert(2)">x</b>'],
  ],
] as const) {
  test(`it sets ${name.length > 40 ? `${name.slice(0, 40)}…` : name} on ${lines.length} line(s), ${size} units high`, () => {
    const set = setName(name);
    assert.deepEqual([set.size, textsOf(set)], [size, lines]);
  });
}

test('whatever the name is, no line is given more than the width of its place, and none is smaller than 30', () => {
  const names = [
    'W',
    'W'.repeat(80),
    'Ж'.repeat(30),
    '﷽'.repeat(3),
    '𒐫'.repeat(9),
    '⸻'.repeat(20),
    `${family} `.repeat(30),
    '山'.repeat(80),
  ];
  for (const name of [
    ...names,
    'க'.repeat(80),
    '-',
    '★',
    stacked.repeat(10),
    'a '.repeat(2500),
    '0'.repeat(5000),
  ]) {
    const { size, lines } = setName(drawable(name));
    assert.ok(size >= 30 && size <= 96, `${size}`);
    assert.ok(lines.length <= 2);
    for (const { width, baseline } of lines) {
      assert.ok(width === undefined || width <= 576, `${name.slice(0, 10)} ${width}`);
      assert.ok(baseline > 150 && baseline < 320, 'between the band and the fold');
    }
  }
});

test('letters of the table get their very width in any font; where letters join, the browser alone knows it, unless it is too much', () => {
  const width = (text: string) => setLine({ text, size: 100, box: 576, baseline: 0 }).width;
  assert.deepEqual(['n', 'no', 'né', 'e\u0301'].map(width), [65, 127, 125, 60]);
  assert.equal(width('W'.repeat(40)), 576);
  assert.ok((width('Łukasz Ħŋŧ ƛ') ?? 0) > 0);
  assert.equal(width('ليلى'), undefined);
  assert.equal(width('ل'.repeat(40)), 576);
  assert.equal(width(family), 135, 'also where the browser draws four people');
});

test('a name whose first letter is of a script from right to left runs that way', () => {
  for (const name of ['ليلى', 'שרה', '2027 ليلى', '🦊 שרה Fox'])
    assert.equal(setName(name).direction, 'rtl', name);
  for (const name of ['Robin', 'Fox ليلى', '2027', '🦊', '山田'])
    assert.equal(setName(name).direction, 'ltr', name);
});

test('drawable: one line, nothing hidden, and still what the person is called', () => {
  for (const [name, expected] of [
    ['  Robin \n\t Red  ', 'Robin Red'],
    ['\u202Egnirts', 'gnirts'],
    ['Ro\u200Bbin\uFEFF\u2066\u00AD', 'Robin'],
    ['a\u0000b\u0007c\uFFFEd', 'a b c d'],
    ['\uD83E', '\uFFFD'],
    ['x\uDD8Ay', 'x\uFFFDy'],
    [family, family],
    ['می‌خواهم', 'می‌خواهم'],
    ['e\u0301', 'é'],
    ['Tiếng Việt', 'Tiếng Việt'],
    ['ก็ได้', 'ก็ได้'],
    ['<b>&amp;', '<b>&amp;'],
    ['W'.repeat(90), `${'W'.repeat(80)}…`],
    [' \u200B ', ''],
    ['', ''],
  ] as const) {
    assert.equal(drawable(name), expected, JSON.stringify(name));
  }
  assert.equal(
    drawable(stacked).match(/\p{M}/gu)?.length,
    6,
    'three marks on each of the two letters',
  );
});

test('a name of a megabyte is cleaned in no time', () => {
  const cost = cpuMilliseconds(() => {
    for (const piece of ['a', ' ', '\u0301', family, 'a\u0301\u0302\u0303\u0304', '\u200B'])
      drawable(piece.repeat(1e6 / piece.length));
  });
  assert.ok(cost < 2000, `${cost} ms`);
});

test('hidden characters are found each time one looks', () => {
  for (let round = 0; round < 3; round += 1) {
    assert.ok(hasHidden('a\u200Bb'));
    assert.ok(!hasHidden(`${family} می‌خواهم`));
  }
});
