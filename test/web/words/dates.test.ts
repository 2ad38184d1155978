import assert from 'node:assert/strict';
import test from 'node:test';
import {
  birthDate,
  dateOf,
  formatLocal,
  formatRange,
  localTime,
  momentOf,
  timeOfDay,
} from '../../../src/web/words/dates.ts';
import { seededRandom } from '../../support/machine/seeded-random.ts';
import { setTimeZone } from '../../support/machine/time-zone.ts';

test('a birth date is the date in the record', () => {
  assert.equal(birthDate('1990-03-01T00:00:00.000Z', 'en'), 'March 1, 1990');
  assert.equal(birthDate('1990-03-01T23:59:59-12:00', 'en'), 'March 1, 1990');
  assert.equal(birthDate('2000-02-29', 'en'), 'February 29, 2000');
  assert.equal(birthDate('1990-03-01', 'en-GB'), '1 March 1990');
});

test('P74 every day from year 1 to 9999 is written with its own day, month and year', () => {
  const months =
    'January February March April May June July August September October November December'.split(
      ' ',
    );
  const random = seededRandom(69);
  const pad = (number: number, length: number) => String(number).padStart(length, '0');
  for (let round = 0; round < 500; round += 1) {
    const [year, month, day] = [9999, 12, 28].map((most) => 1 + Math.floor(random() * most)) as [
      number,
      number,
      number,
    ];
    const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
    assert.equal(birthDate(date, 'en'), `${months[month - 1]} ${day}, ${year}`, date);
  }
});

test('a birth date stays in the Gregorian calendar in every language', () => {
  assert.match(birthDate('1990-03-01', 'th') ?? '', /1990/);
  assert.match(birthDate('1990-03-01', 'fa-u-nu-latn') ?? '', /1990/);
});

test('a time that clocks skip is the moment of the skip, and one that they repeat is the first', () => {
  for (const [local, zone, moment] of [
    ['2027-03-28T02:30', 'Europe/Berlin', '2027-03-28T01:00Z'],
    ['2027-03-28T02:00', 'Europe/Berlin', '2027-03-28T01:00Z'],
    ['2027-03-28T02:59', 'Europe/Berlin', '2027-03-28T01:00Z'],
    ['2027-03-28T01:59', 'Europe/Berlin', '2027-03-28T00:59Z'],
    ['2027-03-28T03:00', 'Europe/Berlin', '2027-03-28T01:00Z'],
    ['2027-03-28T01:15', 'Europe/London', '2027-03-28T01:00Z'],
    ['2027-03-14T02:15', 'America/New_York', '2027-03-14T07:00Z'],
    ['2027-10-03T02:15', 'Australia/Lord_Howe', '2027-10-02T15:30Z'],
    ['2027-04-04T00:30', 'America/Asuncion', '2027-04-04T03:30Z'],
    // Because the clocks change at midnight, this day starts at one o'clock.
    ['2027-09-05T00:30', 'America/Santiago', '2027-09-05T04:00Z'],
    ['2027-10-31T02:00', 'Europe/Berlin', '2027-10-31T00:00Z'],
    ['2027-10-31T02:30', 'Europe/Berlin', '2027-10-31T00:30Z'],
    ['2027-10-31T03:00', 'Europe/Berlin', '2027-10-31T02:00Z'],
    ['2027-11-07T01:30', 'America/New_York', '2027-11-07T05:30Z'],
    ['2027-04-04T01:45', 'Australia/Lord_Howe', '2027-04-03T14:45Z'],
    ['9999-12-31', 'Europe/Berlin', '9999-12-30T23:00Z'],
    ['9999-12-31T23:59:59', 'Asia/Tokyo', '9999-12-31T14:59:59Z'],
    ['9999-12-31T23:59:59', 'Pacific/Honolulu', '+010000-01-01T09:59:59Z'],
    ['0001-01-01T00:00:00', 'UTC', '0001-01-01T00:00Z'],
  ] as const)
    assert.equal(localTime(local, zone)?.moment, Date.parse(moment), `${local} ${zone}`);
});

test('an invalid date is not made into one', () => {
  const others = [
    '',
    'yesterday',
    '1990',
    '1990-3-1',
    '01.03.1990',
    ' 1990-03-01',
    '-1990-03-01',
    '+001990-03-01',
  ];
  for (const text of [
    undefined,
    null,
    ...others,
    '1990-02-30',
    '1990-13-01',
    '1990-00-10',
    '2001-02-29',
    '0000-00-00',
    '0000-01-01',
  ]) {
    assert.equal(birthDate(text, 'en'), undefined, String(text));
  }
});

test('a time is shown as its date in the convention’s time zone, and in ISO 8601 for machines', () => {
  const justBeforeMidnight = '2026-03-02T23:30:00.000Z';
  const dateIn = (timeZone: string, locale = 'en') =>
    dateOf(justBeforeMidnight, { locale, timeZone });
  assert.deepEqual(dateIn('UTC'), { text: 'March 2, 2026', iso: justBeforeMidnight });
  assert.deepEqual(dateIn('Europe/Berlin'), { text: 'March 3, 2026', iso: justBeforeMidnight });
  assert.equal(dateIn('America/Los_Angeles', 'en-GB')?.text, '2 March 2026');
  assert.match(dateIn('UTC', 'th')?.text ?? '', /2026/, 'the calendar is Gregorian');
  assert.equal(
    dateOf('2026-03-02T23:30:00+05:00', { locale: 'en', timeZone: 'UTC' })?.iso,
    '2026-03-02T18:30:00.000Z',
  );
});

