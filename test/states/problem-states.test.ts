// The states of something gone wrong, and of the pages about this site, reached and checked in a real browser.
import test from 'node:test';
import { problemStates } from './problem-states.ts';
import { walksOf } from './walk-states.ts';

for (const { name, walk } of walksOf(problemStates)) test(name, walk);
