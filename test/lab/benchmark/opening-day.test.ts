// Tests of the simulation behind docs/scale.md.
import assert from 'node:assert/strict';
import test from 'node:test';
import { simulateOpeningDay } from './opening-day.ts';

const day = {
  ...{ attendees: 400, rushMinutes: 10 },
  ...{ instances: 2, isSticky: false, cacheSeconds: 60 },
};

test('the same day has the same load, and another seed gives another day', () => {
  assert.deepEqual(simulateOpeningDay(day), simulateOpeningDay(day));
  assert.notDeepEqual(simulateOpeningDay(day), simulateOpeningDay({ ...day, seed: 2 }));
});

test('a cache saves calls, most where a person stays with an instance', () => {
  const callsOf = (changed: Partial<typeof day>) =>
    simulateOpeningDay({ ...day, ...changed }).callsPerPage;
  const calls = [{ cacheSeconds: 0 }, { instances: 4 }, { instances: 2 }, { isSticky: true }];
  const figures = calls.map(callsOf);
  assert.deepEqual(
    figures,
    figures.toSorted((a, b) => b - a),
  );
  assert.equal(new Set(figures).size, figures.length);
});

test('twice as many people cause about twice the load', () => {
  const one = simulateOpeningDay({ ...day, attendees: 2000 }).peak.pages;
  const two = simulateOpeningDay({ ...day, attendees: 4000 }).peak.pages;
  assert.ok(two / one > 1.7 && two / one < 2.3, String(two / one));
});
