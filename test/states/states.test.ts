import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { allPages } from '../support/app/page-paths.ts';
import { pathOf, states, statesOfOtherPages, statesTable } from './states.ts';
import { stateTests } from './walk-states.ts';

const specified = [
  // Row 12, stopping to share while staying logged in, is no longer possible.
  ...Array.from({ length: 34 }, (_, index) => String(index + 1)).filter((row) => row !== '12'),
  '5b',
  '5c',
  '12b',
  'Name',
  'Name and birth date on your ID',
  'Birth date',
  'E-mail verified / Identity verified',
  'Picture',
  'Phone',
  'Address',
  'Country',
  'Username, volunteer, lead',
];

test('every row of the page specification has a state, and no two states have the same name', () => {
  const rows = states.map(({ row }) => row);
  assert.deepEqual(
    specified.filter((row) => !rows.includes(row)),
    [],
  );
  assert.equal(new Set(states.map(({ name }) => name)).size, states.length);
});

test('test/states/states.md lists these states: npm run states', () => {
  assert.ok(readFileSync('test/states/states.md', 'utf8').includes(statesTable()));
});

test('every page has a state: a written one, or the view of most attendees', () => {
  const seen = [...states, ...statesOfOtherPages].map(pathOf);
  assert.deepEqual(
    allPages.filter((page) => !seen.includes(page)),
    [],
  );
});

for (const { name, walk } of stateTests([...states, ...statesOfOtherPages])) test(name, walk);
