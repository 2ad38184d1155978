// The states of what is shared, reached and checked in a real browser.
import test from 'node:test';
import { sharingStates } from './sharing-states.ts';
import { walksOf } from './walk-states.ts';

for (const { name, walk } of walksOf(sharingStates)) test(name, walk);
