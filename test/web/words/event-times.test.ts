import assert from 'node:assert/strict';
import test from 'node:test';
import { deskHours } from '../../../src/settings/values.ts';
import { clockAt } from '../../../src/web/words/dates.ts';
import {
  createEventClock,
  dayAfter,
  daysOf,
  daysUntil,
  eventTimeAt,
  formatDaysUntil,
} from '../../../src/web/words/event-times.ts';
import { rounds } from '../../support/machine/rounds.ts';
import { setTimeZone } from '../../support/machine/time-zone.ts';

const startAt = '2027-07-02T23:00:00.000Z';

test('the days are those in the convention’s time zone', () => {
  const endAt = '2027-07-05T01:00:00.000Z';
  for (const [timeZone, first, last] of [
    ['UTC', '2027-07-02', '2027-07-05'],
    ['Europe/Berlin', '2027-07-03', '2027-07-05'],
    ['America/Los_Angeles', '2027-07-02', '2027-07-04'],
  ] as const) {
    assert.deepEqual(daysOf({ startAt, endAt }, timeZone), { first, last });
  }
});

test('an end at midnight belongs to the day before, and without a sensible end there is one day', () => {
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
  test(`a date without a time is that day, the end included, and a time without a zone is in the convention’s zone, on a server in ${zoneOfProcess}`, (t) => {
    setTimeZone(t, zoneOfProcess);
    for (const timeZone of fiveZones) {
      for (const [startAt, endAt, first, last] of [
        ['2027-07-02', '2027-07-05', '2027-07-02', '2027-07-05'],
        ['2027-07-02T22:30:00', '2027-07-05T00:00:00', '2027-07-02', '2027-07-04'],
        ['2027-07-02T00:00', '2027-07-05T00:30:00.5', '2027-07-02', '2027-07-05'],
        // In Cairo, the clocks change at midnight, so this day starts at one o'clock.
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

test('a text that is not an ISO 8601 date is not a day, even if this process could guess', () => {
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
    let before = clockAt(start, zone).day;
    for (let hour = 1; hour < 8760; hour += 1) {
      const moment = start + hour * 3_600_000;
      const today = clockAt(moment, zone).day;
      assert.ok([0, 1].includes(daysUntil(today, before)), `${zone} ${today} after ${before}`);
      before = today;
      if (hour % 97 > 0) continue;
      const days = daysOf({ startAt: new Date(moment).toISOString(), endAt: undefined }, zone);
      assert.deepEqual([days?.first, days && daysUntil(days.first, today)], [today, 0], zone);
    }
    assert.ok([364, 365].includes(daysUntil(before, clockAt(start, zone).day)), zone);
  }
});

test('an invalid moment is not a day', () => {
  for (const wrong of ['', 'soon', '2027-13-01T00:00:00Z'])
    assert.equal(daysOf({ startAt: wrong, endAt: startAt }, 'UTC'), undefined);
  assert.equal(daysOf(undefined, 'UTC'), undefined);
});

test('the remaining time is counted in days, also over a clock change and the end of a month', () => {
  assert.equal(daysUntil('2027-04-01', '2027-03-25'), 7);
  assert.equal(daysUntil('2027-07-02', '2027-07-04'), -2);
  assert.deepEqual([formatDaysUntil(7, 'en'), formatDaysUntil(1, 'de')], ['in 7 days', 'morgen']);
  assert.equal(dayAfter('2028-02-28'), '2028-02-29');
  assert.equal(dayAfter('2027-12-31'), '2028-01-01');
});

const timeZone = 'Europe/Berlin';
const days = { first: '2027-07-02', last: '2027-07-04' };
const hours = deskHours.parse(
  '2027-07-02 10:00-13:00, 14:00-20:00; 2027-07-03 18:00-02:00; 2027-07-04 9:00-12:00',
);

const at = (clock: string, event: Partial<Parameters<typeof eventTimeAt>[1]> = {}) =>
  eventTimeAt(Date.parse(`${clock}+02:00`), { days, deskHours: hours, timeZone, ...event });

test('the desk opens and closes to the minute, and the next change is known', () => {
  const stateAt = (clock: string) => Object.values(at(clock).desk?.state ?? {}).join(' ');
  for (const [clock, state] of [
    ['2027-06-01T00:00:00', 'opens 2027-07-02T10:00'],
    ['2027-07-02T09:59:59', 'opens 2027-07-02T10:00'],
    ['2027-07-02T10:00:00', 'open 2027-07-02T13:00'],
    ['2027-07-02T12:59:59', 'open 2027-07-02T13:00'],
    ['2027-07-02T13:00:00', 'closed 2027-07-02T14:00'],
    ['2027-07-02T20:00:00', 'closed 2027-07-03T18:00'],
    ['2027-07-03T23:59:59', 'open 2027-07-04T02:00'],
    ['2027-07-04T01:59:59', 'open 2027-07-04T02:00'],
    ['2027-07-04T02:00:00', 'closed 2027-07-04T09:00'],
    ['2027-07-04T12:00:00', 'over'],
    ['2028-01-01T00:00:00', 'over'],
  ] as const)
    assert.equal(stateAt(clock), state, clock);
});

test('future hours are those that have not begun', () => {
  const comingAt = (clock: string) => at(clock).desk?.upcoming.map(({ opens }) => opens);
  assert.equal(comingAt('2027-06-01T12:00:00')?.length, 4);
  assert.deepEqual(comingAt('2027-07-02T15:00:00'), ['2027-07-03T18:00', '2027-07-04T09:00']);
  assert.deepEqual(comingAt('2027-07-04T12:00:00'), []);
});

test('hours without a pause between them are one span', () => {
  const round = deskHours.parse(
    '2027-07-02 10:00-24:00; 2027-07-03 0:00-24:00; 2027-07-04 0:00-2:00',
  );
  const { desk } = at('2027-07-02T12:00:00', { deskHours: round });
  assert.deepEqual(desk, { state: { kind: 'open', closes: '2027-07-04T02:00' }, upcoming: [] });
});

test('without hours the desk is not mentioned', () => {
  for (const deskHours of [undefined, []])
    assert.equal(at('2027-07-02T12:00:00', { deskHours }).desk, undefined);
});

test('the stage is before, during or after, by the days in the convention’s time zone', () => {
  const stageAt = (clock: string) => at(clock, { deskHours: undefined }).stage;
  assert.equal(stageAt('2027-07-01T23:59:59'), 'before');
  assert.equal(stageAt('2027-07-02T00:00:00'), 'during');
  assert.equal(stageAt('2027-07-04T23:59:59'), 'during');
  assert.equal(stageAt('2027-07-05T00:00:00'), 'after');
});

test('a day on which the desk is open is a day of the convention, even a day before it and the night after it', () => {
  const early = deskHours.parse('2027-06-30 16:00-18:00; 2027-07-04 22:00-02:00');
  const stageAt = (clock: string) => at(clock, { deskHours: early }).stage;
  assert.equal(stageAt('2027-06-29T23:59:59'), 'before');
  assert.equal(stageAt('2027-06-30T00:00:00'), 'during');
  assert.equal(stageAt('2027-07-01T12:00:00'), 'before');
  assert.equal(stageAt('2027-07-05T01:59:59'), 'during');
  assert.equal(stageAt('2027-07-05T02:00:00'), 'after');
});

test('while the days are unknown, only an open desk shows that it takes place, and nothing shows that it is over', () => {
  const stageAt = (clock: string) => at(clock, { days: undefined }).stage;
  assert.equal(stageAt('2027-07-01T12:00:00'), 'before');
  assert.equal(stageAt('2027-07-03T12:00:00'), 'during');
  assert.equal(stageAt('2028-01-01T12:00:00'), 'unknown');
  const { stage } = at('2027-07-03T12:00:00', { days: undefined, deskHours: undefined });
  assert.equal(stage, 'unknown');
});

test('a result holds until the desk opens or closes, or the day ends', () => {
  const until = (clock: string) => new Date(at(clock).validUntil).toISOString();
  assert.equal(until('2027-06-01T12:00:00'), '2027-06-01T22:00:00.000Z');
  assert.equal(until('2027-07-02T09:00:00'), '2027-07-02T08:00:00.000Z');
  assert.equal(until('2027-07-02T10:00:00'), '2027-07-02T11:00:00.000Z');
  assert.equal(until('2027-07-04T00:00:00'), '2027-07-04T00:00:00.000Z');
});

test('at the end of that time something is different, even in a night with a clock change', () => {
  for (const zone of ['Europe/Berlin', 'America/St_Johns', 'Pacific/Apia', 'UTC']) {
    let moment = Date.parse('2027-10-29T09:30:00Z');
    const night = deskHours.parse('2027-10-30 20:00-02:30; 2027-10-31 9:00-10:00');
    for (let step = 0; step < 12; step += 1) {
      const options = { days, deskHours: night, timeZone: zone };
      const time = eventTimeAt(moment, options);
      const { validUntil: _, ...seen } = time;
      assert.ok(time.validUntil > moment, `${zone} ${new Date(moment).toISOString()}`);
      const { validUntil: __, ...last } = eventTimeAt(time.validUntil - 1, options);
      assert.deepEqual(last, seen);
      moment = time.validUntil;
    }
  }
});

test('a clock returns the same time until something changes: the moment, the days, or the clock goes back', () => {
  let moment = Date.parse('2027-07-02T06:00:00Z');
  const clock = createEventClock(() => moment, { deskHours: hours, timeZone });
  const first = clock(days);
  moment = first.validUntil - 1;
  assert.equal(clock({ ...days }), first);
  moment += 1;
  const open = clock(days);
  assert.deepEqual([first.desk?.state.kind, open.desk?.state.kind], ['opens', 'open']);
  assert.equal(
    clock({ first: '2027-08-01', last: '2027-08-02' }).stage,
    'during',
    'the desk is open',
  );
  assert.equal(clock(days), clock(days));
  moment = Date.parse('2027-06-01T00:00:00Z');
  assert.equal(clock(days).stage, 'before');
  assert.equal(clock(undefined).stage, 'before');
});
