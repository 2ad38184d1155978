// Where lines may end: between words, beside emoji and East Asian letters, and inside a word only
// if that is allowed.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  balanceLines,
  breakIntoLines,
  wordsOf,
} from '../../../src/pages/badge-name/line-breaks.ts';

const breaks = (text: string, em: number, mayBreakWords = false) =>
  breakIntoLines(wordsOf(text), { em, mayBreakWords });

test('lines end between words, beside emoji and East Asian letters, and nowhere else', () => {
  assert.deepEqual(breaks('Ada Lovelace', 6), ['Ada', 'Lovelace']);
  assert.deepEqual(breaks('山田太郎', 2.2), ['山田', '太郎']);
  assert.deepEqual(breaks('Fox🦊🦊', 3.6), ['Fox🦊', '🦊']);
  assert.deepEqual(breaks('👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 1.5), ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦']);
  assert.equal(breaks('Lovelace', 3), undefined);
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
