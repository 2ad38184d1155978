// Rows: the content of a record as text of limited length, with a message where a value is missing.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createRows } from '../../src/web/rows.ts';
import { words } from '../support/english.ts';

const { ours, theirs, yesOrNo, names, listed, rows, answers } = createRows(words);
const blanks = [undefined, null, '', '  ', '\u200b', ' \u2060\ufeff ', '\u202e', '\u0007'];
const tenThousand = Array.from({ length: 10_000 }, (_, index) => `Answer ${index}`);

test('text of the record is kept as it is, marked as not ours, and text in which nothing can be seen is not provided', () => {
  assert.deepEqual(theirs('Area', ' <b>Main</b> {hall} '), {
    label: 'Area',
    lines: ['<b>Main</b> {hall}'],
    kind: 'theirs',
  });
  for (const blank of blanks) assert.deepEqual(theirs('Area', blank), ours('Area', 'Not provided'));
});

test('lines that are ready are shown as they are, and no line at all is not provided', () => {
  const lines = [' 1 Street', 'W'.repeat(600)];
  assert.deepEqual(theirs('Address', lines), { label: 'Address', lines, kind: 'theirs' });
  assert.deepEqual(theirs('Address', []), ours('Address', 'Not provided'));
});

test('yes and no are said in words, and what is missing is not taken for a no', () => {
  const shownRows = [true, false, null, undefined].map((value) => yesOrNo('Newsletter', value));
  assert.deepEqual(
    shownRows.map(({ lines }) => lines),
    [['Yes'], ['No'], ['Not available right now'], ['Not available right now']],
  );
  assert.ok(shownRows.every(({ kind }) => kind === 'ours'));
});

test('a list leaves out the names in which nothing can be seen, and says so when none is left', () => {
  assert.deepEqual(names('Roles', [...blanks, 'Staff', ' NDA '], 'None'), {
    label: 'Roles',
    lines: ['Staff', 'NDA'],
    kind: 'their list',
  });
  assert.deepEqual(names('Roles', blanks, 'None'), ours('Roles', 'None'));
});

test('an answer of each type is shown: a choice, a number (also nought), several choices, and a type that nobody knows', () => {
  const shown = answers([
    { name: 'Size', value: 'M' },
    { name: 'Visits', value: 0 },
    { name: 'Meals', value: ['Dinner', '', 'Brunch'] },
    { name: 'Agreed', value: false },
    { name: '\u200b', value: 'whatever' },
  ]);
  assert.deepEqual(shown, [
    { label: 'Size', lines: ['M'], kind: 'theirs' },
    { label: 'Visits', lines: ['0'], kind: 'theirs' },
    { label: 'Meals', lines: ['Dinner', 'Brunch'], kind: 'their list' },
    { label: 'Agreed', lines: ['false'], kind: 'theirs' },
    { label: 'A question without a name', lines: ['whatever'], kind: 'theirs' },
  ]);
});

test('an empty answer is "Not answered", one that could not be read is not available', () => {
  for (const value of [...blanks.slice(1), [], ['', '\u200b'], {}, { text: null }]) {
    assert.deepEqual(
      answers([{ name: 'Size', value }]),
      [ours('Size', 'Not answered')],
      JSON.stringify(value),
    );
  }
  for (const answer of [{ name: 'Size' }, { name: 'Size', value: undefined }]) {
    assert.deepEqual(answers([answer]), [ours('Size', 'Not available right now')]);
  }
});

test('no list at all, of answers or of anything, is no row', () => {
  for (const nothing of [undefined, null, []]) {
    assert.deepEqual(answers(nothing), []);
    assert.deepEqual(
      rows(nothing, () => ours('', '')),
      [],
    );
  }
});

test('of 10,000 answers, choices, names or rows 100 are shown, and how many more there are', () => {
  const left = 'and 9,900 more';
  const many = answers(tenThousand.map((name) => ({ name, value: name })));
  assert.deepEqual([many.length, many.at(0)?.label, many.at(-1)?.lines], [101, 'Answer 0', [left]]);
  for (const lines of [
    answers([{ name: 'Meals', value: tenThousand }])[0]?.lines,
    names('Roles', tenThousand, 'None').lines,
    listed(tenThousand),
    rows(tenThousand, (text) => ours('', text)).map((row) => row.lines[0]),
  ]) {
    assert.equal(lines?.length, 101);
    assert.equal(lines?.at(-1), left);
  }
  assert.equal(listed(tenThousand.slice(0, 100)).length, 100);
  assert.equal(listed(tenThousand.slice(0, 101)).at(-1), 'and 1 more');
});

test('every text is cut at 500 graphemes: a value, a question, an answer, a name', () => {
  const [long, cut] = ['é'.repeat(600), `${'é'.repeat(500)}…`];
  assert.deepEqual(theirs('', long).lines, [cut]);
  assert.deepEqual(names('', [long], '').lines, [cut]);
  assert.deepEqual(answers([{ name: long, value: [long] }]), [
    { label: cut, lines: [cut], kind: 'their list' },
  ]);
});

test('an answer with an inside of its own (an address) shows the values in it', () => {
  const [row] = answers([
    { name: 'Address', value: { line1: '12 Harbour Lane', geo: { floor: 3 }, extra: null } },
  ]);
  assert.deepEqual(row, { label: 'Address', lines: ['12 Harbour Lane', '3'], kind: 'their list' });
});
