import assert from 'node:assert/strict';
import test from 'node:test';
import { balanceLines, breakIntoLines, wordsOf } from '../../src/badge/line-breaks.ts';

const breaks = (text: string, em: number, mayBreakWords = false) =>
  breakIntoLines(wordsOf(text), { em, mayBreakWords });

test('lines end between words, and next to emoji and East Asian letters, and nowhere else', () => {
  assert.deepEqual(breaks('Ada Lovelace', 6), ['Ada', 'Lovelace']);
  assert.deepEqual(breaks('山田太郎', 2.2), ['山田', '太郎']);
  assert.deepEqual(breaks('Fox🦊🦊', 3.6), ['Fox🦊', '🦊']);
  assert.deepEqual(breaks('👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 1.5), ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦']);
  assert.equal(breaks('Lovelace', 3), undefined);
});

test('no line starts with a character that ends a phrase, and none ends with one that starts a phrase', () => {
  assert.deepEqual(breaks('佐々木、田中、鈴木、高橋', 4.3), ['佐々木、', '田中、鈴', '木、高橋']);
  assert.deepEqual(breaks('「花子」メアリー・スー', 3.2), [
    '「花',
    '子」メ',
    'ア',
    'リー・',
    'スー',
  ]);
  assert.deepEqual(breaks('Anne-Marie', 5), ['Anne-', 'Marie']);
  assert.deepEqual(breaks('བསྟན་འཛིན་', 2.6), ['བསྟན་', 'འཛིན་']);
});

/**
 * Cases from LineBreakTest-15.0.0.txt in the Unicode Character Database. ÷ marks each place where a
 * line may end. A grapheme breaks like its first character. © 2022 Unicode®, Inc. For terms of use,
 * see https://www.unicode.org/terms_of_use.html
 */
const unicodeCases = [
  '#\u0308}',
  '가\u0308}',
  '#\u0308!',
  '가\u0308!',
  '#\u0308៖',
  '가\u0308៖',
  '#\u0308(',
  '가\u0308÷(',
  '#\u0308÷〈',
  '가\u0308÷〈',
  '#\u0308)',
  '가\u0308)',
  '..÷ま÷す。÷XML÷の..',
  '1\u0308b(a)-÷(b)',
  'ˈsIləb{ə}÷l',
  'code(s)!',
  'code\\÷(s\\)',
  '(cod(e)…)s',
  '{cod{e}…}÷s',
  '(con-)lang',
  '{con}-÷lang',
  'ambigu(\u0308)÷(e\u0308)',
  'operator[]÷(0);',
  '本÷「(を)」÷読÷む',
  '本÷[(を)]÷読÷む',
  '(ニュー・)÷ヨー÷ク',
  '{ニュー}・÷ヨー÷ク',
  '(http://)xn--÷a',
  '{0,1}+{2,3}÷⊕{−4,5}÷⊖{6,7}',
  'う\u3000÷え\u3000÷お」',
  'ピュー÷タ÷で÷使÷用÷す÷る',
  'ター÷キー÷を÷押',
  '(ᡐᡆᡑᡆ÷᠆)ᠪᠢᠴᠢᠭ\u180c',
];

test('lines end where Unicode allows it, in its cases with brackets, closing marks and repetition marks', () => {
  for (const marked of unicodeCases) {
    const expected = marked.split('÷');
    assert.deepEqual(
      wordsOf(expected.join('')).map(({ text }) => text),
      expected,
      marked,
    );
  }
});

test('a word that is too wide is broken between letters where that is allowed, and begins on a new line', () => {
  assert.deepEqual(breaks('Al WWWWWW', 3.1, true), ['Al', 'WWW', 'WWW']);
  assert.deepEqual(breaks('Wẅ̈̈Wẅ', 2, true), ['Wẅ̈̈', 'Wẅ']);
});

test('lines have similar widths: as few as before, with the longest as short as possible', () => {
  const words = wordsOf('The Fox of the North');
  assert.deepEqual(breaks('The Fox of the North', 9), ['The Fox of the', 'North']);
  assert.deepEqual(balanceLines(words, { em: 9, mayBreakWords: false, count: 2 }), [
    'The Fox of',
    'the North',
  ]);
});
