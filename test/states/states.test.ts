import assert from 'node:assert/strict';
import test from 'node:test';
import { allPages } from '../support/app/page-paths.ts';
import { pathOf, states, statesOfOtherPages } from './states.ts';
import { stateTests } from './walk-states.ts';

test('every page has a state: a written one, or the view of most attendees', () => {
  const seen = [...states, ...statesOfOtherPages].map(pathOf);
  assert.deepEqual(
    allPages.filter((page) => !seen.includes(page)),
    [],
  );
});

for (const { name, walk } of stateTests([...states, ...statesOfOtherPages])) test(name, walk);
