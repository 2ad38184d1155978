// The list of states is complete, and docs/states.md contains it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { allPages } from '../support/page-paths.ts';
import { states, statesTable } from './states.ts';

const specified = [
  ...Array.from({ length: 34 }, (_, index) => String(index + 1)),
  ...[
    '5b',
    '5c',
    '12b',
    'Name',
    'Name and birth date on your ID',
    'Birth date',
    'E-mail verified / Identity verified',
  ],
  ...[
    'Picture',
    'Phone',
    'Address',
    'Country',
    'Newsletter, username, volunteer, lead, permissions, user id',
  ],
];

test('every row of the page specification has a state, and no two states have the same name', () => {
  assert.deepEqual([...new Set(states.map(({ row }) => row))].sort(), [...specified].sort());
  assert.equal(new Set(states.map(({ name }) => name)).size, states.length);
});

test('docs/states.md lists these states: npm run states', () => {
  assert.ok(readFileSync('docs/states.md', 'utf8').includes(statesTable()));
});

test('every page has a state', () => {
  const isFound = ['/profile', '/dealer'].every((path) => allPages.includes(path));
  assert.equal(isFound, true, 'pages are found');
  const seen = new Set(states.map(({ path }) => path.split('?')[0]));
  for (const page of allPages) {
    const fix = `the page ${page} has no state: add one to test/states, then npm run states`;
    assert.equal(seen.has(page), true, fix);
  }
});
