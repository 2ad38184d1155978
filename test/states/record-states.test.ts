// The states of the profile, volunteering, dealer and roles pages, checked in a real browser.
import test from 'node:test';
import { recordStates } from './record-states.ts';
import { stateTests } from './walk-states.ts';

for (const { name, walk } of stateTests(recordStates)) test(name, walk);
