import assert from 'node:assert/strict';
import test from 'node:test';
import { eventFacts, type Fact } from '../../../src/pages/badge-name/event-facts.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { eventTimeAt } from '../../../src/web/words/event-times.ts';
import { words } from '../../support/app/english.ts';
import { days } from '../../support/app/event-time.ts';
import { goodSettings } from '../../support/app/good-settings.ts';
import { pathOf } from './path-of.ts';

const CONVENTION_MAP_URL = 'https://map.example/';
const allSettings = {
  CONVENTION_PLACE: 'Harbour Hall',
  CONVENTION_MAP_URL,
  DESK_HOURS: '2027-07-02 10:00-18:00; 2027-07-03 9:00-12:00',
};

function factsAt(
  now: string,
  { settings = allSettings, timeZone = 'UTC', known = true }: Partial<Case> = {},
): Fact[] {
  const { event } = readConfig({ ...goodSettings, ...settings });
  const { deskHours } = event;
  const options = { days: known ? days : undefined, deskHours, timeZone };
  return eventFacts({ event, pathOf, time: eventTimeAt(Date.parse(now), options), words });
}

interface Case {
  readonly settings: object;
  readonly timeZone: string;
  readonly known: boolean;
}

const linesAt = (...of: Parameters<typeof factsAt>) =>
  factsAt(...of).map(({ lines }) => lines.map(({ text }) => text));

test('before the convention: the place with a map, and when the desk opens with a calendar file', () => {
  assert.deepEqual(factsAt('2027-05-20T12:00:00Z'), [
    {
      lines: [{ text: 'Harbour Hall', isRecord: true }],
      link: { text: 'Map', url: CONVENTION_MAP_URL, leadsTo: 'map' },
    },
    {
      lines: [{ text: 'Badge pick-up opens Friday, July\u00a02 at 10:00', isOfToday: true }],
      hours: 'Badge pick-up: Fri\u00a010:00–\u206018:00, Sat\u00a009:00–\u206012:00',
      link: { text: 'Calendar', url: '/calendar', leadsTo: 'file' },
    },
  ]);
});

test('the printed page has nothing that is true today only', () => {
  const onPaper = (now: string) =>
    factsAt(now).flatMap(({ lines, hours }) => [
      ...lines.flatMap(({ text, isOfToday }) => (isOfToday ? [] : [text])),
      ...(hours ? [hours.replace(/[\u00a0\u2060]/g, ' ')] : []),
    ]);
  for (const [now, ...lines] of [
    ['2027-06-20T12:00:00Z', 'Harbour Hall', 'Badge pick-up: Fri 10:00– 18:00, Sat 09:00– 12:00'],
    ['2027-07-01T12:00:00Z', 'Harbour Hall', 'Badge pick-up: Fri 10:00– 18:00, Sat 09:00– 12:00'],
    ['2027-07-02T12:00:00Z', 'Harbour Hall'],
  ] as const)
    assert.deepEqual(onPaper(now), lines, now);
});

test('the remaining days are counted in the convention’s time zone, in the last 30', () => {
  const settings = { CONVENTION_PLACE: 'Harbour Hall' };
  const first = (now: string, timeZone = 'UTC') => linesAt(now, { settings, timeZone })[0];
  assert.deepEqual(first('2027-06-01T23:59:00Z'), ['Harbour Hall']);
  assert.deepEqual(first('2027-06-02T00:00:00Z'), ['Harbour Hall', 'in 30 days']);
  assert.deepEqual(first('2027-07-01T12:00:00Z'), ['Harbour Hall', 'tomorrow']);
  assert.deepEqual(
    first('2027-07-01T16:00:00Z', 'Asia/Tokyo'),
    ['Harbour Hall'],
    'the current day in the time zone of the convention',
  );
});

test('unknown values are left out, and a link may be alone', () => {
  const none = { settings: {}, known: false };
  assert.deepEqual(factsAt('2027-05-20T12:00:00Z', none), []);
  const [map, calendar] = factsAt('2027-05-20T12:00:00Z', { settings: { CONVENTION_MAP_URL } });
  assert.deepEqual([map?.lines, map?.link?.text], [[], 'Map']);
  assert.deepEqual([calendar?.lines, calendar?.link?.text], [[], 'Calendar']);
});

test('during the convention: which day it is and where, unless the bar says it', () => {
  assert.deepEqual(linesAt('2027-07-02T12:00:00Z'), [['Friday, day 1 of 4', 'Harbour Hall']]);
  const settings = { CONVENTION_PLACE: 'Harbour Hall' };
  assert.deepEqual(linesAt('2027-07-02T12:00:00Z', { settings }), [['Harbour Hall']]);
});

test('after the convention, the way there is not shown', () => {
  assert.deepEqual(factsAt('2027-07-06T00:00:00Z'), []);
});
