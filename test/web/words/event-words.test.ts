import assert from 'node:assert/strict';
import test from 'node:test';
import { deskHours } from '../../../src/settings/values.ts';
import {
  deadlineOf,
  deskStatus,
  eventTimeAt,
  formatDays,
  hoursText,
  todayText,
} from '../../../src/web/words/event-times.ts';
import { loadMessages } from '../../../src/web/words/messages.ts';
import { words } from '../../support/app/english.ts';
import { days, timeAt } from '../../support/app/event-time.ts';
import { setTimeZone } from '../../support/machine/time-zone.ts';

const hours = deskHours.parse(
  '2027-07-02 10:00-13:00, 14:00-20:00; 2027-07-03 18:00-02:00; 2027-07-05 9:00-12:00',
);

function wordsOf(locale: string) {
  const folder = new URL('../../../views/messages/', import.meta.url);
  return loadMessages(folder, { locale, common: { convention: 'Testcon' } });
}

function statusAt(clock: string, { locale = 'en-GB', deskHours = hours } = {}): string {
  const moment = Date.parse(`${clock}Z`);
  const time = eventTimeAt(moment, { days: undefined, deskHours, timeZone: 'UTC' });
  return deskStatus(time, wordsOf(locale)) ?? '';
}

test('the desk’s next change is given as today, tomorrow, a day or a date', () => {
  for (const [clock, status] of [
    ['2027-06-01T12:00', 'Badge pick-up opens Friday 2\u00a0July at 10:00'],
    ['2027-06-25T12:00', 'Badge pick-up opens Friday 2\u00a0July at 10:00'],
    ['2027-06-26T12:00', 'Badge pick-up opens Friday at 10:00'],
    ['2027-07-01T12:00', 'Badge pick-up opens tomorrow at 10:00'],
    ['2027-07-02T08:00', 'Badge pick-up opens today at 10:00'],
    ['2027-07-02T10:00', 'Badge pick-up is open until 13:00'],
    ['2027-07-02T13:00', 'Badge pick-up is closed until 14:00'],
    ['2027-07-02T20:00', 'Badge pick-up is closed until tomorrow at 18:00'],
    ['2027-07-03T23:00', 'Badge pick-up is open until 02:00'],
    ['2027-07-04T01:00', 'Badge pick-up is open until 02:00'],
    ['2027-07-03T12:00', 'Badge pick-up is closed until 18:00'],
    ['2027-07-05T12:00', 'Badge pick-up is closed. Ask the Testcon team.'],
  ] as const)
    assert.equal(statusAt(clock), status, clock);
});

test('a desk that is closed for some days has the day on which it opens', () => {
  const apart = deskHours.parse('2027-06-20 10:00-12:00; 2027-07-02 10:00-12:00');
  assert.equal(
    statusAt('2027-06-20T12:00', { deskHours: apart }),
    'Badge pick-up is closed until Friday 2\u00a0July at 10:00',
  );
  assert.equal(
    statusAt('2027-06-29T12:00', { deskHours: apart }),
    'Badge pick-up is closed until Friday at 10:00',
  );
});

test('an end after tonight has its day', () => {
  const round = deskHours.parse(
    '2027-07-02 10:00-24:00; 2027-07-03 0:00-24:00; 2027-07-04 0:00-7:00',
  );
  const at = (clock: string) => statusAt(clock, { deskHours: round });
  assert.equal(at('2027-07-02T12:00'), 'Badge pick-up is open until Sunday at 07:00');
  assert.equal(at('2027-07-03T12:00'), 'Badge pick-up is open until Sunday at 07:00');
  assert.equal(at('2027-07-04T00:00'), 'Badge pick-up is open until 07:00');
});

test('each language uses its own words and names of days', () => {
  const said = (locale: string) =>
    ['2027-06-01T12:00', '2027-06-28T12:00', '2027-07-01T12:00', '2027-07-02T12:00'].map((clock) =>
      statusAt(clock, { locale }),
    );
  assert.deepEqual(said('de'), [
    'Die Badge-Ausgabe öffnet Freitag, 2.\u00a0Juli um 10:00 Uhr',
    'Die Badge-Ausgabe öffnet Freitag um 10:00 Uhr',
    'Die Badge-Ausgabe öffnet morgen um 10:00 Uhr',
    'Die Badge-Ausgabe ist bis 13:00 Uhr geöffnet',
  ]);
  assert.deepEqual(said('fr'), [
    'Le retrait des badges ouvre vendredi 2\u00a0juillet à 10\u00A0h',
    'Le retrait des badges ouvre vendredi à 10\u00A0h',
    'Le retrait des badges ouvre demain à 10\u00A0h',
    'Le retrait des badges est ouvert jusqu’à 13\u00A0h',
  ]);
  const first = deskHours.parse('2027-07-01 10:00-12:00');
  const french = statusAt('2027-06-01T12:00', { locale: 'fr', deskHours: first });
  assert.equal(french, 'Le retrait des badges ouvre jeudi 1er\u00a0juillet à 10\u00A0h');
  assert.deepEqual(said('es'), [
    'La recogida de badges abre el viernes, 2\u00a0de\u00a0julio (10:00)',
    'La recogida de badges abre el viernes (10:00)',
    'La recogida de badges abre mañana (10:00)',
    'La recogida de badges está abierta (cierre: 13:00)',
  ]);
});

