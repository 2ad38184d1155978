// The time of the event: which stage it is, whether the desk is open, and until when that holds.
import assert from 'node:assert/strict';
import test from 'node:test';
import { deskHours } from '../../../src/settings/values.ts';
import { createEventClock, eventTimeAt } from '../../../src/web/words/event-time.ts';

const timeZone = 'Europe/Berlin';
const days = { first: '2027-07-02', last: '2027-07-04' };
const hours = deskHours.parse(
  '2027-07-02 10:00-13:00, 14:00-20:00; 2027-07-03 18:00-02:00; 2027-07-04 9:00-12:00',
);

/** `at` is what clocks in Berlin show, two hours ahead of UTC. */
const at = (clock: string, event: Partial<Parameters<typeof eventTimeAt>[1]> = {}) =>
  eventTimeAt(Date.parse(`${clock}+02:00`), { days, deskHours: hours, timeZone, ...event });

test('the desk opens and closes to the minute, and says what comes next', () => {
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

test('hours to come are those that have not begun', () => {
  const comingAt = (clock: string) => at(clock).desk?.coming.map(({ opens }) => opens);
  assert.equal(comingAt('2027-06-01T12:00:00')?.length, 4);
  assert.deepEqual(comingAt('2027-07-02T15:00:00'), ['2027-07-03T18:00', '2027-07-04T09:00']);
  assert.deepEqual(comingAt('2027-07-04T12:00:00'), []);
});

test('hours that follow each other without a pause are one', () => {
  const round = deskHours.parse(
    '2027-07-02 10:00-24:00; 2027-07-03 0:00-24:00; 2027-07-04 0:00-2:00',
  );
  const { desk } = at('2027-07-02T12:00:00', { deskHours: round });
  assert.deepEqual(desk, { state: { kind: 'open', closes: '2027-07-04T02:00' }, coming: [] });
});

test('without hours nothing is said about the desk', () => {
  for (const deskHours of [undefined, []])
    assert.equal(at('2027-07-02T12:00:00', { deskHours }).desk, undefined);
});

test('the stage is before, during or after, by the days where the convention is', () => {
  const stageAt = (clock: string) => at(clock, { deskHours: undefined }).stage;
  assert.equal(stageAt('2027-07-01T23:59:59'), 'before');
  assert.equal(stageAt('2027-07-02T00:00:00'), 'during');
  assert.equal(stageAt('2027-07-04T23:59:59'), 'during');
  assert.equal(stageAt('2027-07-05T00:00:00'), 'after');
});

test('a day on which the desk is open is one of the convention, also a day before it and the night after it', () => {
  const early = deskHours.parse('2027-06-30 16:00-18:00; 2027-07-04 22:00-02:00');
  const stageAt = (clock: string) => at(clock, { deskHours: early }).stage;
  assert.equal(stageAt('2027-06-29T23:59:59'), 'before');
  assert.equal(stageAt('2027-06-30T00:00:00'), 'during');
  assert.equal(stageAt('2027-07-01T12:00:00'), 'before');
  assert.equal(stageAt('2027-07-05T01:59:59'), 'during');
  assert.equal(stageAt('2027-07-05T02:00:00'), 'after');
});

test('while the days are not known, only an open desk says that it takes place, and nothing that it is over', () => {
  const stageAt = (clock: string) => at(clock, { days: undefined }).stage;
  assert.equal(stageAt('2027-07-01T12:00:00'), 'before');
  assert.equal(stageAt('2027-07-03T12:00:00'), 'during');
  assert.equal(stageAt('2028-01-01T12:00:00'), 'unknown');
  const { stage } = at('2027-07-03T12:00:00', { days: undefined, deskHours: undefined });
  assert.equal(stage, 'unknown');
});

test('it holds until the desk opens or closes, or the day ends', () => {
  const until = (clock: string) => new Date(at(clock).validUntil).toISOString();
  assert.equal(until('2027-06-01T12:00:00'), '2027-06-01T22:00:00.000Z');
  assert.equal(until('2027-07-02T09:00:00'), '2027-07-02T08:00:00.000Z');
  assert.equal(until('2027-07-02T10:00:00'), '2027-07-02T11:00:00.000Z');
  assert.equal(until('2027-07-04T00:00:00'), '2027-07-04T00:00:00.000Z');
});

test('at the moment until which it holds, something is different, in a night with another clock too', () => {
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

test('a clock returns the same time until something of it changes: the moment, the days, or the clock goes back', () => {
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
