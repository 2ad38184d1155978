import assert from 'node:assert/strict';
import test from 'node:test';
import {
  drawable,
  hasHidden,
  hasStacks,
  isRightToLeft,
  placeText,
  setLine,
  setText,
  widthOf,
} from '../../src/badge/text-layout.ts';
import { cpuMilliseconds } from '../support/machine/cpu-time.ts';

const stacked = `Z${'\u0335\u0321\u0353'.repeat(12)}a${'\u0300\u0301\u0308'.repeat(12)}lgo`;
const family = '👨‍👩‍👧‍👦';
const box = {
  width: 568,
  height: 190,
  middle: 211,
  largest: 104,
  smallest: 28,
  mostLines: (size: number) => (size < 46 ? 4 : 3),
};
const linesOf = ({ lines }: ReturnType<typeof setText>) => lines.map(({ text }) => text);

for (const [name, size, lines] of [
  ['Bo', 104, ['Bo']],
  ['Jo Ann', 104, ['Jo Ann']],
  ['Robin Redbreast', 82, ['Robin', 'Redbreast']],
  ['Robin Redbreast the Third of Oxford', 57, ['Robin Redbreast', 'the Third of Oxford']],
  ['Bartholomäus Featherstonehaugh', 55, ['Bartholomäus', 'Featherstonehaugh']],
  ['W'.repeat(40), 40, ['W'.repeat(14), 'W'.repeat(14), 'W'.repeat(12)]],
  ['i'.repeat(40), 45, ['i'.repeat(40)]],
  [`Kit ${family} 🏳️‍🌈`, 104, [`Kit ${family} 🏳️‍🌈`]],
  ['山田太郎', 104, ['山田太郎']],
  ['🦊'.repeat(40), 40, Array(4).fill('🦊'.repeat(10))],
  ['ليلى الثعلب 2027', 66, ['ليلى الثعلب 2027']],
] as const) {
  test(`it sets ${name.length > 40 ? `${name.slice(0, 40)}…` : name} on ${lines.length} line(s), ${size} units high`, () => {
    const set = setText(name, box);
    assert.deepEqual([set.size, linesOf(set)], [size, lines]);
  });
}

test('fewer lines win over a slightly larger size, and a word is broken only if nothing else fits', () => {
  const name = 'Ember the Extremely Long Fox';
  assert.deepEqual(linesOf(setText(name, box)), ['Ember the', 'Extremely Long Fox']);
  const narrow = { ...box, width: 380 };
  assert.deepEqual(linesOf(setText('i'.repeat(40), narrow)), ['i'.repeat(40)]);
  assert.deepEqual(linesOf(setText('W'.repeat(40), narrow)), Array(4).fill('W'.repeat(10)));
});

test('a name that does not fit even on four lines is cut, with an ellipsis', () => {
  const { size, lines } = setText('W'.repeat(80), { ...box, width: 380 });
  assert.equal(size, 28);
  assert.deepEqual(
    lines.map(({ text }) => text.length),
    [13, 13, 13, 14],
  );
  assert.match(lines[3]?.text ?? '', /^W{13}…$/);
  const oneLine = { ...box, mostLines: () => 1, smallest: 25 };
  assert.match(linesOf(setText('W'.repeat(60), oneLine)).join('|'), /^W{22}…$/);
});

test('for any name, no line is wider than its box, and none is too small', () => {
  const names = [
    'W',
    'W'.repeat(80),
    'Ж'.repeat(30),
    '﷽'.repeat(3),
    '𒐫'.repeat(9),
    '⸻'.repeat(20),
    `${family} `.repeat(30),
    '山'.repeat(80),
    'க'.repeat(80),
    '-',
    '★',
    stacked.repeat(10),
    'a '.repeat(2500),
    '0'.repeat(5000),
  ];
  for (const width of [568, 380]) {
    for (const name of names) {
      const { size, lines } = setText(drawable(name), { ...box, width });
      assert.ok(size >= 28 && size <= 104, `${size}`);
      assert.ok(lines.length <= 4);
      for (const line of lines) {
        assert.ok(line.most <= width, `${name.slice(0, 10)} ${line.most}`);
        assert.ok(line.baseline > 130 && line.baseline < 310, 'the baseline is in the middle band');
      }
    }
  }
});

