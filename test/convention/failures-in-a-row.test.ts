// P104 Failures in a row: whose they are, and for how long, with the values that ship.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createFailuresInARow } from '../../src/convention/failures-in-a-row.ts';

function startRow() {
  const clock = { now: 0 };
  const row = createFailuresInARow(() => clock.now);
  const fail = (...people: string[]) => {
    for (const person of people) row.add({ person, startedAt: clock.now });
  };
  return { clock, row, fail };
}

test('P104 five people in a row are everybody, four are not, and one alone never is', () => {
  const { row, fail } = startRow();
  fail('1', '1', '1', '1', '1', '1', '2', '3', '4');
  assert.equal(row.areEverybodys(), false);
  fail('5');
  assert.equal(row.areEverybodys(), true);
});

test('P104 who failed while others were answered does not count for ten minutes after their last failure', () => {
  for (const [ms, isOwn] of [
    [599_999, true],
    [600_000, false],
  ] as const) {
    const { clock, row, fail } = startRow();
    fail('1');
    row.end('other');
    clock.now += 1000;
    fail('1');
    clock.now += ms;
    assert.equal(row.concern('1'), isOwn);
    fail('1', '2', '3', '4', '5');
    assert.equal(row.areEverybodys(), !isOwn, `${ms} ms`);
  }
});

test('P104 a call that began before somebody was answered does not count, and an own answer counts at once', () => {
  const { clock, row, fail } = startRow();
  fail('1', '2', '3', '4', '5');
  clock.now = 10;
  row.end('1');
  for (const person of ['6', '7', '8', '9', '10']) row.add({ person, startedAt: 9 });
  assert.equal(row.areEverybodys(), false);
  fail('1', '6', '7', '8');
  assert.equal(row.areEverybodys(), false);
  fail('9');
  assert.equal(row.areEverybodys(), true);
  row.startAnew();
  fail('1', '6', '7', '8', '9');
  assert.equal(row.areEverybodys(), false, 'they are set aside');
});

test('of people whose calls fail, 1,000 are known', () => {
  const { row, fail } = startRow();
  for (let number = 1; number <= 1001; number += 1) fail(`${number}`);
  assert.deepEqual([row.concern('1000'), row.concern('1001')], [true, false]);
  row.end(undefined);
  fail('1001');
  row.end(undefined);
  assert.deepEqual([row.concern('1'), row.concern('2'), row.concern('1001')], [false, true, true]);
});