test('an invalid moment is not made into one', () => {
  const others = [
    '',
    'yesterday',
    '2026',
    '2026-02-31',
    '2026-03-02T25:00:00Z',
    '2026-02-31T',
    ' 2026-03-02T00:00:00Z',
  ];
  for (const text of [undefined, null, ...others, '1772494200000', '+010000-01-01T00:00:00Z']) {
    assert.equal(dateOf(text, { locale: 'en', timeZone: 'UTC' }), undefined, String(text));
  }
});

test('a time of day is that of clocks at the convention', () => {
  const noon = Date.parse('2026-07-01T12:05:00Z');
  const timeIn = (timeZone: string) => timeOfDay(noon, { locale: 'en', timeZone });
  assert.deepEqual(timeIn('UTC'), { text: '12:05', iso: '2026-07-01T12:05:00.000Z' });
  assert.equal(timeIn('Europe/Berlin').text, '14:05');
  assert.equal(timeIn('America/Los_Angeles').text, '05:05');
  assert.equal(
    timeOfDay(Date.parse('2026-07-01T00:00:00Z'), { locale: 'en', timeZone: 'UTC' }).text,
    '00:00',
  );
});

test('a moment has a day and a time in the convention’s time zone, which it names', () => {
  const moment = Date.parse('2026-12-31T23:05:00Z');
  assert.equal(momentOf(moment, { locale: 'en', timeZone: 'UTC' }), 'December 31 at 23:05 UTC');
  assert.equal(
    momentOf(moment, { locale: 'en', timeZone: 'Asia/Tokyo' }),
    'January 1 at 08:05 GMT+9',
  );
  assert.equal(
    momentOf(Date.parse('2026-07-01T00:00:00Z'), { locale: 'en', timeZone: 'UTC' }),
    'July 1 at 00:00 UTC',
  );
});

test('a moment without a zone is in the convention’s zone, and a date is that day, in any zone of the server', (t) => {
  setTimeZone(t, 'Pacific/Kiritimati');
  const berlin = { locale: 'en', timeZone: 'Europe/Berlin' };
  assert.equal(dateOf('2026-03-02T00:30:00', berlin)?.iso, '2026-03-01T23:30:00.000Z');
  for (const timeZone of ['America/Los_Angeles', 'Pacific/Kiritimati', 'Africa/Cairo'])
    assert.deepEqual(dateOf('2026-04-24', { locale: 'en', timeZone }), {
      text: 'April 24, 2026',
      iso: '2026-04-24',
    });
  const place = { locale: 'en', timeZone: 'UTC' };
  assert.equal(dateOf('2026-03-02T00:30:00', place)?.iso, '2026-03-02T00:30:00.000Z');
  assert.equal(dateOf('2026-03-02T00:30:00+02:00', place)?.iso, '2026-03-01T22:30:00.000Z');
  assert.equal(dateOf('0001-01-01T00:00:00Z', place)?.text, 'January 1, 1');
  assert.equal(dateOf('9999-12-31T23:59:59Z', berlin), undefined);
  for (const none of ['2026-3-2', '2026-02-31T99:99:99Z', 'T', '', null, undefined])
    assert.equal(dateOf(none, place), undefined);
});

test('French writes hours with an h, and without the minutes of a full hour', () => {
  const written = (time: string) => formatLocal(`2027-07-02T${time}`, 'time', 'fr');
  assert.deepEqual(
    ['09:05', '10:00', '23:00', '00:00', '00:30', '20:05'].map(written),
    ['9 h 05', '10 h', '23 h', '0 h', '0 h 30', '20 h 05'].map((text) =>
      text.replaceAll(' ', '\u00a0'),
    ),
  );
});

test('French says "1er" for the first of a month, in every date', () => {
  const [locale, timeZone] = ['fr-FR', 'UTC'];
  const days = (first: string, last: string) => formatRange({ first, last }, 'long', locale);
  assert.equal(birthDate('1990-03-01', locale), '1er mars 1990');
  assert.equal(dateOf('2027-07-01', { locale, timeZone })?.text, '1er juillet 2027');
  assert.match(
    momentOf(Date.parse('2027-06-01T11:01Z'), { locale, timeZone }),
    /^1er juin à 11\u00a0h\u00a001/,
  );
  assert.equal(formatLocal('2027-07-01', 'weekdayDayMonth', locale), 'jeudi 1er juillet');
  assert.equal(days('2027-07-01', '2027-07-05'), '1er–5 juillet 2027');
  assert.match(days('2026-12-31', '2027-01-01'), /^31 décembre 2026\s–\s1er janvier 2027$/);
  assert.equal(days('2027-07-11', '2027-07-21'), '11–21 juillet 2027');
  assert.equal(birthDate('1990-03-01', 'de'), '1. März 1990');
});
