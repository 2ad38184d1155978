// The days of the convention: in its own time zone, and written as its readers write dates.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  dayAfter,
  daysOf,
  daysUntil,
  formatDays,
  formatDaysUntil,
} from '../../../src/web/words/event-days.ts';

const startAt = '2027-07-02T23:00:00.000Z';

test('the days are those of the place where the convention is', () => {
  const endAt = '2027-07-05T01:00:00.000Z';
  for (const [timeZone, first, last] of [
    ['UTC', '2027-07-02', '2027-07-05'],
    ['Europe/Berlin', '2027-07-03', '2027-07-05'],
    ['America/Los_Angeles', '2027-07-02', '2027-07-04'],
  ] as const) {
    assert.deepEqual(daysOf({ startAt, endAt }, timeZone), { first, last });
  }
});

test('an end at midnight belongs to the day before, and without an end that makes sense there is one day', () => {
  const lastDay = (endAt: string | undefined) => daysOf({ startAt, endAt }, 'UTC')?.last;
  assert.equal(lastDay('2027-07-05T00:00:00.000Z'), '2027-07-04');
  for (const endAt of [undefined, 'soon', '', startAt, '2026-01-01T00:00:00Z'])
    assert.equal(lastDay(endAt), '2027-07-02');
});

test('what is no moment is no day', () => {
  for (const wrong of ['', 'soon', '2027-13-01T00:00:00Z'])
    assert.equal(daysOf({ startAt: wrong, endAt: startAt }, 'UTC'), undefined);
  assert.equal(daysOf(undefined, 'UTC'), undefined);
});

test('days are written as the language writes them, and in the calendar of the convention', () => {
  const days = { first: '2027-07-02', last: '2027-07-05' };
  const written = (locale: string, given = days) => formatDays(given, locale);
  assert.equal(written('en-GB'), '2\u2009–\u20095 July 2027');
  assert.equal(written('de'), '2.–5. Juli 2027');
  assert.equal(
    written('en-GB', { first: '2027-06-30', last: '2027-07-01' }),
    '30 June\u2009–\u20091 July 2027',
  );
  assert.equal(written('en-GB', { first: '2027-07-02', last: '2027-07-02' }), '2 July 2027');
  assert.match(written('th'), /2027/);
  const overNewYear = { first: '2026-12-30', last: '2027-01-02' };
  assert.equal(written('en-GB', overNewYear), '30 December 2026\u2009–\u20092 January 2027');
  assert.equal(written('nl', overNewYear), '30 december 2026\u2009–\u20092 januari 2027');
  assert.equal(formatDays(overNewYear, 'en-GB', 'medium'), '30 Dec 2026\u2009–\u20092 Jan 2027');
});

test('the time until then is counted in days, also over a change of the clocks and the end of a month', () => {
  assert.equal(daysUntil('2027-04-01', '2027-03-25'), 7);
  assert.equal(daysUntil('2027-07-02', '2027-07-04'), -2);
  assert.deepEqual([formatDaysUntil(7, 'en'), formatDaysUntil(1, 'de')], ['in 7 days', 'morgen']);
  assert.equal(dayAfter('2028-02-28'), '2028-02-29');
  assert.equal(dayAfter('2027-12-31'), '2028-01-01');
});