test('all hours are one line that wraps between spans only', () => {
  const text = hoursText(hours, wordsOf('en'));
  assert.deepEqual(text.split(' '), [
    'Fri\u00a010:00–\u206013:00,',
    '14:00–\u206020:00,',
    'Sat\u00a018:00–\u206002:00,',
    'Mon\u00a009:00–\u206012:00',
  ]);
  assert.match(hoursText(hours, wordsOf('de')), /^Fr\u00a010:00/);
  assert.equal(hoursText([], wordsOf('en')), '');
});

test('days over more than a week have their dates', () => {
  const apart = deskHours.parse('2027-06-25 10:00-12:00; 2027-07-02 10:00-12:00');
  assert.match(
    hoursText(apart, wordsOf('en')),
    /^Fri,\u00a0Jun\u00a025\u00a010:00.* Fri,\u00a0Jul\u00a02\u00a0/,
  );
});

test('whether days have their dates depends only on the days, however late or early the desk opens', () => {
  const lateFirst = deskHours.parse('2027-06-25 22:00-23:00; 2027-07-02 9:00-12:00');
  assert.match(hoursText(lateFirst, wordsOf('en')), /^Fri,\u00a0Jun\u00a025/);
  const lateLast = deskHours.parse('2027-06-26 9:00-12:00; 2027-07-02 22:00-23:00');
  assert.match(hoursText(lateLast, wordsOf('en')), /^Sat\u00a009:00/);
});

test('neither this computer’s time zone nor a reader’s calendar changes a day', (t) => {
  setTimeZone(t, 'Pacific/Kiritimati');
  assert.match(hoursText(hours, wordsOf('en')), /^Fri\u00a010:00/);
  const locale = 'en-u-ca-buddhist';
  assert.equal(
    statusAt('2027-06-01T12:00', { locale }),
    'Badge pick-up opens Friday, July\u00a02 at 10:00',
  );
});

test('days are written in the language’s format, and in the convention’s calendar', () => {
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

function deadlineAt(today: string, locale = 'en-GB', lastDay = '2027-06-01') {
  return deadlineOf(lastDay, { time: { today }, words: wordsOf(locale) });
}

test('a deadline is over on the day after the last day', () => {
  assert.equal(deadlineAt('2027-06-01')?.isOver, false);
  assert.equal(deadlineAt('2027-06-02')?.isOver, true);
});

test('a deadline has its day, and in the last 30 days how many are left', () => {
  const said = (today: string, locale?: string) => deadlineAt(today, locale)?.day;
  assert.equal(said('2027-05-20'), '1 June (12 days left)');
  assert.equal(said('2027-05-31'), '1 June (tomorrow)');
  assert.equal(said('2027-06-01'), '1 June (today)');
  assert.equal(said('2027-05-02'), '1 June (30 days left)');
  assert.equal(said('2027-05-01'), '1 June');
  assert.equal(said('2026-12-31'), '1 June 2027');
  assert.equal(said('2027-05-20', 'de'), '1. Juni (noch 12 Tage)');
  assert.equal(said('2027-05-20', 'fr'), '1er juin (encore 12 jours)');
  assert.equal(said('2027-05-20', 'es'), '1 de junio (quedan 12 días)');
});

test('without a last day there is no deadline', () => {
  assert.equal(deadlineAt('2027-05-20', 'en', ''), undefined);
});

const on = (day: string, event: { days?: typeof days | undefined } = {}) =>
  todayText(timeAt(`${day}T12:00:00Z`, event), words);

test('today is shown as a day out of all days, and a single day as its weekday', () => {
  assert.equal(on('2027-07-02'), 'Friday, day 1 of 4');
  assert.equal(on('2027-07-05'), 'Monday, day 4 of 4');
  const day = { first: '2027-07-02', last: '2027-07-02' };
  assert.equal(on('2027-07-02', { days: day }), 'Friday');
});

test('a day on which only the desk is open has its date', () => {
  assert.equal(on('2027-07-01'), 'Thursday, July 1');
  assert.equal(on('2027-07-02', { days: undefined }), 'Friday, July 2');
});

test('in a language with lower-case days, the text begins with a capital', () => {
  const text = todayText(timeAt('2027-07-02T12:00:00Z'), wordsOf('fr'));
  assert.equal(text, 'Vendredi, jour 1 sur 4');
});
