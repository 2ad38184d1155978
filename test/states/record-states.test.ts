// The states of the profile and of the pages on volunteering, dealers and roles, reached and checked in a real browser.
import test from 'node:test';
import { recordStates } from './record-states.ts';
import { walksOf } from './walk-states.ts';

for (const { name, walk } of walksOf(recordStates)) test(name, walk);
