import assert from 'node:assert/strict';
import test from 'node:test';
import { deskHours } from '../../src/settings/values.ts';

const spansOf = (text: string) =>
  deskHours.parse(text).map(({ opens, closes }) => `${opens} ${closes}`);
const problemsOf = (text: string) =>
  deskHours.safeParse(text).error?.issues.map(({ message }) => message);

test('a day has one span or several, and the days are sorted', () => {
  assert.deepEqual(spansOf('2027-07-03 9:00-13:00, 14:00–18:30;2027-07-02  10:00 - 20:00 ;'), [
    '2027-07-02T10:00 2027-07-02T20:00',
    '2027-07-03T09:00 2027-07-03T13:00',
    '2027-07-03T14:00 2027-07-03T18:30',
  ]);
});

test('an end that is not after its start is on the day after, and 24:00 is the end of the day', () => {
  assert.deepEqual(spansOf('2027-02-28 18:00-02:00'), ['2027-02-28T18:00 2027-03-01T02:00']);
  assert.deepEqual(spansOf('2027-12-31 18:00-00:00'), ['2027-12-31T18:00 2028-01-01T00:00']);
  assert.deepEqual(spansOf('2027-12-31 18:00-24:00'), ['2027-12-31T18:00 2028-01-01T00:00']);
  assert.deepEqual(spansOf('2027-07-02 10:00-10:00'), ['2027-07-02T10:00 2027-07-03T10:00']);
});

test('spans may follow each other without a pause, and must not overlap, even past midnight', () => {
  assert.equal(spansOf('2027-07-02 18:00-24:00; 2027-07-03 00:00-02:00').length, 2);
  for (const overlap of [
    '2027-07-02 10:00-14:00, 13:59-18:00',
    '2027-07-02 10:00-12:00, 10:00-12:00',
    '2027-07-02 18:00-02:00; 2027-07-03 01:00-03:00',
    '2027-07-02 10:00-20:00; 2027-07-02 12:00-13:00',
  ])
    assert.deepEqual(problemsOf(overlap), ['must not have overlapping spans'], overlap);
});

test('an invalid day or hour gets one line that shows the format', () => {
  for (const wrong of [
    'Fri to Sun, 10:00 to 18:00',
    'Fri 10:00-18:00',
    '2027-07-02',
    '2027-07-02 ',
    '2027-02-29 10:00-18:00',
    '2027-07-02 10-18',
    '2027-07-02 10:00',
    '2027-07-02 10:00-18:60',
    '2027-07-02 24:00-02:00',
    '2027-07-02 10:00-24:01',
    '2027-07-02 25:00-26:00',
    '2027-07-02 10:00-18:00,',
    '2027-07-02 10:00-18:00 2027-07-03 10:00-18:00',
    '2027-07-02/2027-07-05 10:00-18:00',
    ';',
  ])
    assert.deepEqual(
      problemsOf(wrong),
      ['must be days with their hours: 2027-07-02 10:00-20:00; 2027-07-03 9:00-13:00, 14:00-02:00'],
      wrong,
    );
});
