// Where lines may end: between words, beside emoji and East Asian letters, and inside a word only
// if that is allowed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { balanceLines, breakIntoLines, wordsOf } from '../../src/badge/line-breaks.ts';

const breaks = (text: string, em: number, mayBreakWords = false) =>
  breakIntoLines(wordsOf(text), { em, mayBreakWords });

test('lines end between words, beside emoji and East Asian letters, and nowhere else', () => {
  assert.deepEqual(breaks('Ada Lovelace', 6), ['Ada', 'Lovelace']);
  assert.deepEqual(breaks('山田太郎', 2.2), ['山田', '太郎']);
  assert.deepEqual(breaks('Fox🦊🦊', 3.6), ['Fox🦊', '🦊']);
  assert.deepEqual(breaks('👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 1.5), ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦']);
  assert.equal(breaks('Lovelace', 3), undefined);
});

test('no line begins with what ends a phrase, and none ends with what begins one', () => {
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

test('lines end where Unicode lets them, in its cases with brackets, marks of the end and of repetition', () => {
  const cases = readFileSync('test/badge/line-break-cases.txt', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('×'));
  assert.ok(cases.length > 1000);
  for (const line of cases) {
    const expected = line
      .split('÷')
      .map((part) => part.match(/[0-9A-F]{4,}/g) ?? [])
      .filter(({ length }) => length > 0)
      .map((codes) => String.fromCodePoint(...codes.map((code) => Number.parseInt(code, 16))));
    assert.deepEqual(
      wordsOf(expected.join('')).map(({ text }) => text),
      expected,
      line,
    );
  }
});

test('a word that is too wide is broken between letters where that is allowed, and begins a line', () => {
  assert.deepEqual(breaks('Al WWWWWW', 3.1, true), ['Al', 'WWW', 'WWW']);
  assert.deepEqual(breaks('Wẅ̈̈Wẅ', 2, true), ['Wẅ̈̈', 'Wẅ']);
});

test('lines are of similar width: as few as before, the longest as short as possible', () => {
  const words = wordsOf('The Fox of the North');
  assert.deepEqual(breaks('The Fox of the North', 9), ['The Fox of the', 'North']);
  assert.deepEqual(balanceLines(words, { em: 9, mayBreakWords: false, count: 2 }), [
    'The Fox of',
    'the North',
  ]);
});
