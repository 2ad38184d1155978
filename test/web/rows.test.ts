import assert from 'node:assert/strict';
import test from 'node:test';
import { createRows } from '../../src/web/rows.ts';
import { words } from '../support/app/english.ts';

const { textRow, recordRow, yesNoRow, listRow, rowsFor, answerRows } = createRows(words);
const blanks = [undefined, null, ''];
const invisible = ['  ', '\u200b', ' \u2060\ufeff ', '\u202e', '\u0007'];

test('a text from the record is unchanged, marked as not ours, and an empty one is not provided', () => {
  assert.deepEqual(recordRow('Area', '<b>Main</b> {hall}'), {
    label: 'Area',
    lines: ['<b>Main</b> {hall}'],
    kind: 'record',
  });
  for (const blank of blanks)
    assert.deepEqual(recordRow('Area', blank), textRow('Area', 'Not provided'));
});

test('formatted lines are shown unchanged, and an empty list is "not provided"', () => {
  const lines = [' 1 Street', 'W'.repeat(600)];
  assert.deepEqual(recordRow('Address', lines), {
    label: 'Address',
    lines,
    kind: 'record',
  });
  assert.deepEqual(recordRow('Address', []), textRow('Address', 'Not provided'));
});

test('yes and no are words, and a missing value is not taken for a no', () => {
  const shownRows = [true, false, null, undefined].map((value) => yesNoRow('Newsletter', value));
  assert.deepEqual(
    shownRows.map(({ lines }) => lines),
    [['Yes'], ['No'], ['Not available right now'], ['Not available right now']],
  );
  assert.ok(shownRows.every(({ kind }) => kind === 'text'));
});

test('a list leaves out empty names, and says so when none is left', () => {
  assert.deepEqual(listRow('Roles', [...blanks, 'Staff', 'NDA'], 'None'), {
    label: 'Roles',
    lines: ['Staff', 'NDA'],
    kind: 'record list',
  });
  assert.deepEqual(listRow('Roles', blanks, 'None'), textRow('Roles', 'None'));
});

test('an answer of each type is shown: a choice, a number (even zero), several choices, and an unknown type', () => {
  const shown = answerRows([
    { name: 'Size', value: 'M' },
    { name: 'Visits', value: 0 },
    { name: 'Meals', value: ['Dinner', '', 'Brunch'] },
    { name: 'Agreed', value: false },
    { name: '', value: 'whatever' },
  ]);
  assert.deepEqual(shown, [
    { label: '\u2068Size\u2069', lines: ['M'], kind: 'record' },
    { label: '\u2068Visits\u2069', lines: ['0'], kind: 'record' },
    { label: '\u2068Meals\u2069', lines: ['Dinner', 'Brunch'], kind: 'record list' },
    { label: '\u2068Agreed\u2069', lines: ['false'], kind: 'record' },
    { label: 'Untitled question', lines: ['whatever'], kind: 'record' },
  ]);
});

test('an empty answer is "Not answered", an unreadable one is not available', () => {
  for (const value of [null, '', ...invisible, [], ['', '\u200b'], {}, { text: null }]) {
    assert.deepEqual(
      answerRows([{ name: 'Size', value }]),
      [textRow('\u2068Size\u2069', 'Not answered')],
      JSON.stringify(value),
    );
  }
  for (const response of [{ name: 'Size' }, { name: 'Size', value: undefined }]) {
    assert.deepEqual(answerRows([response]), [
      textRow('\u2068Size\u2069', 'Not available right now'),
    ]);
  }
});

test('a missing list, of answers or of anything, is no row', () => {
  for (const nothing of [undefined, null, []]) {
    assert.deepEqual(answerRows(nothing), []);
    assert.deepEqual(
      rowsFor(nothing, () => textRow('', '')),
      [],
    );
  }
});

test('an answer of any kind is limited and trimmed here, because the client does not know its texts', () => {
  const [row] = answerRows([{ name: 'Size', value: [' M ', 'é'.repeat(1100)] }]);
  assert.deepEqual(row?.lines, ['M', `${'é'.repeat(1000)}…`]);
});
