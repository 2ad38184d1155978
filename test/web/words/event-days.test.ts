// The days of the convention: in its own time zone, and written as its readers write dates.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  dayAfter,
  dayAt,
  daysOf,
  daysUntil,
  formatDays,
  formatDaysUntil,
} from '../../../src/web/words/event-days.ts';
import { rounds } from '../../support/rounds.ts';
import { setTimeZone } from '../../support/time-zone.ts';

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

const fiveZones = [
  'UTC',
  'America/Los_Angeles',
  'Asia/Tokyo',
  'Pacific/Kiritimati',
  'Africa/Cairo',
];

for (const zoneOfProcess of fiveZones) {
  test(`a date without a time is that day, the end included, and a time without a zone is that of the convention, on a server in ${zoneOfProcess}`, (t) => {
    setTimeZone(t, zoneOfProcess);
    for (const timeZone of fiveZones) {
      for (const [startAt, endAt, first, last] of [
        ['2027-07-02', '2027-07-05', '2027-07-02', '2027-07-05'],
        ['2027-07-02T22:30:00', '2027-07-05T00:00:00', '2027-07-02', '2027-07-04'],
        ['2027-07-02T00:00', '2027-07-05T00:30:00.5', '2027-07-02', '2027-07-05'],
        // A day that begins at one o'clock, because the clocks change.
        ['2027-04-30', '2027-04-30', '2027-04-30', '2027-04-30'],
        ['2028-02-29', '2028-02-28', '2028-02-29', '2028-02-29'],
        ['2027-12-31', undefined, '2027-12-31', '2027-12-31'],
      ] as const)
        assert.deepEqual(daysOf({ startAt, endAt }, timeZone), { first, last }, timeZone);
    }
    assert.deepEqual(
      daysOf({ startAt: '2027-07-02T20:00:00-07:00', endAt: '2027-07-03T08:00:00+0530' }, 'UTC'),
      { first: '2027-07-03', last: '2027-07-03' },
    );
  });
}

test('what is no date of ISO 8601 is no day, also where this process could guess', () => {
  for (const wrong of [
    'July 2, 2027',
    '2/7/2027',
    '2027-02-31',
    '2027-7-2',
    '20270702',
    '1814486400000',
  ])
    assert.equal(daysOf({ startAt: wrong, endAt: undefined }, 'UTC'), undefined, wrong);
});

test('in every time zone each hour of a year falls on the day that clocks show there, one day after another', (t) => {
  const zones = Intl.supportedValuesOf('timeZone');
  const count = rounds(t, { short: 12, full: zones.length, of: 'time zones over a year' });
  const step = Math.floor(zones.length / count);
  const start = Date.parse('2027-01-01T00:00:00Z');
  for (const zone of zones.filter((_, index) => index % step === 0)) {
    let before = dayAt(start, zone);
    for (let hour = 1; hour < 8760; hour += 1) {
      const moment = start + hour * 3_600_000;
      const today = dayAt(moment, zone);
      assert.ok([0, 1].includes(daysUntil(today, before)), `${zone} ${today} after ${before}`);
      before = today;
      if (hour % 97 > 0) continue;
      const days = daysOf({ startAt: new Date(moment).toISOString(), endAt: undefined }, zone);
      assert.deepEqual([days?.first, days && daysUntil(days.first, today)], [today, 0], zone);
    }
    assert.ok([364, 365].includes(daysUntil(before, dayAt(start, zone))), zone);
  }
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