test('a text can be placed on either side or in the middle, and its width is that of its longest line', () => {
  const placed = placeText('Super Sponsor', { ...box, from: 'end' });
  assert.deepEqual([placed.x, placed.anchor], [604, 'end']);
  assert.equal(widthOf(placed), Math.max(...placed.lines.map(({ width }) => width ?? 0)));
  assert.equal(
    widthOf(placeText('ل'.repeat(80), { ...box, mostLines: () => 1, from: 'start' })),
    568,
  );
});

test('letters in the table keep their exact width in any font; the browser decides where letters join, unless the text is too wide', () => {
  const width = (text: string) => setLine({ text, size: 100, box: 576, baseline: 0 }).width;
  assert.deepEqual(['n', 'no', 'né', 'e\u0301'].map(width), [65, 127, 125, 60]);
  assert.equal(width('W'.repeat(40)), 576);
  assert.ok((width('Łukasz Ħŋŧ ƛ') ?? 0) > 0);
  assert.equal(width('ليلى'), undefined);
  assert.equal(width('ل'.repeat(40)), 576);
  assert.equal(
    width(family),
    135,
    'the width suffices even if a browser draws four separate people',
  );
});

test('a name whose first letter is from a right-to-left script runs in that direction', () => {
  assert.equal(setText('ليلى', box).direction, 'rtl');
  for (const name of ['ليلى', 'שרה', '2027 ليلى', '🦊 שרה Fox'])
    assert.ok(isRightToLeft(name), name);
  for (const name of ['Robin', 'Fox ليلى', '2027', '🦊', '山田'])
    assert.ok(!isRightToLeft(name), name);
});

test('drawable: one line, nothing hidden, and still the person’s name', () => {
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
    'each of the two letters has at most three marks',
  );
});

const marked = [
  'ကျော်',
  'ကြွေးမြို့',
  'ဩင်္ဂျွှေို့',
  'ཧྐྵྨླྺྼྻྂ',
  'བསྒྲུབས་',
  'ស្ត្រី្ត្រៃុំ',
  'നിർമ്മലക്ഷ്ട്ര്യ്ക്കൊ',
  'ᬓ᭄ᬱ᭄ᬫᬶᬂ',
  'קִרְיַ\u05bcה\u05b7\u05c2\u0591',
  'مُحَمَّدٰٓ',
  'ပုၢ်ကညီၤ',
  'ᠮᠣᠩᠭᠣᠯ\u180eᠠ\u180b',
  'ក\u200bខ',
];
test('a mark that a script uses is never dropped, and no hint says that it may not print', () => {
  for (const name of marked) {
    assert.equal(drawable(name), name, JSON.stringify(name));
    assert.deepEqual([hasStacks(name), hasHidden(name)], [false, false], name);
  }
});

test('marks that no orthography uses are reduced to a few, in any script', () => {
  for (const [name, left] of [
    [`ก${'็'.repeat(20)}`, 3],
    [`ส${'่้'.repeat(15)}`, 5],
    [`Z${'\u0335'.repeat(20)}`, 4],
    [`क${'ॕ\u0301'.repeat(9)}`, 6],
  ] as const) {
    assert.equal([...drawable(name)].length, left, JSON.stringify(name));
    assert.ok(hasStacks(name));
  }
});

test('characters that Unicode would replace are drawn as typed, and only marks are composed', () => {
  for (const typed of ['神', '塚本\u{fa10}', '\u{2f80a}', '\u212a\u212b\u2126', 'क़', '\ufb2a', 'ά'])
    assert.equal(drawable(typed), typed, JSON.stringify(typed));
  for (const typed of ['e\u0301', 'e\u0323\u0302', '한', 'か\u3099', '\u1025\u102e'])
    assert.equal(drawable(typed), typed.normalize('NFC'), JSON.stringify(typed));
  assert.equal(
    drawable('\ufa19e\u0301'),
    '\ufa19é',
    'the first character is unchanged, and the mark is composed',
  );
});

test('a megabyte-long name is cleaned quickly', () => {
  const cost = cpuMilliseconds(() => {
    for (const piece of ['a', ' ', '\u0301', family, 'a\u0301\u0302\u0303\u0304', '\u200B'])
      drawable(piece.repeat(1e6 / piece.length));
  });
  assert.ok(cost < 2000, `${cost} ms`);
});

test('every call finds hidden characters', () => {
  for (let round = 0; round < 3; round += 1) {
    assert.ok(hasHidden('a\u200Bb'));
    assert.ok(!hasHidden(`${family} می‌خواهم`));
  }
});
